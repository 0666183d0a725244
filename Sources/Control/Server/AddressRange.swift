// Address ranges of the allow-list. Any thread; a value.
import System

/// A network in CIDR notation (`192.168.1.0/24`, `fd00::/8`), or one address.
struct AddressRange: Sendable, Hashable {
    private let host: [UInt8]
    private let bits: Int

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let host = InternetAddress.host(String(first)) else { return nil }
        // In an IPv4 network written as IPv6, the first 96 bits are the prefix of mapped addresses.
        let head = host.count == 4 && first.contains(":") ? 96 : 0
        let bits = parts.count == 2 ? Int(parts[1]).map { $0 &- head } : host.count * 8
        guard let bits, (0...(host.count * 8)).contains(bits) else { return nil }
        self.host = host
        self.bits = bits
    }

    func contains(_ other: [UInt8]) -> Bool {
        guard other.count == host.count else { return false }
        let whole = bits / 8
        guard other.prefix(whole) == host.prefix(whole) else { return false }
        let mask = UInt8(truncatingIfNeeded: 0xff00 >> (bits % 8))
        return bits % 8 == 0 || other[whole] & mask == host[whole] & mask
    }

    func overlaps(_ other: AddressRange) -> Bool { contains(other.host) || other.contains(host) }

    /// True when an address of the range can send to `address`: the families are equal, and a loopback address is reached from
    /// loopback only.
    func canReach(_ address: [UInt8]) -> Bool {
        guard address.count == host.count else { return false }
        return !InternetAddress(host: address, port: 0).isLoopback || Self.loopback.contains { overlaps($0) }
    }

    static let loopback = [AddressRange("127.0.0.0/8"), AddressRange("::1")].compactMap(\.self)

    /// Reads a list such as `a,b,c`. Throws `.badRange`.
    static func list(_ text: String) throws(ControlError) -> [AddressRange] {
        var ranges: [AddressRange] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let range = AddressRange(part) else { throw .badRange(text) }
            ranges.append(range)
        }
        return ranges
    }
}
