// Room: Control. Any thread; a value.

/// Where else than at its socket an engine listens, and to whom.
public struct NetworkOptions: Sendable, Equatable {
    /// A port, and an address where one was named: this machine's own otherwise.
    struct Endpoint: Sendable, Equatable {
        let host: [UInt8]?
        let port: UInt16
    }

    let udp: Endpoint?
    let tcp: Endpoint?
    /// Who may send.
    let allowed: [AddressRange]

    /// Only the socket.
    public static let none = NetworkOptions()

    private init() {
        udp = nil
        tcp = nil
        allowed = AddressRange.loopback
    }

    /// As on the command line. An address that others can reach is refused without a list of who they are.
    public init(udp: String?, tcp: String?, allow: String?) throws(ControlError) {
        self.udp = try udp.map(Self.endpoint)
        self.tcp = try tcp.map(Self.endpoint)
        allowed = try allow.map(AddressRange.list) ?? AddressRange.loopback
        guard allow == nil else { return }
        for endpoint in [self.udp, self.tcp] {
            guard let host = endpoint?.host, !InternetAddress(host: host, port: 0).isLoopback else { continue }
            throw .needsAllowList(InternetAddress.text(host))
        }
    }

    func allows(_ address: InternetAddress) -> Bool {
        allowed.contains { $0.contains(address.host) }
    }

    /// `9000`, `192.168.1.5:9000`, `[fd00::5]:9000`.
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
