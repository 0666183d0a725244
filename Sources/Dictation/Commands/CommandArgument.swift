// Any thread; a value.

/// One argument as it was given: named, and not yet checked against the table.
public struct CommandArgument: Sendable, Equatable {
    public let name: String
    public let value: Value

    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}
