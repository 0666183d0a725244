// A recording or file found for playing. Any thread; a value.
internal import Dictation
internal import Player

/// A recording or file that can be played.
struct Playable: Sendable, Hashable {
    /// Name of the recording.
    let name: String
    /// Path of the file that the command means.
    let path: String
    /// Path of a file that is all that is heard, the recording's own or a rendered one; nil if there is none.
    let whole: String?
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
    /// Loop, rate, pitch and gains that the recording keeps; nil when it keeps none.
    var listening: Listening?
    /// Identity of the recording; unset for a file without a sidecar.
    var recordingID = Identifier.unset
}
