// Follows JACK's transport in the process callback. JACK thread only.
public import CJack
internal import Rings
internal import Synchronization

extension RealtimeState {
    /// Reads the transport's state for this period before the period's frames are captured, so a consumer that sees a frame
    /// after a halt also sees the halt.
    @_noLocks @_noAllocation
    mutating func followTransport(_ count: Int) {
        var place: UInt32 = 0
        let isRolling = unsafe dicta_transport(client, &place) != 0
        guard let change = transport.look(isRolling: isRolling, at: place, count: count) else { return }
        let frame = clock.frame
        switch change {
        case .rolled:
            // Playback starts here only from the exact place; otherwise the control side locates it first.
            let isReady = transport.isFollowed && isInStep(place)
            if transport.isFollowed, playbackCycle.isRolling { unsafe playbackCycle.pause(at: frame, link.pointee) }
            if isReady { playbackCycle.roll() }
            tell(isReady ? .rolledInStep : .rolled, place)
        case .halted:
            unsafe link.pointee.transportHalt.store(frame, ordering: .releasing)
            if transport.isFollowed { unsafe playbackCycle.pause(at: frame, link.pointee) }
            tell(.halted, place)
        case .located: tell(.located, place)
        }
    }

    /// Reports a change of the transport.
    @_noLocks @_noAllocation
    private mutating func tell(_ kind: RealtimeEvent.Kind, _ place: UInt32) {
        unsafe link.pointee.report(
            RealtimeEvent(kind, frame: clock.frame, id: place, generation: playbackCycle.generation))
        hasNews = true
    }

    /// True when the playhead stands at the transport's place and has a frame to play.
    @_noLocks @_noAllocation
    private mutating func isInStep(_ place: UInt32) -> Bool {
        unsafe playbackCycle.stands(at: transport.timeline(of: place), frames: 1, link.pointee)
    }

    /// True when the transport may roll from `place`: playback does not follow, the frames are in the ring, or none play there.
    @_noLocks @_noAllocation
    func isReady(for place: UInt32) -> Bool {
        guard transport.isFollowed, unsafe link.pointee.silentPlace.load(ordering: .acquiring) != Int64(place) else {
            return true
        }
        return unsafe playbackCycle.stands(at: transport.timeline(of: place), frames: 4096, link.pointee)
    }
}

/// Sync callback for `jack_set_sync_callback`; `argument` points to a `RealtimeState`. Returns 1 when playback is ready.
/// JACK thread only; called while the transport is about to roll or has been located.
@_noLocks @_noAllocation
public func dictaSync(
    _ state: jack_transport_state_t, _ position: UnsafeMutablePointer<jack_position_t>?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let argument = unsafe argument, let position = unsafe position else { return 1 }
    let state = unsafe argument.assumingMemoryBound(to: RealtimeState.self)
    return unsafe state.pointee.isReady(for: dicta_position_frame(position)) ? 1 : 0
}
