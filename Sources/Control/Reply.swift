// Room: Control. Any thread; a value.

/// The answer "done" to a command: what there is to say of it, and a list where one was asked for.
public struct Reply: Sendable, Equatable {
    public var fields: Fields
    public var items: [Fields]

    public init(_ fields: Fields = [:], items: [Fields] = []) {
        self.fields = fields
        self.items = items
    }
}
