// Edits of a recording that leave audio files unchanged. Any thread; a value without I/O.
import Dictation

/// An edit of a recording that leaves its audio files unchanged.
enum RecordingEdit: Hashable {
    /// Remove a range from the timeline.
    case cut(from: Place, to: Place)
    /// Undo the last edit.
    case undo
    /// Redo the edit that was undone last.
    case redo
    /// Set the state (draft, completed).
    case state(Recording.State)

    /// Makes the cut that a request asks for. Throws `CatalogueError.usage` if an end is missing.
    init(cut request: Request) throws(CatalogueError) {
        guard let from = request.place(.from), let to = request.place(.to) else {
            throw .usage("cut: say --from and --to, or set A and B of a loop in the recording that plays")
        }
        self = .cut(from: from, to: to)
    }

    /// Applies the edit, and gives the fields of the reply. Throws `CatalogueError` without changing anything.
    func apply(to recording: inout Recording) throws(CatalogueError) -> Fields {
        var fields: Fields = ["name": .text(recording.name)]
        switch self {
        case .cut(let from, let to): try cut(&recording, try frame(from, recording), try frame(to, recording))
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

    /// The frame of a place in the recording. Throws `CatalogueError.marker`.
    private func frame(_ place: Place, _ recording: Recording) throws(CatalogueError) -> Int64 {
        do throws(MarkerError) {
            return try place.frame(rate: recording.rate, markers: recording.markers)
        } catch {
            throw .marker(error, name: recording.name)
        }
    }

    /// Removes the frames `from` to `to`, not including `to`.
    private func cut(_ recording: inout Recording, _ from: Int64, _ to: Int64) throws(CatalogueError) {
        let length = recording.timeline.length
        guard from < to else { throw .usage("cut: frame \(to) is not after frame \(from): give a later --to") }
        guard from < length else {
            throw .usage("cut: frame \(from) is past the end of \(recording.name), which is frame \(length)")
        }
        recording.edits.delete(from..<min(to, length))
    }
}
