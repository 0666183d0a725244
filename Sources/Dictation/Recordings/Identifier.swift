// Identity of a recording, a segment or a marker. Any thread; a value, no I/O.

/// The identity of a recording, a segment or a marker: a UUID, as text in lower case.
///
/// An identity is made once and kept in the sidecar. A rename, an edit, a recovery or another engine never changes it.
public struct Identifier: Sendable, Hashable, CustomStringConvertible {
    /// The upper 64 bits.
    let high: UInt64
    /// The lower 64 bits.
    let low: UInt64

    /// No identity yet: the next write of the sidecar gives one.
    public static let unset = Identifier(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes a random UUID (version 4) of 128 random bits.
    public init(random high: UInt64, _ low: UInt64) { self.init(high: high, low: low, version: 4) }

    /// Makes a UUID (version 8) that depends on these bytes alone: every reader of the same bytes gets the same one.
    public init(derivedFrom bytes: some Sequence<UInt8>) {
        // FNV-1a of 128 bits. Its upper bits depend little on the last bytes, so both halves are mixed at the end.
        var hash = UInt128(0x6c62_272e_07bb_0142) << 64 | UInt128(0x62b8_2175_6295_c58d)
        let prime = UInt128(1) << 88 | UInt128(0x13b)
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
        let low = Self.mixed(UInt64(truncatingIfNeeded: hash))
        let high = Self.mixed(UInt64(truncatingIfNeeded: hash >> 64) ^ low)
        self.init(high: high, low: Self.mixed(low ^ high), version: 8)
    }

    /// Makes a UUID that depends on this text alone.
    public init(derivedFrom text: String) { self.init(derivedFrom: text.utf8) }

    private init(high: UInt64, low: UInt64, version: UInt64) {
        self.init(high: high & ~0xf000 | version << 12, low: low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = (value ^ value >> 33) &* 0xff51_afd7_ed55_8ccd
        value = (value ^ value >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return value ^ value >> 33
    }

    /// Reads a UUID of 36 characters, in either case. Nil for any other text, and for the UUID of zeros.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 36, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        guard let beginning = Beginning(text), beginning.digits.utf8.count == 32 else { return nil }
        guard let high = UInt64(beginning.digits.prefix(16), radix: 16), let low = UInt64(beginning.digits.suffix(16), radix: 16)
        else { return nil }
        guard high != 0 || low != 0 else { return nil }
        self.init(high: high, low: low)
    }

    /// True for `unset`.
    public var isUnset: Bool { self == .unset }

    /// The text, 36 characters in lower case; empty for `unset`.
    public var description: String { isUnset ? "" : Self.hyphenated(Self.digits(high) + Self.digits(low)) }

    private static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Puts hyphens between the groups of a UUID, or of the beginning of one.
    private static func hyphenated(_ digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }

    /// The beginning of an identity, as people type it: at least eight hexadecimal digits, in either case, with or without
    /// hyphens between them.
    public struct Beginning: Sendable, Hashable {
        /// The digits in lower case, without hyphens.
        let digits: String

        /// Reads a beginning. Nil for a text that cannot be one.
        public init?(_ text: String) {
            let bytes = text.utf8.filter { $0 != UInt8(ascii: "-") }
            guard (8...32).contains(bytes.count), text.utf8.first != UInt8(ascii: "-"), text.utf8.count <= 36 else { return nil }
            guard bytes.allSatisfy(Self.isDigit) else { return nil }
            digits = String(decoding: bytes, as: UTF8.self).lowercased()
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }

        /// The beginning as the text of an identity begins, with hyphens in their places.
        public var text: String { Identifier.hyphenated(digits) }

        /// True if the identity begins so.
        public func fits(_ id: Identifier) -> Bool { !id.isUnset && id.description.hasPrefix(text) }
    }
}
