// A value any thread may hold; the words of this room.

/// What SQLite said no to.
public struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// SQLite's primary result code.
    public let code: Int32
    public let operation: String
    public let reason: String

    /// Whether the file itself is to blame: another one would do.
    public var isDamage: Bool { [11, 26].contains(code) }

    public var description: String { "cannot \(operation) the database: \(reason)" }
}
