// Options that a recogniser is given. Any thread; a value.

/// Options of a call, besides the file.
public struct RecogniserOptions: Sendable, Hashable {
    /// Language, such as `en`; nil for the recogniser's choice.
    public var language: String?
    /// Path of a file with words that are likely, one a line; nil for none.
    public var vocabulary: String?
    /// Name or path of a model; nil for the recogniser's choice.
    public var model: String?

    /// Makes options.
    public init(language: String? = nil, vocabulary: String? = nil, model: String? = nil) {
        self.language = language
        self.vocabulary = vocabulary
        self.model = model
    }

    /// The command line after the program.
    func words(_ file: String) -> [String] {
        let given = [("--language", language), ("--vocabulary", vocabulary), ("--model", model)]
        return given.flatMap { name, value in value.map { [name, $0] } ?? [] } + [file]
    }

    /// True for a language as it may be given to a program: letters, digits and hyphens, such as `pt-BR`.
    public static func isLanguage(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x2d
        }
        return isPlain && (1...35).contains(text.utf8.count) && !text.hasPrefix("-")
    }
}
