// Sentences about marked recordings. Any thread; a value.
internal import Dictation
internal import Messages

extension LibraryMarks {
    /// The size of all.
    private var size: String { ByteSize(bytes).decimal }

    /// The title of the question that an action asks: it names one recording, and counts several.
    func title(_ action: ScreenAction) -> String {
        let (name, count) = (names.first ?? "", count)
        if count == 1 {
            return switch action {
            case .rename: tr("Rename \"\(name)\"")
            case .copy: tr("Copy \"\(name)\"")
            case .delete: tr("Delete \"\(name)\"?")
            case .tag: tr("Tags of \"\(name)\"")
            case .note: tr("Note of \"\(name)\"")
            case .export: tr("Export \"\(name)\"")
            case .deliver: tr("AAC file of \"\(name)\"?")
            default: ""
            }
        }
        return switch action {
        case .delete: tr(count, "Delete \(count) recording?", "Delete \(count) recordings?")
        case .tag: tr(count, "Tags of \(count) recording", "Tags of \(count) recordings")
        case .note: tr(count, "Note of \(count) recording", "Note of \(count) recordings")
        case .export: tr(count, "Export \(count) recording", "Export \(count) recordings")
        case .deliver: tr(count, "AAC file of \(count) recording?", "AAC file of \(count) recordings?")
        default: ""
        }
    }

    /// The warning before they are deleted.
    var deletion: String {
        let (count, size) = (count, size)
        guard count == 1, let name = names.first else {
            return tr(
                count, "\(count) recording (\(size)) will be deleted permanently. There is no undo.",
                "\(count) recordings (\(size)) will be deleted permanently. There is no undo.")
        }
        return tr("\"\(name)\" (\(size)) will be deleted permanently. There is no undo.")
    }

    /// The words for the one recording that is not marked but selected, the longer ones first.
    var selectedWords: [String] {
        let (name, size) = (names.first ?? "", size)
        return [tr("Verbs act on \"\(name)\" (\(size))"), tr("Verbs act on \"\(name)\"")]
    }

    /// The words for marked recordings, the longer ones first.
    var markedWords: [String] {
        let (count, size) = (count, size)
        guard count == 1, let name = names.first else {
            return [
                tr(
                    count, "\(count) recording (\(size)) marked: verbs act on all of them",
                    "\(count) recordings (\(size)) marked: verbs act on all of them"),
                tr(count, "\(count) recording (\(size)) marked", "\(count) recordings (\(size)) marked"),
            ]
        }
        return [tr("\"\(name)\" (\(size)) marked: verbs act on it"), tr("\"\(name)\" (\(size)) marked")]
    }

    /// The words once an action on one recording is done; nil where the screen shows it anyway.
    func doneOne(_ action: ScreenAction, _ reply: Reply) -> String? {
        let (name, size, path) = (names.first ?? "", size, reply.fields.text("path"))
        return switch action {
        case .enqueue: tr("Added \"\(name)\" to the queue") + Self.queueWords(reply)
        case .rename: tr("Renamed \"\(name)\"")
        case .copy: tr("Copied \"\(name)\"")
        case .delete: tr("Deleted \"\(name)\" (\(size))")
        case .tag: tr("Changed the tags of \"\(name)\"")
        case .note: tr("Changed the note of \"\(name)\"")
        case .export:
            reply.fields["path"] == nil ? tr("Exported \"\(name)\"") : tr("Exported \"\(name)\" to \(path)")
        case .deliver: tr("Made an AAC file of \"\(name)\"")
        case .favourite: areFavourites ? tr("\"\(name)\": a favourite no longer") : tr("\"\(name)\": a favourite")
        case .complete: areCompleted ? tr("\"\(name)\": a draft again") : tr("Completed \"\(name)\"")
        default: nil
        }
    }

    /// The words once an action on several recordings is done; nil where the screen shows it anyway.
    func doneSeveral(_ action: ScreenAction, _ reply: Reply) -> String? {
        let (count, size, path) = (count, size, reply.fields.text("path"))
        return switch action {
        case .enqueue:
            tr(count, "Added \(count) recording to the queue", "Added \(count) recordings to the queue")
                + Self.queueWords(reply)
        case .copy: tr(count, "Copied \(count) recording", "Copied \(count) recordings")
        case .delete: tr(count, "Deleted \(count) recording (\(size))", "Deleted \(count) recordings (\(size))")
        case .tag: tr(count, "Changed the tags of \(count) recording", "Changed the tags of \(count) recordings")
        case .note: tr(count, "Changed the note of \(count) recording", "Changed the note of \(count) recordings")
        case .export:
            reply.fields["path"] == nil
                ? tr(count, "Exported \(count) recording", "Exported \(count) recordings")
                : tr(count, "Exported \(count) recording to \(path)", "Exported \(count) recordings to \(path)")
        case .deliver: tr(count, "Made an AAC file of \(count) recording", "Made an AAC file of \(count) recordings")
        case .favourite:
            areFavourites
                ? tr(count, "\(count) recording: favourites no longer", "\(count) recordings: favourites no longer")
                : tr(count, "\(count) recording: favourites", "\(count) recordings: favourites")
        case .complete:
            areCompleted
                ? tr(count, "\(count) recording: a draft again", "\(count) recordings: a draft again")
                : tr(count, "Completed \(count) recording", "Completed \(count) recordings")
        default: nil
        }
    }

    /// The count of the queue behind words about it.
    private static func queueWords(_ reply: Reply) -> String {
        let count = reply.fields.count("queue_count")
        return ": " + tr(count, "\(count) recording", "\(count) recordings")
    }
}
