// JACK thread only.

/// What JACK's transport does, seen once a period: when it rolls, halts, and where it was put by somebody.
struct TransportCycle {
    enum Change { case rolled, halted, located }

    /// The player goes with it.
    private(set) var isFollowed = false
    /// Frames of what is played for a frame of the transport.
    private(set) var ratio = 1.0
    private(set) var isRolling = false
    /// The transport's frame at the start of this period.
    private(set) var frame: UInt32 = 0
    /// Where it will be at the start of the next one, if nobody moves it.
    private var expected: UInt32 = 0
    private var isKnown = false

    @_noLocks @_noAllocation
    mutating func follow(_ command: RealtimeCommand) {
        isFollowed = command.levels[0] > 0
        ratio = Double(bitPattern: UInt64(bitPattern: command.position))
    }

    /// Timeline frame that belongs to a frame of the transport.
    @_noLocks @_noAllocation
    func timeline(of frame: UInt32) -> Double { Double(frame) * ratio }

    /// Takes what the server says of this period of `count` frames. Nil: it goes on as it went.
    @_noLocks @_noAllocation
    mutating func look(isRolling now: Bool, at place: UInt32, count: Int) -> Change? {
        defer {
            isRolling = now
            frame = place
            expected = now ? place &+ UInt32(truncatingIfNeeded: count) : place
            isKnown = true
        }
        if now != isRolling { return now ? .rolled : .halted }
        // A place that jumps while it rolls is a halt and a roll that were too short to be seen.
        return isKnown && place != expected ? (now ? .rolled : .located) : nil
    }
}
