internal import Dictation
// Control loop only.
internal import Playback
internal import Storage

/// The recording that a take goes into, and what it does there.
struct TakeTarget {
    let recording: Recording
    let edit: JournalEntry.Edit

    /// What is heard before the take.
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
