// The output of a verb, as text and as JSON. One thread; a value.
import Dictation

/// The output of a verb: keys for JSON, text for people.
struct Outcome {
    let reply: Reply
    let text: String
    /// True when JSON has "items" even when there are none, so that scripts need not check. A long list scrolls.
    let isList: Bool

    init(_ text: String, as key: String, _ value: String) {
        reply = Reply([key: .text(value)])
        self.text = text
        isList = false
    }

    init(_ reply: Reply, text: String, isList: Bool = false) {
        self.reply = reply
        self.text = text
        self.isList = isList
    }

    /// 1 when `verify` found damage or `recover` left some, 4 when `doctor` found a problem: the verb succeeded, but a script must notice.
    var exitCode: Int32 {
        if case .int(let problems) = reply.fields["problem_count"], problems > 0 { return CommandTable.problemCode }
        if case .int(let problems) = reply.fields["problems"], reply.fields["checked"] != nil, problems > 0 { return 1 }
        return 0
    }

    /// Verbs that scripts use print one bare word, all others the whole answer.
    init(_ reply: Reply, to request: Request) throws(DictaError) {
        let bare: String? =
            switch request.verb {
            case .recording(.stop): Self.takeFiles(reply)
            // A split at a frame to come has no name yet.
            case .recording(.split): reply.fields["at_frame"] == nil ? "name" : nil
            case .library(.export), .library(.render), .library(.flatten), .library(.deliver):
                reply.fields["path"] == nil ? nil : "path"
            case .library(.describe): "document"
            case .library(.analyse): ["path", "document"].first { reply.fields[$0] != nil }
            case .recording(.rec), .recording(.append), .recording(.insert), .recording(.overwrite):
                !request.flag(.wait) ? "name" : Self.takeFiles(reply)
            case .playing(.play): "name"
            case .playing(.place): "place"
            case .library(.rename), .library(.copy), .library(.importing): reply.fields["name"] == nil ? nil : "name"
            case .recording, .playing, .queue, .schedule, .monitoring, .marker, .library, .transport, .midi, .pedal, .settings,
                .hook,
                .subscription,
                .toggle, .lock, .cue, .guide,
                .engine, .terminal, .program:
                nil
            }
        if let sentence = Sentence.text(reply.fields, of: request) {
            self.init(reply, text: sentence + "\n")
        } else if request.verb == .library(.transcript), reply.fields["operation"] == nil {
            self.init(reply, text: TranscriptText.text(reply, of: request), isList: true)
        } else if let text = GuideText.text(reply, of: request) {
            self.init(reply, text: text, isList: request.command.lists)
        } else if request.verb == .marker(.marks), request.flag(.labels) {
            self.init(reply, text: Labels.text(reply.items), isList: true)
        } else if request.verb == .engine(.status), !request.flag(.all) {
            let columns = Screen.output.isTerminal ? Screen.output.columns : nil
            self.init(reply, text: StatusLines(reply.fields, columns: columns).text)
        } else if let bare {
            let text = reply.fields[bare]?.description ?? ""
            self.init(reply, text: text.isEmpty || text.hasSuffix("\n") ? text : text + "\n")
        } else {
            let room = Screen.output.isTerminal ? Screen.output.columns : nil
            // Parts of an operation that failed or were left alone are told one by one on standard error.
            var done = reply.failure == nil ? reply.items : reply.items.filter { $0["error"] == nil }
            if request.verb == .library(.importing) { done.removeAll { $0["skipped"] != nil } }
            let table = Table(done, request, chosen: try Columns.chosen(request), room: room)
            let grouped = request.text(.group).map { GroupedRows.text(done, by: $0, table.lines) }
            // A pipe gets as many lines as the list has.
            let isNone = room != nil && reply.items.isEmpty && reply.failure == nil
            let none = isNone ? Sentence.none(of: request).map { $0 + "\n" } : nil
            let rows = none ?? grouped ?? table.text
            self.init(reply, text: rows + Listing.text(reply.fields), isList: request.command.lists)
        }
    }

    /// The key of the files that a take made: a take that was split, or during which the server was away, has several. The end of a playback has
    /// the path of what was played.
    private static func takeFiles(_ reply: Reply) -> String {
        ["part_paths", "paths", "segment_path"].first { reply.fields[$0] != nil } ?? "path"
    }
}
