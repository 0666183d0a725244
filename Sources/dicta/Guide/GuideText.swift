// Answers about prompts and question sheets as text. One thread; no I/O.
import Dictation

/// Prompts and questions, as a person reads them.
enum GuideText {
    /// The text of the answer; nil for a list, which is a table.
    static func text(_ reply: Reply, of request: Request) -> String? {
        let fields = reply.fields
        switch request.verb {
        case .guide(.prompt):
            guard reply.items.isEmpty, request.text(.do) != "list" else { return nil }
            if request.text(.do) == "hide" { return "No prompt is shown until the next part of the day\n" }
            if request.text(.do) == "favourite" {
                let id = fields["prompt_id"]?.description ?? ""
                return fields["prompt_favourite"] == .int(1) ? "\(id) is a favourite\n" : "\(id) is no favourite any more\n"
            }
            return (fields["prompt_text"]?.description ?? "") + "\n"
        case .guide(.ask):
            guard request.text(.do) != "list" else { return nil }
            if let sheet = fields["sheet"]?.description { return sums(sheet, fields) + reply.items.compactMap(open).joined() }
            return question(fields) + "\n"
        case .library(.answers):
            if let path = fields["path"] { return "\(path)\n" }
            if request.text(.as) != nil { return reply.items.map { ($0["output"]?.description ?? "") + "\n" }.joined() }
            return reply.items.map(entry).joined(separator: "\n") + "\n" + sums(fields["sheet"]?.description ?? "", fields)
        case .library(.answer):
            let id = fields["question_id"]?.description ?? ""
            return fields["answer"] == .text("") ? "The spoken words answer \(id)\n" : "\(id) is answered\n"
        default: return nil
        }
    }

    /// The question that is being asked.
    static func question(_ fields: Fields) -> String {
        guard fields["question_state"] != .text("idle") else { return "No question sheet is being asked" }
        let hint = fields["question_hint"]?.description ?? ""
        let place = "\(fields["question_number"]?.description ?? "") of \(fields["question_count"]?.description ?? "")"
        let text = PrintableText.line(fields["question_text"]?.description ?? "")
        return "\(place): \(text)" + (hint.isEmpty ? "" : " (\(PrintableText.line(hint)))")
    }

    private static func sums(_ sheet: String, _ fields: Fields) -> String {
        let left = fields["required_left"]?.description ?? "0"
        let required = left == "0" ? "" : ", \(left) required \(left == "1" ? "one is" : "ones are") open"
        let name = fields["name"]?.description ?? ""
        let place = name.isEmpty ? "" : " in \(name)"
        let counts = "\(fields["answered"]?.description ?? "0") of \(fields["count"]?.description ?? "0")"
        return "\(sheet): \(counts) questions are answered\(place)\(required)\n"
    }

    /// A question without an answer; nil for an answered one.
    private static func open(_ item: Fields) -> String? {
        guard item["answered"] != .flag(true) else { return nil }
        let required = item["required"] == .flag(true) ? " (required)" : ""
        return "\(item["number"]?.description ?? ""). \(PrintableText.line(item["question"]?.description ?? ""))\(required)\n"
    }

    /// A question with its answer.
    private static func entry(_ item: Fields) -> String {
        let number = item["number"].map { "\($0)" }.flatMap { $0 == "0" ? nil : "\($0). " } ?? ""
        let answer = PrintableText.line(item["answer"]?.description ?? "")
        var place = ""
        if case .double(let from)? = item["from_seconds"], case .double(let to)? = item["to_seconds"] {
            place = "[\(TimeSpan.place(from, isExact: false)) to \(TimeSpan.place(to, isExact: false))] "
        }
        let text = !answer.isEmpty ? answer : place.isEmpty ? "-" : "(not written down yet: dicta transcribe)"
        return "\(number)\(PrintableText.line(item["question"]?.description ?? ""))\n   \(place)\(text)\n"
    }
}
