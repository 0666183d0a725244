// Texts of other programs, whose encoding nobody tells. Any thread; a pure function.

extension String {
    /// Reads a text of another program: UTF-8, UTF-16 if it says so, and Windows-1252 (which has Latin-1 in it) where bytes are no
    /// UTF-8. No text is refused; bytes without a meaning become U+FFFD.
    public init(foreign bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let (high, low) = bytes[0] == 0xFE ? (0, 1) : (1, 0)
            self = String(
                decoding: stride(from: 2, to: bytes.count - 1, by: 2).map {
                    UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
                }, as: UTF16.self)
        } else {
            self = Self.mixed(bytes)
        }
    }

    /// Reads a text of an old Macintosh: UTF-8, and Mac Roman where bytes are no UTF-8. No text is refused.
    public init(foreignMac bytes: some Collection<UInt8>) {
        if let text = String(validating: Array(bytes), as: UTF8.self) {
            self = text
        } else {
            var text: [UInt8] = []
            for byte in bytes { text += (byte < 0x80 ? Unicode.Scalar(byte) : Self.roman[Int(byte) - 0x80]).utf8 }
            self = String(decoding: text, as: UTF8.self)
        }
    }

    /// The text with the letters that programs take for controls of Latin-1, as it is told to be: they are those of Windows-1252.
    public var withWindowsLetters: String {
        let controls: ClosedRange<Unicode.Scalar> = "\u{80}"..."\u{9F}"
        guard unicodeScalars.contains(where: { controls.contains($0) }) else { return self }
        var text: [UInt8] = []
        for letter in unicodeScalars { text += (controls.contains(letter) ? Self.windows(UInt8(letter.value)) : letter).utf8 }
        return String(decoding: text, as: UTF8.self)
    }

    /// True if `init(foreign:)` takes bytes for Windows-1252: they are no UTF-8, and do not say that they are UTF-16.
    public static func isGuessed(foreign bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) == nil && !bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFE, 0xFF])
    }

    /// A text in which some parts are UTF-8 and others are not: programs copy the tags of their sources.
    /// Bytes are collected, since a view of scalars is copied whole at each letter: the text of a long file would take hours.
    private static func mixed(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            let count = byte < 0x80 ? 1 : byte < 0xC2 ? 0 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            let end = place + count
            if count == 1 {
                text.append(byte)
                place = end
            } else if count > 0, end <= bytes.count, String(validating: bytes[place..<end], as: UTF8.self) != nil {
                text += bytes[place..<end]
                place = end
            } else {
                text += windows(byte).utf8
                place += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The letter of a byte in Windows-1252.
    private static func windows(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return upper[Int(byte) - 0x80]
    }

    /// Upper half of Mac Roman.
    private static let roman = Array(
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
            .unicodeScalars)

    private static let upper = Array(
        ("\u{20AC}\u{FFFD}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}\u{FFFD}\u{17D}\u{FFFD}"
            + "\u{FFFD}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{FFFD}\u{17E}\u{178}")
            .unicodeScalars)
}
