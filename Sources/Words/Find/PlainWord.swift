// Words as they are compared. Any thread; a value, no I/O.

/// A word without case, accents and punctuation: `Don't!` and `dont` are the same.
public struct PlainWord: Sendable, Hashable {
    /// The letters and digits that are left; the word itself if it has none.
    public let letters: String

    /// Takes a word as it is written.
    public init(_ text: String) {
        var kept = ""
        for scalar in text.withoutAccents.unicodeScalars where Self.counts(scalar) {
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
    /// Lower case without the accents of Latin letters: `é` becomes `e`.
    fileprivate var withoutAccents: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        return String(lowercased().map { Self.unaccented[$0] ?? $0 })
    }

    /// Latin letters with accents, and the same without. Other scripts have marks that change the word.
    private static let unaccented = Dictionary(
        uniqueKeysWithValues: zip(
            "àáâãäåāăąçćčďèéêëēęěìíîïīñńňòóôõöøōřśšşťţùúûüūůýÿźżž",
            "aaaaaaaaacccdeeeeeeeiiiiinnnooooooorsssttuuuuuuyyzzz"))
}
