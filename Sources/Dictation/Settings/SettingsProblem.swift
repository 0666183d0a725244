// Problems in a settings file. Any thread; a value.

/// A line of the settings file that is not used, with the reason.
public struct SettingsProblem: Sendable, Equatable, CustomStringConvertible {
    /// The line, from 1; 0 for the file as a whole.
    public let line: Int
    /// The key; nil when none could be read.
    public let key: String?
    /// The reason in words.
    public let words: String

    /// Makes a problem.
    public init(line: Int, key: String?, words: String) {
        self.line = line
        self.key = key
        self.words = words
    }

    /// The problem in words, with its line.
    public var description: String { line > 0 ? "line \(line): \(words)" : words }
}
