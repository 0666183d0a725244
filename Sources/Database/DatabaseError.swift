// Error of the database. Any thread; a value.
internal import CSQLite
internal import Messages

/// A refusal by SQLite.
public struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// SQLite's primary result code.
    public let code: Int32
    /// Verb for the message: open, change, ask or use.
    public let operation: String
    /// SQLite's own message.
    public let reason: String

    /// Operation and reason for the user.
    public var description: String {
        switch operation {
        case "open": tr("cannot open the database: \(reason)")
        case "change": tr("cannot change the database: \(reason)")
        case "ask": tr("cannot ask the database: \(reason)")
        default: tr("cannot use the database: \(reason)")
        }
    }
}

extension DatabaseError {
    /// Makes the error of a database whose rows cannot be right.
    public init(damaged reason: String) { self.init(code: SQLITE_CORRUPT, operation: "use", reason: reason) }
}
