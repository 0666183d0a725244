// Questions and verbs of the library. Any thread; values.
internal import Dictation
internal import Messages

/// A question that is open, with the recordings that it is about: a list that changes meanwhile changes nothing in it.
struct LibraryQuestion: Sendable {
    /// The action that asked.
    let action: ScreenAction
    /// The recordings.
    let recordings: LibraryMarks
}

/// A verb under way.
struct LibraryWork: Sendable {
    /// The action.
    let action: ScreenAction
    /// The recordings.
    let recordings: LibraryMarks

    /// The words once it is done; nil where the screen shows it anyway.
    func done(_ reply: Reply) -> String? {
        if action == .bring {
            let name = reply.fields.text("name")
            return reply.fields["name"] == nil ? tr("Imported") : tr("Imported \"\(name)\"")
        }
        return recordings.count == 1 ? recordings.doneOne(action, reply) : recordings.doneSeveral(action, reply)
    }
}
