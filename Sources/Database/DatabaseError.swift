// Error of the database. Any thread; a value.

/// A refusal by SQLite.
public struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// SQLite's primary result code.
    public let code: Int32
    /// Verb for the message: open, change, ask or use.
    public let operation: String
    /// SQLite's own message.
    public let reason: String

    /// Makes the error of a database whose rows cannot be right (SQLITE_CORRUPT).
    public init(damaged reason: String) { self.init(code: 11, operation: "use", reason: reason) }

    init(code: Int32, operation: String, reason: String) {
        (self.code, self.operation, self.reason) = (code, operation, reason)
    }

    /// Operation and reason for the user.
    public var description: String { "cannot \(operation) the database: \(reason)" }
}
