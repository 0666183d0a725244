// The section of a recording that a request asks for. Any thread; a value without I/O.
import Dictation
internal import Messages

/// A section of a recording between two places; a missing one is the start or the end of the recording.
struct TimelineSection: Hashable {
    /// The verb, for messages.
    let verb: String
    /// Start of the section; nil for the start of the recording.
    let from: Place?
    /// End of the section: the first frame after it. Nil for the end of the recording.
    let until: Place?

    /// Reads the places of a request.
    init(_ request: Request) {
        verb = request.name
        from = request.place(.from)
        until = request.place(.until)
    }

    /// The frames of the section, inside the recording. `loop` holds the points of the recording's loop. Throws
    /// `CatalogueError.marker` for an unknown marker, `.usage` for a section without frames. Of an empty recording the empty
    /// section is given.
    func range(in recording: Recording, _ loop: LoopPoints) throws(CatalogueError) -> Range<Int64> {
        let length = recording.timeline.length
        let place = { (frame: Int64) in TimeSpan.place(frame, rate: recording.rate) }
        let first = try frame(from, recording, loop) ?? 0
        let last = try frame(until, recording, loop)
        if let last, first >= last {
            let (from, until) = (place(first), place(last))
            throw .usage(tr("\(verb): --until (\(until)) is not after --from (\(from)); give a later --until"))
        }
        guard first < max(1, length) else {
            let (from, end) = (place(first), place(length))
            throw .usage(
                tr("\(verb): --from (\(from)) is past the end of \(recording.name) (\(end)); give an earlier --from"))
        }
        return first..<max(first, min(last ?? length, length))
    }

    private func frame(_ place: Place?, _ recording: Recording, _ loop: LoopPoints) throws(CatalogueError) -> Int64? {
        do throws(MarkerError) {
            return try place?.frame(rate: max(1, recording.rate), markers: recording.markers, loop: loop)
        } catch {
            throw .marker(error, name: recording.name)
        }
    }
}
