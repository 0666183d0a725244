// Destination of a take into an existing recording. Control loop only.
internal import Dictation
internal import Playback
internal import Player
internal import Recorder
internal import Storage

/// An existing recording that a take goes into, and the edit that places the take.
struct TakeTarget {
    let recording: Recording
    let edit: JournalEntry.Edit

    /// Timeline frame at which the take begins.
    var place: Int64 {
        let length = recording.timeline.length
        return switch edit {
        case .append: length
        case .insert(let frame), .overwrite(let frame): min(max(0, frame), length)
        }
    }

    /// The recording up to the take, for playing the take while it grows. `own` is the path of the take's file, which is also the
    /// recording's path if the recording has no other file.
    func lead(in library: Library, own: String) -> TakeLead {
        TakeLead(
            home: recording.segments.first.map { library.path(of: $0.file) } ?? own,
            spans: TimelineSource.spans(recording.timeline.part(0..<place), rate: recording.rate, in: library),
            markers: recording.markers.filter { $0.frame < place }, later: recording.markers.filter { $0.frame >= place },
            rate: recording.rate)
    }
}
