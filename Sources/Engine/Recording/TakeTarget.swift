// Destination of a take into an existing recording. Control loop only.
internal import Dictation
internal import Playback
internal import Storage

/// An existing recording that a take goes into, and the edit that places the take.
struct TakeTarget {
    let recording: Recording
    let edit: JournalEntry.Edit

    /// Spans of the timeline before the take.
    func before(in library: Library) -> [FileSpan] {
        let timeline = recording.timeline
        let place =
            switch edit {
            case .append: timeline.length
            case .insert(let frame), .overwrite(let frame): min(max(0, frame), timeline.length)
            }
        return TimelineSource.spans(timeline.part(0..<place), rate: recording.rate, in: library)
    }
}
