// A recording up to the take that goes into it. Any thread; a value.
internal import Dictation
internal import Playback

/// The part of a recording that is heard before a take, for playing the take while it is recorded.
struct TakeLead: Sendable {
    /// Path of the recording: its first audio file.
    let home: String
    /// Spans of the timeline before the take.
    let spans: [FileSpan]
    /// Markers of the timeline before the take.
    let markers: [Marker]
}
