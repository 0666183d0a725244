// Questions and verbs of the library. Any thread; values.
internal import Dictation

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
        let words = recordings.words
        return switch action {
        case .enqueue: "Added \(words) to the queue: \(reply.fields.count("queue_count")) recordings"
        case .rename: "Renamed \(words)"
        case .copy: "Copied \(words)"
        case .delete: "Deleted \(recordings.wordsWithSize)"
        case .tag: "Changed the tags of \(words)"
        case .note: "Changed the note of \(words)"
        case .export: "Exported \(words)" + (reply.fields["path"] == nil ? "" : " to \(reply.fields.text("path"))")
        case .deliver: "Made an AAC file of \(words)"
        case .bring: reply.fields["name"] == nil ? "Imported" : "Imported \"\(reply.fields.text("name"))\""
        case .favourite:
            words + (recordings.count == 1 ? ": a favourite" : ": favourites") + (recordings.areFavourites ? " no longer" : "")
        case .complete: recordings.areCompleted ? "\(words): a draft again" : "Completed \(words)"
        default: nil
        }
    }
}
