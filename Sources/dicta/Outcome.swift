// The output of a verb, as text and as JSON. One thread; a value.
import Dictation

/// The output of a verb: keys for JSON, text for people.
struct Outcome {
    let reply: Reply
    let text: String
    /// True when JSON has "items" even when there are none, so that scripts need not check.
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

    /// 1 when `verify` found damage: the verb succeeded, but a script must notice.
    var exitCode: Int32 {
        if case .int(let problems) = reply.fields["problems"], reply.fields["checked"] != nil, problems > 0 { return 1 }
        return 0
    }

    /// Verbs that scripts use print one bare word, all others the whole answer.
    init(_ reply: Reply, to request: Request) {
        let bare: String? =
            switch request.verb {
            // A take during which the server was away has several files.
            case .recording(.stop): reply.fields["paths"] == nil ? "path" : "paths"
            case .library(.export), .library(.deliver): reply.fields["path"] == nil ? nil : "path"
            case .recording(.rec), .recording(.append), .recording(.insert), .recording(.overwrite):
                !request.flag(.wait) ? "name" : reply.fields["paths"] == nil ? "path" : "paths"
            case .playing(.play): "name"
            case .library(.rename), .library(.copy), .library(.importing): reply.fields["name"] == nil ? nil : "name"
            case .recording, .playing, .monitoring, .marker, .library, .transport, .midi, .settings, .hook, .subscription,
                .engine, .terminal, .program:
                nil
            }
        if request.verb == .marker(.marks), request.flag(.labels) {
            self.init(reply, text: Labels.text(reply.items), isList: true)
        } else if let bare {
            self.init(reply, text: reply.fields[bare].map { $0.description + "\n" } ?? "")
        } else {
            let text = Listing.text(reply.items) + Listing.text(reply.fields)
            self.init(reply, text: text, isList: request.command.lists)
        }
    }
}
