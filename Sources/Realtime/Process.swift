// The process callback itself: JACK's thread enters here.
public import CJack
internal import Synchronization

/// For `jack_set_process_callback`; `argument` points to a `RealtimeState`. Never fails: a non-zero return would get the
/// client thrown out of the graph.
@_noLocks @_noAllocation
public func dictaProcess(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let argument = unsafe argument else { return 0 }
    let state = unsafe argument.assumingMemoryBound(to: RealtimeState.self)
    let isFreewheeling = unsafe state.pointee.link.pointee.isFreewheeling.load(ordering: .relaxed)
    let start = dicta_nanoseconds()
    // In freewheel the callback may wait for the disk, which the sanitizer would rightly object to.
    if !isFreewheeling { dicta_realtime_enter() }
    unsafe state.pointee.run(frames)
    if !isFreewheeling { dicta_realtime_exit() }
    unsafe state.pointee.link.pointee.times.add(nanoseconds: dicta_nanoseconds() &- start)
    return 0
}
