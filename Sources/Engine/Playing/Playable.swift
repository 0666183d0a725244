// A recording or file found for playing. Any thread; a value.
internal import Dictation

/// A recording or file that can be played.
struct Playable: Sendable, Hashable {
    /// Name of the recording.
    let name: String
    /// Path of the file that the command means.
    let path: String
    /// Source to read: that file, a file decoded from it, or the timeline that edits have made.
    let source: TimelineSource
    /// Timeline frame at which listening ended the last time; nil when unknown.
    let position: Int64?
    /// Markers in timeline frames.
    var markers: [Marker] = []
    /// Title of the recording; empty when it has none.
    var title = ""
    /// Artist of the recording; empty when it has none.
    var artist = ""
}
