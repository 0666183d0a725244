// Any thread; a value.

/// A network in the form of CIDR: `192.168.1.0/24`, `fd00::/8`, or one address.
struct AddressRange: Sendable, Hashable {
    private let host: [UInt8]
    private let bits: Int

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let host = InternetAddress.host(String(first)) else { return nil }
        // An IPv4 network in IPv6 form has 96 bits in front that say only so.
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

    /// True where anybody in it could send to there: of the same family, and of this machine where only that can.
    func canReach(_ address: [UInt8]) -> Bool {
        guard address.count == host.count else { return false }
        return !InternetAddress(host: address, port: 0).isLoopback || Self.loopback.contains { overlaps($0) }
    }

    static let loopback = [AddressRange("127.0.0.0/8"), AddressRange("::1")].compactMap(\.self)

    /// `a,b,c`.
    static func list(_ text: String) throws(ControlError) -> [AddressRange] {
        var ranges: [AddressRange] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let range = AddressRange(part) else { throw .badRange(text) }
            ranges.append(range)
        }
        return ranges
    }
}
