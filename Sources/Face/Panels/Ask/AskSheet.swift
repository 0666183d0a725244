// A question sheet on the screen. Any thread; a value.
internal import Dictation

/// A question sheet as `ask list` and `ask status` tell it. A field of another type reads as none.
struct AskSheet: Sendable, Equatable {
    let name: String
    let count: Int64
    /// The first question.
    let first: String
    private(set) var answered: Int64 = 0
    private(set) var requiredLeft: Int64 = 0
    /// The recording with the answers; empty for none.
    private(set) var recording = ""

    init(_ fields: Fields) {
        name = fields.text("sheet")
        count = max(0, min(9999, fields.count("questions")))
        first = PromptView.line(fields.text("first"), 1000)
        requiredLeft = max(0, min(9999, fields.count("required")))
    }

    /// Takes the sums of its answers.
    mutating func take(_ fields: Fields) {
        answered = max(0, min(9999, fields.count("answered")))
        requiredLeft = max(0, min(9999, fields.count("required_left")))
        recording = fields.text("name")
    }

    /// The counts: `5 of 12 answered`.
    var words: String { "\(answered) of \(count) answered" }

    /// The required questions that are left, in words.
    var requiredWords: String { Self.required(requiredLeft) }

    /// A count of required questions in words; empty for none.
    static func required(_ count: Int64) -> String { count == 0 ? "" : "\(count) required left" }
}
