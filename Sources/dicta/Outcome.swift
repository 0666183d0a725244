// Room: dicta. One thread; a value.
import Control
import Dictation

/// What a verb has to say: keys for JSON, text for people.
struct Outcome {
    let reply: Reply
    let text: String

    init(_ text: String, as key: String, _ value: String) {
        reply = Reply([key: .text(value)])
        self.text = text
    }

    init(_ reply: Reply, text: String) {
        self.reply = reply
        self.text = text
    }

    /// The verbs that scripts use print one bare word, the others all there is.
    init(_ reply: Reply, to request: Request) {
        let bare: String? =
            switch request.name {
            case "stop": "path"
            case "rec": request.flag("wait") ? "path" : "name"
            case "play": "name"
            default: nil
            }
        if let bare {
            self.init(reply, text: reply.fields[bare].map { $0.description + "\n" } ?? "")
        } else {
            self.init(reply, text: Listing.text(reply.items) + Listing.text(reply.fields))
        }
    }
}
