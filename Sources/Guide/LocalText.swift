// Text in several languages. Any thread; a value, no I/O.

/// A text by language.
public struct LocalText: Sendable, Hashable {
    /// The texts, by the two or three letters of their language.
    public var byLanguage: [String: String]

    /// Makes a text.
    public init(_ byLanguage: [String: String] = [:]) { self.byLanguage = byLanguage }

    /// True without a text in any language.
    public var isEmpty: Bool { byLanguage.isEmpty }

    /// The text in the first of these languages that has one, else in English, else in the first language by the alphabet, with
    /// the language. Nil without any text.
    public func best(for languages: [String]) -> (text: String, language: String)? {
        for language in languages + ["en"] + byLanguage.keys.sorted() {
            if let text = byLanguage[language] { return (text, language) }
        }
        return nil
    }
}
