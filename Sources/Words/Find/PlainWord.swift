// Words as they are compared. Any thread; a value, no I/O.

/// A word without case, accents and punctuation: `Don't!` and `dont` are the same.
public struct PlainWord: Sendable, Hashable {
    /// The letters and digits that are left; the word itself if it has none.
    public let letters: String

    /// Takes a word as it is written.
    public init(_ text: String) {
        var kept = ""
        for scalar in text.folded.unicodeScalars where Self.counts(scalar) {
            kept.unicodeScalars.append(scalar)
        }
        letters = kept.isEmpty ? text : kept
    }

    private static func counts(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// The words of a text, which may be in scripts with other spaces.
    public static func words(_ text: String) -> [PlainWord] {
        text.split(whereSeparator: \.isWhitespace).map { PlainWord(String($0)) }
    }
}

extension String {
    /// The text as it is searched for: lower case, Latin letters without accents (`é` is `e`), letters that many write by others as
    /// those (`ё` is `е`, `ß` is `ss`), and letters with marks in one form, be they one code or several.
    public var folded: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        return lowercased().written(by: Self.plain)
    }

    /// The text with only those letters replaced that no index of words takes for others: case and accents stay.
    public var withoutOtherLetters: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return written(by: Self.others)
    }

    private func written(by table: [Character: String]) -> String {
        var result = ""
        for letter in self {
            if let plain = table[letter] {
                result += plain
            } else if let whole = Self.composed(letter) {
                for part in whole { result += table[part] ?? String(part) }
            } else {
                result.append(letter)
            }
        }
        return result
    }

    /// A letter of several codes as one code if there is one, and without accents that are left, as an index of words leaves them out.
    /// Nil for a letter of one code.
    private static func composed(_ letter: Character) -> String? {
        let scalars = letter.unicodeScalars
        guard let first = scalars.first, scalars.count > 1 else { return nil }
        var (whole, rest) = (String(first), "")
        for mark in scalars.dropFirst() {
            if let next = syllable(whole, mark) ?? composites[whole + String(mark)] {
                whole = next
            } else if !(0x300...0x36f).contains(mark.value) {
                rest.unicodeScalars.append(mark)
            }
        }
        return whole + rest
    }

    /// The Korean syllable of its parts; nil for other letters.
    private static func syllable(_ letter: String, _ next: Unicode.Scalar) -> String? {
        guard let first = letter.unicodeScalars.first?.value else { return nil }
        let code: UInt32
        if (0x1100..<0x1113).contains(first), (0x1161..<0x1176).contains(next.value) {
            code = 0xac00 + ((first - 0x1100) * 21 + next.value - 0x1161) * 28
        } else if (0xac00..<0xd7a4).contains(first), (first - 0xac00).isMultiple(of: 28), (0x11a8..<0x11c3).contains(next.value) {
            code = first + next.value - 0x11a7
        } else {
            return nil
        }
        return Unicode.Scalar(code).map { String($0) }
    }

    /// Greek, Cyrillic, Arabic, Indian and Japanese letters, among them all that can also be written as a letter and a mark: the two are
    /// equal as strings.
    private static let composites: [String: String] = {
        let ranges: [ClosedRange<UInt32>] = [
            0x386...0x3ce, 0x400...0x4f9, 0x622...0x6d3, 0x929...0xddf, 0x1f00...0x1fff, 0x304c...0x30fe,
        ]
        let letters = ranges.joined().compactMap { Unicode.Scalar($0) }.map { String($0) }
        return Dictionary(letters.map { ($0, $0) }) { first, _ in first }
    }()

    /// Letters that many write by others.
    private static let others: [Character: String] = {
        var table: [Character: String] = [
            "ё": "е", "Ё": "Е", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l",
            "Ł": "L", "đ": "d", "Đ": "D", "þ": "th", "Þ": "TH", "ð": "d", "Ð": "D", "ı": "i", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl",
            "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "ſ": "s", "ĳ": "ij", "Ĳ": "IJ",
        ]
        // Letters and digits that are as wide as Chinese ones.
        for code in UInt8(0x30)...0x7a {
            let plain = Unicode.Scalar(code)
            guard plain.properties.isAlphabetic || plain.properties.numericType != nil,
                let wide = Unicode.Scalar(0xfee0 + UInt32(code))
            else { continue }
            table[Character(wide)] = String(plain)
        }
        return table
    }()

    /// Latin letters with accents, and the same without. Other scripts have marks that change the word.
    private static let plain: [Character: String] = {
        var table = others
        let ranges: [ClosedRange<UInt32>] = [0xe0...0x233, 0x1e01...0x1ef9]
        for code in ranges.joined() {
            guard let letter = Unicode.Scalar(code), let name = letter.properties.name, let plain = plainLetter(ofName: name)
            else {
                continue
            }
            table[Character(letter)] = plain
        }
        return table
    }()

    /// The plain letter in the name that Unicode has for one with accents: `LATIN SMALL LETTER E WITH ACUTE`.
    private static func plainLetter(ofName name: String) -> String? {
        let parts = name.split(separator: " WITH ")
        guard parts.count == 2, parts[0].hasPrefix("LATIN SMALL LETTER "), let letter = parts[0].split(separator: " ").last,
            parts[0].utf8.count == 20, parts[1].split(separator: " AND ").allSatisfy({ accents.contains(String($0)) })
        else { return nil }
        return letter.lowercased()
    }

    /// Accents that an index of words leaves out.
    private static let accents: Set<String> = [
        "GRAVE", "ACUTE", "CIRCUMFLEX", "TILDE", "DIAERESIS", "MACRON", "BREVE", "CARON", "CEDILLA", "OGONEK", "HORN",
        "RING ABOVE", "DOT ABOVE", "HOOK ABOVE", "DOUBLE ACUTE", "DOUBLE GRAVE", "INVERTED BREVE", "DOT BELOW", "COMMA BELOW",
        "LINE BELOW", "CIRCUMFLEX BELOW", "TILDE BELOW", "RING BELOW", "DIAERESIS BELOW", "BREVE BELOW",
    ]
}
