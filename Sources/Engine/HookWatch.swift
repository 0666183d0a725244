// Room: Engine. Control loop only; a value.
internal import Dictation

/// What hooks are told the changes of.
struct HookWatch {
    var record = Recorder.State.idle
    var isPlaying = false
    /// How often that has changed: it may have been both since the last look.
    var turns = 0
    var loop: [Int64?] = [nil, nil]
    var revision: Int64 = 0
    /// The one that was set or changed last.
    var marker: Marker?
    /// Xruns, and frames that were not there in time.
    var troubles: Int64 = 0
}
