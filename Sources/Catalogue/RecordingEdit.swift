// Edits of a recording that leave audio files unchanged. Any thread; a value without I/O.
import Dictation

/// An edit of a recording that leaves its audio files unchanged.
enum RecordingEdit: Hashable {
    /// Remove a range from the timeline.
    case cut(TimelineSection)
    /// Undo the last edit.
    case undo
    /// Redo the edit that was undone last.
    case redo
    /// Set the state (draft, completed).
    case state(Recording.State)

    /// Makes the cut that a request asks for. Throws `CatalogueError.usage` if an end is missing.
    init(cut request: Request) throws(CatalogueError) {
        guard request.place(.from) != nil, request.place(.until) != nil else {
            throw .usage("cut: say --from and --until, or set A and B of a loop in the recording that plays")
        }
        self = .cut(TimelineSection(request))
    }

    /// Applies the edit, and gives the fields of the reply. `loop` holds the points of the recording's loop. Throws
    /// `CatalogueError` without changing anything.
    func apply(to recording: inout Recording, loop: LoopPoints) throws(CatalogueError) -> Fields {
        var fields: Fields = ["name": .text(recording.name)]
        switch self {
        case .cut(let section): recording.edits.delete(try section.range(in: recording, loop))
        case .undo:
            guard let what = recording.edits.undo() else { throw .usage("there is nothing to undo in \(recording.name)") }
            fields.append("undone", .text(what))
        case .redo:
            guard let what = recording.edits.redo() else { throw .usage("there is nothing to redo in \(recording.name)") }
            fields.append("redone", .text(what))
        case .state(let state): recording.state = state
        }
        fields.append("state", .text(recording.state.rawValue))
        fields.append("duration_frames", .int(recording.timeline.length))
        fields.append("duration_seconds", .double(Double(recording.timeline.length) / Double(max(1, recording.rate))))
        return fields
    }
}
