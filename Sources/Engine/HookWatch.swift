// Room: Engine. Control loop only; a value.

/// What hooks are told the changes of.
struct HookWatch {
    var record = Recorder.State.idle
    var isPlaying = false
    var loop: [Int64?] = [nil, nil]
    var revision: Int64 = 0
    /// Xruns, and frames that were not there in time.
    var troubles: Int64 = 0
}
