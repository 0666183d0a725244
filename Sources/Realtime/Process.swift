// JACK's process callback. JACK thread only.
public import CJack
internal import Synchronization

/// Process callback for `jack_set_process_callback`; `argument` points to a `RealtimeState`. Always returns 0: another value
/// would make the server remove the client from the graph.
@_noLocks @_noAllocation
public func dictaProcess(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let argument = unsafe argument else { return 0 }
    let state = unsafe argument.assumingMemoryBound(to: RealtimeState.self)
    let isFreewheeling = unsafe state.pointee.link.pointee.isFreewheeling.load(ordering: .relaxed)
    let start = dicta_nanoseconds()
    // A freewheeling callback may wait for the disk, which RealtimeSanitizer would report.
    if !isFreewheeling { dicta_realtime_enter() }
    unsafe state.pointee.run(frames, at: start)
    if !isFreewheeling { dicta_realtime_exit() }
    unsafe state.pointee.link.pointee.times.add(nanoseconds: dicta_nanoseconds() &- start)
    return 0
}
