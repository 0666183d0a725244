// Levels of lines in the log. Any thread; a value.

/// The weight of a line in the log. The setting `log-level` names the lightest lines that are written.
public enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// A request or a part of the engine has failed.
    case error
    /// A person should look at this; the engine goes on.
    case warning
    /// An event of normal work.
    case info
    /// Everything, with private parts of the text: names of recordings, paths, texts of the user.
    case debug

    /// True for the heavier one: an error is less than a warning.
    public static func < (one: LogLevel, other: LogLevel) -> Bool { one.number < other.number }

    /// True if lines show their private parts at this level.
    public var showsPrivate: Bool { self == .debug }

    /// The priority of syslog and the journal: 3 for errors to 7 for debugging.
    public var priority: Int { self == .error ? 3 : number + 3 }

    private var number: Int {
        switch self {
        case .error: 0
        case .warning: 1
        // The journal has a level for notices between these two.
        case .info: 3
        case .debug: 4
        }
    }
}
