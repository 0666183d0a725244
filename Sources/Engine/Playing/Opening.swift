// A recording on its way to be loaded. Control loop only.
internal import Dictation

/// A recording that is being loaded: from the name in the command to the open file.
struct Opening {
    /// Number of the load.
    let id: UInt64
    /// Name in the command; once found, the name of the recording.
    var name: String
    /// Path of the recording's first file; empty until it is found.
    var path = ""
    /// Source to read; nil until it is found.
    var source: TimelineSource?
    /// Place at which to begin; nil when the command names none.
    let from: Place?
    /// Timeline frame at which listening ended the last time.
    var remembered: Int64 = 0
    /// Extended JACK frame at which to begin, or `RealtimeCommand.atOnce`.
    let frame: Int64
    /// Markers in timeline frames.
    var markers: [Marker] = []
    /// Title of the recording.
    var title = ""
    /// Artist of the recording.
    var artist = ""
    /// Share that has been decoded, 0...1; nil when nothing is being decoded.
    var progress: Double?
    /// False to load the recording without playing it.
    var rolls = true
    /// Timeline frame of the playhead in an earlier run of the engine; nil otherwise.
    var place: Int64?
    /// Called once, with the result.
    let answer: Answer
}
