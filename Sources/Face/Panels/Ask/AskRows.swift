// Sheets and answers on the screen. Any thread; values.
internal import Dictation
internal import Drawing

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

/// A question with its answer as `answers` lists it. A field of another type reads as none.
struct AskAnswer: Sendable, Equatable {
    /// Number in the sheet; 0 for a question that the sheet no longer has.
    let number: Int64
    let id: String
    let question: String
    let answer: String
    let isAnswered: Bool
    let isRequired: Bool
    /// The place at which it is said first, in seconds; nil for none.
    let from: Double?

    init(_ fields: Fields) {
        number = max(0, min(9999, fields.count("number")))
        id = fields.text("question_id")
        question = PromptView.line(fields.text("question"), 1000)
        answer = PromptView.line(fields.text("answer"), 4000)
        isAnswered = fields.flag("answered")
        isRequired = fields.flag("required")
        let place = fields.number("from_seconds")
        from = fields["from_seconds"] == nil || !place.isFinite ? nil : max(0, min(TimeSpan.longestSeconds, place))
    }

    /// The answer in words; an open question says so.
    var words: String {
        if !answer.isEmpty { return answer }
        return isAnswered ? "(spoken)" : isRequired ? "(required)" : ""
    }

    /// The mark before the question, with its colour: answered, required or open.
    func mark(_ glyphs: FaceOptions.Glyphs) -> (sign: Character, role: Role) {
        isAnswered ? (glyphs.marked, .success) : isRequired ? ("!", .warning) : (glyphs.darkLamp, .secondary)
    }
}
