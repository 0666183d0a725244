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
    /// The text as it is searched for: lower case, Latin letters without accents (`é` is `e`), and letters that many write by others
    /// as those (`ё` is `е`, `ß` is `ss`).
    public var folded: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        var result = ""
        for letter in lowercased() { if let plain = Self.plain[letter] { result += plain } else { result.append(letter) } }
        return result
    }

    /// The text with only those letters replaced that no index of words takes for others: case and accents stay.
    public var withoutOtherLetters: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }), contains(where: { Self.others[$0] != nil }) else { return self }
        return map { Self.others[$0] ?? String($0) }.joined()
    }

    /// Letters that many write by others.
    private static let others: [Character: String] = [
        "ё": "е", "Ё": "Е", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l",
        "Ł": "L", "đ": "d", "Đ": "D", "þ": "th", "Þ": "TH", "ð": "d", "Ð": "D", "ı": "i",
    ]

    /// Latin letters with accents, and the same without. Other scripts have marks that change the word.
    private static let plain = Dictionary(
        uniqueKeysWithValues: zip(
            "àáâãäåāăąçćčďèéêëēęěğìíîïīñńňòóôõöōőřśšşșťţțùúûüūůűýÿźżž",
            "aaaaaaaaacccdeeeeeeegiiiiinnnooooooorsssstttuuuuuuuyyzzz".map(String.init))
    ).merging(others) { $1 }
}
