// The verb `answer`. One owner at a time; blocks briefly.
import Dictation
import Guide
internal import Messages
import Storage
import System

/// A text by hand for a question.
struct AnswerWriting: Hashable {
    /// Id or number of the question.
    let question: String
    /// The answer; empty to remove it.
    let text: String
    /// Name of the sheet; nil for that of the recording.
    let sheet: String?

    /// The longest answer in bytes: as much as an hour of speech.
    static let longest = 100_000

    /// Reads a request. Throws `.usage` for a text that is too long.
    init(_ request: Request) throws(CatalogueError) {
        question = request.text(.question) ?? ""
        text = Self.trimmed(request.text(.text) ?? "")
        sheet = request.text(.sheet)
        guard text.utf8.count <= Self.longest else {
            let count = text.utf8.count
            throw .usage(
                tr(
                    count, "answer: the text has \(count) byte, and \(Self.longest) are kept; write less",
                    "answer: the text has \(count) bytes, and \(Self.longest) are kept; write less"))
        }
    }

    /// A text without blanks and line breaks at its ends: a text of these only is no answer.
    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension Operation {
    /// Writes an answer by hand. Refusals are noted as failures.
    func answer(_ name: String, _ writing: AnswerWriting) throws(StorageError) {
        try library.refuseOpenTake(name)
        let guide = try GuideFiles.catalogue()
        var refusal: CatalogueError?
        var answered: Fields?
        try library.updateRecording(name) { (recording) throws(StorageError) in
            let sheet = writing.sheet ?? recording.sheet ?? ""
            let former = recording.answeredQuestions.first { $0.id == writing.question }
            let found = guide.sheet(sheet)?.question(writing.question)
            guard
                let question = found.map({ AskedQuestion(sheet: sheet, id: $0.id, text: $0.text.best(for: [])?.text ?? "") })
                    ?? former
            else {
                refusal = .usage(
                    sheet.isEmpty
                        ? tr("answer: \(name) answers no sheet yet; name one with --sheet ('dicta ask list' lists them)")
                        : tr(
                            "answer: the sheet \(sheet) has no question '\(writing.question)'; 'dicta answers"
                                + " \(name.shellWord)' lists them"))
                return
            }
            recording.answer(question, writing.text, at: Timestamp.now.iso8601)
            answered = ["name": .text(name), "question_id": .text(question.id), "answer": .text(writing.text)]
        }
        // An answer that cannot be written has no item.
        if let answered { items = [answered] }
        if let refusal { failures.append((name, refusal)) }
    }
}
