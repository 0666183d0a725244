// The question sheet that is being asked. Any thread; a value.
internal import Dictation
internal import Drawing
internal import Messages

/// Fields of the topic `questions`.
struct QuestionView: Sendable, Equatable {
    /// State of a round through a sheet.
    enum State: String, Sendable {
        case idle
        /// The question is spoken, or its take is about to begin.
        case asking
        /// The take waits for the first sound.
        case listening
        /// The answer is heard.
        case answering
    }

    /// The largest number that is shown of a count.
    private static let most: Int64 = 9999

    var state = State.idle
    var sheet = ""
    var id = ""
    /// The question, in one line without control characters.
    var text = ""
    var hint = ""
    /// Number of the question, from 1; 0 for none.
    var number: Int64 = 0
    var count: Int64 = 0
    var answered: Int64 = 0
    var requiredLeft: Int64 = 0
    /// Answered share, from 0 to 1.
    var share = 0.0
    /// Name of the recording with the answers, which exists from the first answer on.
    var recording = ""

    init() {}

    init(_ fields: Fields) {
        state = State(rawValue: fields.text("question_state")) ?? .idle
        guard state != .idle else { return }
        sheet = fields.text("question_sheet")
        id = fields.text("question_id")
        text = PromptView.line(fields.text("question_text"), 1000)
        hint = PromptView.line(fields.text("question_hint"), 1000)
        count = Self.bounded(fields.count("question_count"))
        number = min(count, Self.bounded(fields.count("question_number")))
        answered = min(count, Self.bounded(fields.count("question_answered")))
        requiredLeft = min(count, Self.bounded(fields.count("question_required_left")))
        let percent = fields.number("question_percent")
        share = percent.isFinite ? max(0, min(1, percent / 100)) : 0
        recording = fields.text("question_recording")
    }

    private static func bounded(_ count: Int64) -> Int64 { max(0, min(most, count)) }

    /// True while a sheet is being asked.
    var isAsked: Bool { state != .idle }

    /// The place in the sheet: `3 of 12`.
    var place: String { Self.place(number, of: count) }

    /// A place in a sheet of so many questions.
    static func place(_ number: Int64, of count: Int64) -> String { tr("\(number) of \(count)") }

    /// The state as the screen writes it.
    var word: String {
        switch state {
        case .idle: tr("READY")
        case .asking: tr("ASKING")
        case .listening: tr("LISTENING")
        case .answering: tr("ANSWERING")
        }
    }

    /// The colour of the state.
    var role: Role {
        switch state {
        case .idle: .secondary
        case .asking: .info
        case .listening: .warning
        case .answering: .record
        }
    }
}
