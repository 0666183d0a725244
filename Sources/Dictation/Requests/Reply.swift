// The answer to a command. Any thread; a value.
internal import Messages

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

extension Field {
    /// Fields with texts of the user, or with paths of files.
    private static let texts: Set = [
        "path", "paths", "note", "said", "library", "rendered", "socket", "prompt_text", "question_text", "question_hint",
    ]
    /// Fields with sentences, which can name a file, and with a file or something else.
    private static let sentences: Set = ["error", "message", "problem", "skipped", "source", "why", "warning"]

    /// True for a field with a text of the user or the path of a file: who may only look gets none of them. A sentence is one if it
    /// has a path in it.
    fileprivate var isText: Bool {
        if Self.texts.contains(key) || key.hasSuffix("_path") || key.hasSuffix("_paths") || key.hasPrefix("field.") {
            return true
        }
        let endings = ["error", "hint", "problems", "trouble", "troubles"]
        guard Self.sentences.contains(key) || endings.contains(where: key.hasSuffix), case .text(let words) = value else {
            return false
        }
        return words.utf8.contains(UInt8(ascii: "/"))
    }
}

extension Fields {
    /// The fields without texts of the user and paths of files (the privilege `read`).
    public var withoutTexts: Fields { Fields(all.filter { !$0.isText }) }

    /// The same fields, with nothing in the place of texts: a message of state has all its fields in their order.
    public var withEmptyTexts: Fields { Fields(all.map { $0.isText ? Field($0.key, .text("")) : $0 }) }
}

extension Reply {
    /// The answer without texts of the user and paths of files (the privilege `read`).
    public var withoutTexts: Reply {
        Reply(fields.withoutTexts, items: items.map(\.withoutTexts), failure: failure?.withoutPaths)
    }
}

extension Failure {
    /// The error without paths of files (the privilege `read`): words with one become those of the number.
    public var withoutPaths: Failure {
        words.utf8.contains(UInt8(ascii: "/")) ? Failure(code, code.summary.text) : self
    }
}
