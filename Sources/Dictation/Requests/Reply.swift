// The answer to a command. Any thread; a value.

/// The answer to a command that was carried out: fields, and items when it lists something. When a part of several things
/// failed, the items tell the result of each, and `failure` gives the reason.
public struct Reply: Sendable, Equatable {
    /// The fields of the answer.
    public var fields: Fields
    /// The items of a list.
    public var items: [Fields]

    /// The reason that a part failed; nil when all is done. In OSC it takes the place of the fields, after the items.
    public var failure: Failure?

    /// Makes an answer. With `failure` a part was not done, and `items` tell the results.
    public init(_ fields: Fields = [:], items: [Fields] = [], failure: Failure? = nil) {
        self.fields = fields
        self.items = items
        self.failure = failure
    }
}
