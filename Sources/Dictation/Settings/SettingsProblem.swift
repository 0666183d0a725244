// Any thread; a value.

/// A line of the settings file that does not hold, and why.
public struct SettingsProblem: Sendable, Equatable, CustomStringConvertible {
    /// From 1; 0 is the file as a whole.
    public let line: Int
    /// Nothing when no key could be read.
    public let key: String?
    public let words: String

    public init(line: Int, key: String?, words: String) {
        self.line = line
        self.key = key
        self.words = words
    }

    public var description: String { line > 0 ? "line \(line): \(words)" : words }
}
