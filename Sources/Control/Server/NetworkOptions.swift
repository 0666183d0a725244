// The network addresses an engine listens at, and the peers it lets in. Any thread; a value.
import System

/// The UDP and TCP ports that an engine opens beside its Unix socket, and the addresses that may send to them.
public struct NetworkOptions: Sendable, Equatable {
    /// A port, with an address when one was named; without one, the loopback addresses.
    struct Endpoint: Sendable, Equatable {
        let host: [UInt8]?
        let port: UInt16

        /// Addresses to listen at. `[::]` means every address of the machine, IPv4 included.
        var hosts: [[UInt8]] {
            guard let host else { return InternetAddress.loopback }
            return host == InternetAddress.any[1] ? InternetAddress.any : [host]
        }
    }

    let udp: Endpoint?
    let tcp: Endpoint?
    /// Addresses that may send.
    let allowed: [AddressRange]

    /// No network: only the Unix socket.
    public static let none = NetworkOptions()

    private init() {
        udp = nil
        tcp = nil
        allowed = AddressRange.loopback
    }

    /// Reads the options of the command line. Throws `.badEndpoint` and `.badRange`, and `.needsAllowList` for an address that
    /// other machines can reach when no list says which may.
    public init(udp: String?, tcp: String?, allow: String?) throws(ControlError) {
        self.udp = try udp.map(Self.endpoint)
        self.tcp = try tcp.map(Self.endpoint)
        let allowed = try allow.map(AddressRange.list) ?? AddressRange.loopback
        self.allowed = allowed
        if let allow {
            for endpoint in [self.udp, self.tcp].compactMap(\.self) {
                guard endpoint.hosts.contains(where: { host in allowed.contains { $0.canReach(host) } }) else {
                    throw .nobodyCanSend(endpoint: endpoint.hosts.map(InternetAddress.text).joined(separator: ", "), list: allow)
                }
            }
            return
        }
        for endpoint in [self.udp, self.tcp] {
            guard let host = endpoint?.host, !InternetAddress(host: host, port: 0).isLoopback else { continue }
            throw .needsAllowList(InternetAddress.text(host))
        }
    }

    func allows(_ address: InternetAddress) -> Bool {
        let host = InternetAddress.plain(address.host)
        return allowed.contains { $0.contains(host) }
    }

    /// Reads `9000`, `192.168.1.5:9000` or `[fd00::5]:9000`.
    private static func endpoint(_ text: String) throws(ControlError) -> Endpoint {
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = port(text) else { throw .badEndpoint(text) }
            return Endpoint(host: nil, port: port)
        }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() } else if host.contains(":") { host = "" }
        guard let bytes = InternetAddress.host(String(host)), let port = port(String(text[text.index(after: colon)...])) else {
            throw .badEndpoint(text)
        }
        return Endpoint(host: bytes, port: port)
    }

    private static func port(_ text: String) -> UInt16? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt16(text) : nil
    }
}
