// Identity of a recording, a segment or a marker. Any thread; a value, no I/O.
internal import JSON

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

    /// Makes an identity from its halves, as an index of the library keeps them. Zeros make `unset`.
    public init(halves: (high: Int64, low: Int64)) {
        self.init(high: UInt64(bitPattern: halves.high), low: UInt64(bitPattern: halves.low))
    }

    /// The halves for an index of the library: a row of numbers is read more quickly than a row of texts.
    public var halves: (high: Int64, low: Int64) { (Int64(bitPattern: high), Int64(bitPattern: low)) }

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

    /// Reads a UUID of 36 characters, in either case. Nil for any other text, and for the UUID of zeros. A new index of a
    /// library reads one for each recording, segment and marker, so it makes no other text on the way.
    public init?(_ text: String) {
        var value = UInt128(0)
        var count = 0
        for byte in text.utf8 {
            if Self.isHyphen(count) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard count < Self.length, let digit = byte.hexDigit else { return nil }
                value = value << 4 | UInt128(digit)
            }
            count += 1
        }
        guard count == Self.length, value != 0 else { return nil }
        self.init(high: UInt64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
    }

    /// Number of characters of the text.
    private static let length = 36

    /// True for the places of the text that have a hyphen.
    private static func isHyphen(_ place: Int) -> Bool {
        switch place {
        case 8, 13, 18, 23: true
        default: false
        }
    }

    /// True for `unset`.
    public var isUnset: Bool { self == .unset }

    /// The text, 36 characters in lower case; empty for `unset`.
    public var description: String {
        guard !isUnset else { return "" }
        var rest = UInt128(high) << 64 | UInt128(low)
        var bytes = [UInt8](repeating: UInt8(ascii: "-"), count: Self.length)
        for place in bytes.indices.reversed() where !Self.isHyphen(place) {
            let digit = UInt8(truncatingIfNeeded: rest & 15)
            bytes[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            rest >>= 4
        }
        return String(decoding: bytes, as: UTF8.self)
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
            guard bytes.allSatisfy({ $0.hexDigit != nil }) else { return nil }
            digits = String(decoding: bytes, as: UTF8.self).lowercased()
        }

        /// The beginning as the text of an identity begins, with hyphens in their places.
        public var text: String {
            var text = ""
            for digit in digits {
                if Identifier.isHyphen(text.utf8.count) { text += "-" }
                text.append(digit)
            }
            return text
        }

        /// The upper halves of all identities that begin so. An identity with such a half can still begin otherwise.
        public var upperHalves: ClosedRange<Int64> {
            func half(_ filler: Character) -> Int64 {
                let start = digits.prefix(16)
                let text = start + String(repeating: filler, count: 16 - start.count)
                return Int64(bitPattern: UInt64(text, radix: 16) ?? 0)
            }
            // The first digit is given, so both halves have the same sign.
            return half("0")...half("f")
        }

        /// True if the identity begins so.
        public func fits(_ id: Identifier) -> Bool { !id.isUnset && id.description.hasPrefix(text) }
    }
}
