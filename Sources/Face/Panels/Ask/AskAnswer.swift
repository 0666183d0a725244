// An answer on the screen. Any thread; a value.
internal import Dictation
internal import Drawing
internal import Messages

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
        return isAnswered ? tr("(spoken)") : isRequired ? tr("(required)") : ""
    }

    /// The mark before the question, with its colour: answered, required or open.
    func mark(_ glyphs: FaceOptions.Glyphs) -> (sign: Character, role: Role) {
        isAnswered ? (glyphs.marked, .success) : isRequired ? ("!", .warning) : (glyphs.darkLamp, .secondary)
    }
}
