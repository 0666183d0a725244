// The answer to a command. Any thread may use these values.

/// The answer "done" to a command: what there is to say of it, and a list where one was asked for. Of several things of which
/// some failed the list tells what was done and what was not, and `failure` why.
public struct Reply: Sendable, Equatable {
    public var fields: Fields
    public var items: [Fields]

    /// Nil where all that was asked for is done. On the wire it stands in the place of the fields, after the items.
    public var failure: Failure?

    /// With `failure` a part was not done; `items` then tell the rest.
    public init(_ fields: Fields = [:], items: [Fields] = [], failure: Failure? = nil) {
        self.fields = fields
        self.items = items
        self.failure = failure
    }
}
