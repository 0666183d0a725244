// A question sheet on the screen. Any thread; a value.
internal import Dictation
internal import Messages

/// A question sheet as `ask list` and `ask status` tell it. A field of another type reads as none.
struct AskSheet: Sendable, Equatable {
    let name: String
    let count: Int64
    private(set) var answered: Int64 = 0
    private(set) var requiredLeft: Int64 = 0
    /// The recording with the answers; empty for none.
    private(set) var recording = ""
    /// The questions, which stand in the list as long as there is no recording.
    private(set) var questions: [AskAnswer] = []

    init(_ fields: Fields) {
        name = fields.text("sheet")
        count = max(0, min(9999, fields.count("questions")))
        requiredLeft = max(0, min(9999, fields.count("required")))
    }

    /// Takes the sums of its answers, and its questions.
    mutating func take(_ reply: Reply) {
        let fields = reply.fields
        answered = max(0, min(9999, fields.count("answered")))
        requiredLeft = max(0, min(9999, fields.count("required_left")))
        recording = fields.text("name")
        questions = reply.items.prefix(2000).map(AskAnswer.init)
    }

    /// The counts: `5 of 12 answered`.
    var words: String { tr("\(answered) of \(count) answered") }

    /// The required questions that are left, in words.
    var requiredWords: String { Self.required(requiredLeft) }

    /// A count of required questions in words; empty for none.
    static func required(_ count: Int64) -> String {
        count == 0 ? "" : tr(count, "\(count) required left", "\(count) required left")
    }
}
