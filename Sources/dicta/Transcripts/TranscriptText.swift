// The answer of the verb `transcript` as text. One thread; no I/O.
import Dictation
import Messages
import Storage

/// The words of a recording, as a person and other programs read them.
enum TranscriptText {
    /// The text of the answer.
    static func text(_ reply: Reply, of request: Request) -> String {
        if let path = reply.fields["path"] {
            guard request.text(.do) == "import" else { return "\(path)\n" }
            return imported(reply.fields, path)
        }
        if request.text(.do) == "write" {
            let fields = reply.fields
            let (changed, inserted, removed) = (fields.count("changed"), fields.count("inserted"), fields.count("removed"))
            return counts(fields["name"]?.description ?? "", changed: changed, inserted: inserted, removed: removed) + "\n"
        }
        if request.text(.as) != nil, request.text(.find) == nil, request.double(.doubtful) == nil {
            return reply.items.map { ($0["output"]?.description ?? "") + "\n" }.joined()
        }
        guard !reply.items.isEmpty else { return nothing(reply.fields, request) }
        let lines = reply.items.map { line($0) + "\n" }.joined()
        guard case .double(let unheard)? = reply.fields["unheard_seconds"], unheard >= 1, request.text(.find) == nil else {
            return lines
        }
        let name = reply.fields["name"]?.description ?? ""
        let length = TimeSpan.length(unheard)
        return lines + tr("\(length) have no words yet (dicta transcribe \(name.shellWord))") + "\n"
    }

    /// The sentence about the words that were written.
    static func counts(_ name: String, changed: Int64, inserted: Int64, removed: Int64) -> String {
        tr(
            changed, "\(name): \(changed) word changed, \(inserted) new, \(removed) removed",
            "\(name): \(changed) words changed, \(inserted) new, \(removed) removed")
    }

    /// The words that a file gave, and those that it has besides.
    private static func imported(_ fields: Fields, _ path: Value) -> String {
        let (count, name) = (fields.count("words"), fields["name"]?.description ?? "")
        var lines = [
            tr(count, "\(count) word of \(path) is the text of \(name)", "\(count) words of \(path) are the text of \(name)")
        ]
        let replaced = fields.count("words_replaced")
        if replaced > 0 {
            lines.append(
                tr(
                    replaced, "\(replaced) word was replaced (dicta undo \(name.shellWord) brings it back)",
                    "\(replaced) words were replaced (dicta undo \(name.shellWord) brings them back)"))
        }
        let rest = fields.count("words_left_out")
        if rest > 0 {
            lines.append(
                tr(
                    rest, "\(rest) word lies after the end of \(name) and was left out",
                    "\(rest) words lie after the end of \(name) and were left out"))
        }
        if let encoding = fields["read_as"] {
            lines.append(
                tr(
                    "It was read as \(encoding), since it is no UTF-8: if its letters are wrong, convert it and import it again"
                        + " (iconv -f CP1251 -t UTF-8 FILE)"))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// One line: its place, its speaker and its text; of a stretch of words also the words themselves.
    private static func line(_ item: Fields) -> String {
        let speaker = item["speaker"].map { "\($0.description): " } ?? ""
        let text = PrintableText.line(item["text"]?.description ?? "")
        var start = 0.0
        if case .double(let seconds)? = item["from_seconds"] { start = seconds }
        let place = "[\(clock(start))] "
        guard let words = item["words"]?.description else { return place + speaker + text }
        var doubt = ""
        if case .double(let confidence)? = item["confidence"] { doubt = " (\(confidence.localized(2)))" }
        return place + PrintableText.line(words) + doubt + ": " + text
    }

    /// A place as hours, minutes, seconds and tenths.
    static func clock(_ seconds: Double) -> String {
        PlaceFormat("%H:%M:%S.%d").text(frame: TimeSpan.seconds(seconds).frames(rate: 1000), rate: 1000, name: "")
    }

    /// The answer without lines, and the next step.
    private static func nothing(_ fields: Fields, _ request: Request) -> String {
        let name = fields["name"]?.description ?? ""
        if let words = request.text(.find), fields["words"] != .int(0) {
            return tr("'\(words)' is not said in \(name), as far as its transcript knows") + "\n"
        }
        if request.double(.doubtful) != nil, fields["words"] != .int(0) {
            return tr("No word of \(name) is that doubtful") + "\n"
        }
        if request.place(.from) != nil || request.place(.until) != nil {
            return tr("No word of \(name) lies in that stretch") + "\n"
        }
        if case .double(let length)? = fields["seconds"], case .double(let unheard)? = fields["unheard_seconds"],
            unheard < min(1, length)
        {
            return tr(
                "The transcript of \(name) has no words: try another language (dicta transcribe \(name.shellWord) --again"
                    + " --language LANGUAGE), another recogniser (--recogniser PROGRAM) or model (dicta set recogniser-model MODEL), or"
                    + " import a transcript (dicta transcript import \(name.shellWord) FILE)") + "\n"
        }
        return StorageError.noTranscript(name: name).description + "\n"
    }
}
