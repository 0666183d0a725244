// Internet addresses, and their layout in memory. Any thread; a value.
internal import CLinux
internal import Glibc

/// An IPv4 or IPv6 address and a port. Host names are not looked up: a lookup could block. See `HostName`.
public struct InternetAddress: Sendable, Hashable {
    /// Four bytes for IPv4, sixteen for IPv6.
    public let host: [UInt8]
    /// Port number.
    public let port: UInt16
    /// The interface of a link-local IPv6 address; 0 for none.
    public let scope: UInt32

    /// Makes an address from four bytes for IPv4 or sixteen for IPv6.
    public init(host: [UInt8], port: UInt16, scope: UInt32 = 0) {
        self.host = host
        self.port = port
        self.scope = scope
    }

    /// Reads an address that the kernel gave. Returns nil for another family.
    public init?(_ address: SocketAddress) {
        let bytes = address.bytes
        guard bytes.count >= 8 else { return nil }
        let family = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: sa_family_t.self) }
        port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        switch (Int32(family), bytes.count) {
        case (AF_INET, 8...):
            host = Array(bytes[4..<8])
            scope = 0
        case (AF_INET6, 28...):
            host = Array(bytes[8..<24])
            scope = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: 24, as: UInt32.self) }
        default: return nil
        }
    }

    /// The address as the kernel takes it.
    public var socketAddress: SocketAddress {
        let family = unsafe withUnsafeBytes(of: sa_family_t(isFour ? AF_INET : AF_INET6)) { unsafe [UInt8]($0) }
        let head = family + [UInt8(port >> 8), UInt8(port & 0xff)]
        guard !isFour else { return SocketAddress(bytes: head + host + [UInt8](repeating: 0, count: 8)) }
        let tail = unsafe withUnsafeBytes(of: scope) { unsafe [UInt8]($0) }
        return SocketAddress(bytes: head + [0, 0, 0, 0] + host + tail)
    }

    /// True for IPv4.
    public var isFour: Bool { host.count == 4 }
    /// Family of the address.
    public var family: Socket.Family { isFour ? .four : .six }
    /// True if the address reaches only this machine.
    public var isLoopback: Bool { isFour ? host[0] == 127 : host == Self.loopbackSix }

    /// The addresses that reach only this machine, IPv4 then IPv6.
    public static let loopback = [[127, 0, 0, 1], loopbackSix]
    /// The addresses that mean all addresses of this machine, IPv4 then IPv6.
    public static let any = [[UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 16)]
    private static let loopbackSix: [UInt8] = [UInt8](repeating: 0, count: 15) + [1]

    /// Returns the bytes of an address in digits; nil for all else, host names included.
    public static func host(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return unsafe inet_pton(AF_INET6, text, &bytes) == 1 ? plain(bytes) : nil
    }

    /// Turns an IPv4 address in IPv6 form (`::ffff:192.168.1.5`) into four bytes. Returns every other address unchanged.
    public static func plain(_ host: [UInt8]) -> [UInt8] {
        host.count == 16 && host.starts(with: mapped) ? Array(host[12...]) : host
    }

    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
}

extension InternetAddress: CustomStringConvertible {
    /// The address in digits, with its port: `127.0.0.1:9000`, `[::1]:9000`.
    public var description: String { isFour ? "\(Self.text(host)):\(port)" : "[\(Self.text(host))]:\(port)" }

    /// Returns an address in digits, without a port.
    public static func text(_ host: [UInt8]) -> String {
        var text = [UInt8](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = host.count == 4 ? AF_INET : AF_INET6
        let isWritten = unsafe text.withUnsafeMutableBytes { text in
            // The array has room for the longest address.
            let start = unsafe text.baseAddress!.assumingMemoryBound(to: CChar.self)
            return unsafe inet_ntop(family, host, start, socklen_t(text.count)) != nil
        }
        return isWritten ? String(decoding: text.prefix { $0 != 0 }, as: UTF8.self) : "?"
    }
}
