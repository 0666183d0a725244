// An argument before its check. Any thread; a value.

/// One argument as it was given: named, but not yet checked against the table.
public struct CommandArgument: Sendable, Equatable {
    /// The name of the parameter, without hyphens.
    public let name: String
    /// The value as it was given.
    public let value: Value

    /// Makes an argument.
    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}
