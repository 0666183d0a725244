// Detects changes of JACK's transport. JACK thread only.

/// State of JACK's transport, read once a period: rolls, halts and locates by any client.
struct TransportCycle {
    /// A change of the transport between two periods.
    enum Change { case rolled, halted, located }

    /// True when playback follows the transport.
    private(set) var isFollowed = false
    /// Timeline frames for each transport frame.
    private(set) var ratio = 1.0
    /// True while the transport rolls.
    private(set) var isRolling = false
    /// Transport frame at the start of this period.
    private(set) var frame: UInt32 = 0
    /// Transport frame at the start of the next period, unless a client locates.
    private var expected: UInt32 = 0
    private var isKnown = false

    /// Carries out a `.transport` command.
    @_noLocks @_noAllocation
    mutating func follow(_ command: RealtimeCommand) {
        isFollowed = command.levels[0] > 0
        ratio = Double(bitPattern: UInt64(bitPattern: command.position))
    }

    /// Timeline frame for a transport frame.
    @_noLocks @_noAllocation
    func timeline(of frame: UInt32) -> Double { Double(frame) * ratio }

    /// Takes the server's state for this period of `count` frames and returns the change, or nil without one.
    @_noLocks @_noAllocation
    mutating func look(isRolling now: Bool, at place: UInt32, count: Int) -> Change? {
        defer {
            isRolling = now
            frame = place
            expected = now ? place &+ UInt32(truncatingIfNeeded: count) : place
            isKnown = true
        }
        if now != isRolling { return now ? .rolled : .halted }
        // A jump while rolling is a halt and a roll that were too short to be seen.
        return isKnown && place != expected ? (now ? .rolled : .located) : nil
    }
}
