// Sentences about prompts and question sheets, for screen readers. One thread; no state.
import Dictation
import Messages

extension PlainReport {
    /// The prompt that stands and the question that is asked, as far as there are any.
    var guideSummary: [String] {
        let (prompt, question) = (fields(of: .prompts), fields(of: .questions))
        return Self.prompt(prompt) + (Self.isAsked(question) ? [Self.question(question)] : [])
    }

    /// True while the take answers a question: the sheet tells its course.
    func isAnswer(_ name: String) -> Bool {
        let question = fields(of: .questions)
        return Self.isAsked(question) && question.text("question_recording") == name
    }

    /// A change of the prompt. One that its take has begun to use was told before.
    static func prompt(_ before: Fields, _ now: Fields) -> [String] {
        if before.text("prompt_id") == now.text("prompt_id"), before.text("prompt_text") == now.text("prompt_text") {
            guard before.flag("prompt_favourite") != now.flag("prompt_favourite"), !now.text("prompt_text").isEmpty else {
                return []
            }
            return [now.flag("prompt_favourite") ? tr("The prompt is a favourite.") : tr("The prompt is a favourite no longer.")]
        }
        return prompt(now)
    }

    /// A change of the sheet that is asked: a new question, and the moment from which its answer is heard. Kept answers and the
    /// end of a sheet are events.
    static func questions(_ before: Fields, _ now: Fields) -> [String] {
        guard isAsked(now) else { return [] }
        let (old, new) = (before.text("question_state"), now.text("question_state"))
        let isNew =
            !isAsked(before) || before.text("question_id") != now.text("question_id") || (new == "asking" && old != "asking")
        let told = isNew ? [question(now)] : []
        return new == "listening" && (isNew || old != "listening") ? told + [tr("Listening.")] : told
    }

    /// An answer that is on the disk.
    static func kept(_ fields: Fields) -> String {
        let (number, count) = (fields.count("number"), fields.count("count"))
        return tr("The answer to question \(number) of \(count) is kept.")
    }

    /// The end of a sheet, with its sums.
    static func ended(_ fields: Fields) -> String {
        let (sheet, answered) = (fields.text("sheet"), fields.count("answered"))
        let (count, left) = (fields.count("count"), fields.count("required_left"))
        guard left > 0 else {
            return tr(
                count, "The sheet \(sheet) has ended: \(answered) of \(count) question is answered.",
                "The sheet \(sheet) has ended: \(answered) of \(count) questions are answered.")
        }
        let open = tr(left, "\(left) required one is open", "\(left) required ones are open")
        return tr(
            count, "The sheet \(sheet) has ended: \(answered) of \(count) question is answered, \(open).",
            "The sheet \(sheet) has ended: \(answered) of \(count) questions are answered, \(open).")
    }

    private static func prompt(_ prompt: Fields) -> [String] {
        let text = prompt.text("prompt_text")
        guard prompt.flag("prompt_card"), !text.isEmpty else { return [] }
        return [prompt.flag("prompt_favourite") ? tr("Prompt, a favourite: \(text)") : tr("Prompt: \(text)")]
    }

    private static func isAsked(_ question: Fields) -> Bool { !["", "idle"].contains(question.text("question_state")) }

    private static func question(_ question: Fields) -> String {
        let (number, count) = (question.count("question_number"), question.count("question_count"))
        let (text, hint) = (question.text("question_text"), question.text("question_hint"))
        return hint.isEmpty
            ? tr("Question \(number) of \(count): \(text)") : tr("Question \(number) of \(count): \(text) (\(hint))")
    }
}
