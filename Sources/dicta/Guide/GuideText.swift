// Answers about prompts and question sheets as text. One thread; no I/O.
import Dictation
import Messages

/// Prompts and questions, as a person reads them.
enum GuideText {
    /// The text of the answer; nil for a list, which is a table.
    static func text(_ reply: Reply, of request: Request) -> String? {
        let fields = reply.fields
        switch request.verb {
        case .guide(.prompt):
            guard reply.items.isEmpty, request.text(.do) != "list" else { return nil }
            if request.text(.do) == "hide" { return tr("No prompt is shown until the next part of the day") + "\n" }
            if request.text(.do) == "favourite" {
                let id = fields["prompt_id"]?.description ?? ""
                let isFavourite = fields["prompt_favourite"] == .int(1)
                return (isFavourite ? tr("\(id) is a favourite") : tr("\(id) is no favourite any more")) + "\n"
            }
            return (fields["prompt_text"]?.description ?? "") + "\n"
        case .guide(.ask):
            guard request.text(.do) != "list" else { return nil }
            if let sheet = fields["sheet"]?.description { return sums(sheet, fields) + reply.items.compactMap(open).joined() }
            guard request.text(.do) != "stop" else {
                // The answer tells the round that was ended.
                let sheet = fields["question_sheet"]?.description ?? ""
                let name = sheet.shellWord
                return tr("The questions of \(sheet) have ended: 'dicta ask \(name)' goes on with the first open one") + "\n"
            }
            return question(fields) + "\n"
        case .library(.answers):
            if let path = fields["path"] { return "\(path)\n" }
            if request.text(.as) != nil { return reply.items.map { ($0["output"]?.description ?? "") + "\n" }.joined() }
            return reply.items.map(entry).joined(separator: "\n") + "\n" + sums(fields["sheet"]?.description ?? "", fields)
        case .library(.answer):
            let id = fields["question_id"]?.description ?? ""
            return (fields["answer"] == .text("") ? tr("The spoken words answer \(id)") : tr("\(id) is answered")) + "\n"
        default: return nil
        }
    }

    /// The question that is being asked.
    static func question(_ fields: Fields) -> String {
        guard fields["question_state"] != .text("idle") else { return tr("No question sheet is being asked") }
        let hint = fields["question_hint"]?.description ?? ""
        let (number, count) = (fields["question_number"]?.description ?? "", fields["question_count"]?.description ?? "")
        let text = PrintableText.line(fields["question_text"]?.description ?? "")
        return tr("\(number) of \(count): \(text)") + (hint.isEmpty ? "" : " (\(PrintableText.line(hint)))")
    }

    private static func sums(_ sheet: String, _ fields: Fields) -> String {
        let (answered, count, left) = (fields.count("answered"), fields.count("count"), fields.count("required_left"))
        let name = fields["name"]?.description ?? ""
        var words =
            name.isEmpty
            ? tr(
                count, "\(sheet): \(answered) of \(count) question is answered",
                "\(sheet): \(answered) of \(count) questions are answered")
            : tr(
                count, "\(sheet): \(answered) of \(count) question is answered in \(name)",
                "\(sheet): \(answered) of \(count) questions are answered in \(name)")
        if left != 0 { words += ", " + tr(left, "\(left) required one is open", "\(left) required ones are open") }
        return words + "\n"
    }

    /// A question without an answer; nil for an answered one.
    private static func open(_ item: Fields) -> String? {
        guard item["answered"] != .flag(true) else { return nil }
        let required = item["required"] == .flag(true) ? " " + tr("(required)", "a question") : ""
        return "\(item["number"]?.description ?? ""). \(PrintableText.line(item["question"]?.description ?? ""))\(required)\n"
    }

    /// A question with its answer.
    private static func entry(_ item: Fields) -> String {
        let number = item["number"].map { "\($0)" }.flatMap { $0 == "0" ? nil : "\($0). " } ?? ""
        let answer = PrintableText.line(item["answer"]?.description ?? "")
        var place = ""
        if case .double(let from)? = item["from_seconds"], case .double(let to)? = item["to_seconds"] {
            let (start, end) = (TimeSpan.place(from, isExact: false), TimeSpan.place(to, isExact: false))
            place = "[" + tr("\(start) to \(end)") + "] "
        }
        let text = !answer.isEmpty ? answer : place.isEmpty ? "-" : tr("(not written down yet: dicta transcribe)")
        return "\(number)\(PrintableText.line(item["question"]?.description ?? ""))\n   \(place)\(text)\n"
    }
}
