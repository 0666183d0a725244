// One field of a reply. Any thread; a value.

/// One key and its value in a reply.
public struct Field: Sendable, Equatable {
    /// The name of the field.
    public let key: String
    /// The value of the field.
    public let value: Value

    /// Makes a field.
    public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }
}
