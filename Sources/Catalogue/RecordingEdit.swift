// Edits of a recording that leave audio files unchanged. Any thread; a value without I/O.
import Dictation
internal import Messages

/// An edit of a recording that leaves its audio files unchanged.
enum RecordingEdit: Hashable {
    /// Remove a range from the timeline.
    case cut(TimelineSection)
    /// Move a range of the timeline before a place.
    case move(TimelineSection, before: Place)
    /// Move the stretch of that number, from 1, before another one; one more than the last number is the end.
    case moveStretch(Int64, before: Int64)
    /// Set the state (draft, completed).
    case state(Recording.State)

    /// Makes the cut that a request asks for. Throws `CatalogueError.usage` if an end is missing.
    init(cut request: Request) throws(CatalogueError) {
        guard request.place(.from) != nil, request.place(.until) != nil else {
            throw .usage(tr("cut: say --from and --until, or set A and B of a loop in the recording that plays"))
        }
        self = .cut(TimelineSection(request))
    }

    /// Makes the move that a request asks for. Throws `CatalogueError.usage` if the part is not said, or said in two ways.
    init(move request: Request) throws(CatalogueError) {
        guard let place = request.place(.before) else { throw .usage(tr("move: say the place with --before")) }
        if let number = request.int(.segment) {
            guard request.place(.from) == nil, request.place(.until) == nil else {
                throw .usage(tr("move: --segment names the whole part; leave out --from and --until"))
            }
            guard case .span(let span) = place, let before = Int64(exactly: span.seconds(rate: 1)), before >= 1 else {
                throw .usage(tr("move: with --segment, --before is the number of a part, from 1 ('dicta describe' lists them)"))
            }
            self = .moveStretch(number, before: before)
            return
        }
        guard request.place(.from) != nil, request.place(.until) != nil else {
            throw .usage(tr("move: say --from and --until, or --segment, or set A and B of a loop in the recording that plays"))
        }
        self = .move(TimelineSection(request), before: place)
    }

    /// Moves a part of a recording. Throws `CatalogueError` without changing anything.
    private func move(
        _ section: TimelineSection, before place: Place, in recording: inout Recording, _ loop: LoopPoints
    ) throws(CatalogueError) {
        let range = try section.range(in: recording, loop)
        let frame: Int64
        do throws(MarkerError) {
            frame = try place.frame(rate: max(1, recording.rate), markers: recording.markers, loop: loop)
        } catch {
            throw .marker(error, name: recording.name)
        }
        guard recording.edits.move(range, before: frame) else { throw Self.unmoved(recording) }
    }

    /// Moves a stretch of a recording. Throws `CatalogueError` without changing anything.
    private func moveStretch(_ number: Int64, before: Int64, in recording: inout Recording) throws(CatalogueError) {
        let stretches = recording.timeline.stretches
        let numbers = 1...Int64(max(1, stretches.count))
        guard numbers.contains(number), !stretches.isEmpty, before <= numbers.upperBound + 1 else {
            let (name, count) = (recording.name, stretches.count)
            throw .usage(
                tr(
                    count, "move: \(name) has \(count) part; 'dicta describe \(name.shellWord)' lists the numbers",
                    "move: \(name) has \(count) parts; 'dicta describe \(name.shellWord)' lists the numbers"))
        }
        let frame = before > numbers.upperBound ? recording.timeline.length : stretches[Int(before) - 1].range.lowerBound
        guard recording.edits.move(stretches[Int(number) - 1].range, before: frame) else { throw Self.unmoved(recording) }
    }

    private static func unmoved(_ recording: Recording) -> CatalogueError {
        .usage(tr("move: the part of \(recording.name) is there already; give a --before outside of the part"))
    }

    /// Applies the edit, and gives the fields of the reply. `loop` holds the points of the recording's loop. Throws
    /// `CatalogueError` without changing anything.
    func apply(to recording: inout Recording, loop: LoopPoints) throws(CatalogueError) -> Fields {
        switch self {
        case .cut(let section): recording.edits.delete(try section.range(in: recording, loop))
        case .move(let section, let place): try move(section, before: place, in: &recording, loop)
        case .moveStretch(let number, let before): try moveStretch(number, before: before, in: &recording)
        case .state(let state): recording.state = state
        }
        return Self.fields(recording)
    }

    /// The fields of the reply to an undo or redo. Throws `CatalogueError.refused` if there was no step.
    static func fields(_ recording: Recording, turned edit: String?, isRedo: Bool) throws(CatalogueError) -> Fields {
        guard let edit else {
            throw .refused(
                isRedo
                    ? tr("there is nothing to redo in \(recording.name)") : tr("there is nothing to undo in \(recording.name)"))
        }
        var fields: Fields = ["name": .text(recording.name), isRedo ? "redone" : "undone": .text(edit)]
        for field in Self.fields(recording).all where field.key != "name" { fields.append(field.key, field.value) }
        return fields
    }

    private static func fields(_ recording: Recording) -> Fields {
        [
            "name": .text(recording.name), "state": .text(recording.state.rawValue),
            "duration_frames": .int(recording.timeline.length),
            "duration_seconds": .double(Double(recording.timeline.length) / Double(max(1, recording.rate))),
        ]
    }
}
