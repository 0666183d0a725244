// One field of a reply. Any thread may use these values.

/// One key and its value in a reply.
public struct Field: Sendable, Equatable {
    public let key: String
    public let value: Value

    public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
    }
}
