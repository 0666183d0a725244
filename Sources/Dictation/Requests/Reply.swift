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

extension Fields {
    /// True for a field with a text of the user, or with the path of a file: who may only look gets none of them.
    private static func isText(_ key: String) -> Bool {
        ["path", "paths", "note", "said", "library", "rendered", "socket"].contains(key) || key.hasSuffix("_path")
            || key.hasSuffix("_paths")
            || key.hasPrefix("field.")
    }

    /// The fields without texts of the user and paths of files (the privilege `read`).
    public var withoutTexts: Fields { Fields(all.filter { !Self.isText($0.key) }) }
}

extension Reply {
    /// The answer without texts of the user and paths of files (the privilege `read`).
    public var withoutTexts: Reply { Reply(fields.withoutTexts, items: items.map(\.withoutTexts), failure: failure) }
}
