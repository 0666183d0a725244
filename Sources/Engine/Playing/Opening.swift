// A recording on its way to be loaded. Control loop only.
internal import Dictation
internal import Player
internal import Threads

/// A recording that is being loaded: from the name in the command to the open file.
struct Opening {
    /// Number of the load.
    let id: UInt64
    /// Name in the command; once found, the name of the recording.
    var name: String
    /// Path of the recording's first file; empty until it is found.
    var path = ""
    /// Path of a file that is all that is heard; nil if there is none, or until it is found.
    var whole: String?
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
    /// Loop, rate, pitch and gains that the recording keeps; nil when it keeps none, or until it is found.
    var listening: Listening?
    /// Identity of the recording; unset until it is found, and for a file without a sidecar.
    var recordingID = Identifier.unset
    /// Share that has been decoded, 0...1; nil when nothing is being decoded.
    var progress: Double?
    /// False to load the recording without playing it.
    var rolls = true
    /// True for the take that just ended: requests about the loaded recording wait for it, and a stop does not cancel it.
    var isTake = false
    /// True for the recording that an earlier run of the engine had loaded: as for the take that just ended.
    var isRestored = false
    /// True if playback stops when the recording is there: the verb `load`.
    var halts = false
    /// Called when the playhead is on its way into the recording.
    var entered: () -> Void = {}
    /// Timeline frame of the playhead in an earlier run of the engine; nil otherwise.
    var place: Int64?
    /// Number of the item of the queue; nil for a recording that is played by itself.
    var item: Int?
    /// Called once, with the result.
    let answer: Answer

    /// True if no command asked for the load.
    var isQuiet: Bool { isTake || isRestored }

    /// Tells the caller that the engine has given the load up. A load that no command asked for has no caller, and giving it up
    /// is no trouble.
    func giveUp(_ error: EngineError) {
        if !isQuiet { answer(.failure(error)) }
    }
}
