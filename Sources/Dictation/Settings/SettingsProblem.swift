// Problems in a settings file. Any thread; a value.
internal import Messages

/// A line of the settings file that is not used, with the reason.
public struct SettingsProblem: Sendable, Equatable, CustomStringConvertible {
    /// The line, from 1; 0 for the file as a whole.
    public let line: Int
    /// The key; nil when none could be read.
    public let key: String?
    private let reason: StoredText

    /// The reason in words.
    public var words: String { reason.description }

    /// Makes a problem with its reason.
    public init(line: Int, key: String?, words: @autoclosure () -> String) {
        self.line = line
        self.key = key
        reason = StoredText(words())
    }

    /// The problem in words, with its line.
    public var description: String { line > 0 ? tr("line \(line): \(words)") : words }
}
