// Room: Realtime. JACK thread only.

/// Turns JACK's 32-bit frame time, which wraps after a day at 48 kHz, into one that does not, and finds what JACK missed.
///
/// The jump of `jack_last_frame_time` between two cycles is the only loss detector that works on every server: xrun callbacks
/// are late, merged, or (PipeWire) never come.
struct FrameClock {
    /// JACK frame time of the current cycle.
    private(set) var jackFrame: UInt32 = 0
    /// Extended frame of the current cycle: never goes back, also where JACK's does.
    private(set) var frame: Int64 = 0
    private var expected: UInt32 = 0
    private(set) var isRunning = false
    /// Times JACK's frame time went back (a server resynchronising after freewheel).
    private(set) var stepsBack: UInt64 = 0

    /// Begins a cycle of `count` frames at JACK's time `now`; returns the frames missed since the cycle before.
    @_noLocks @_noAllocation
    mutating func begin(at now: UInt32, count: Int) -> Int64 {
        defer {
            jackFrame = now
            expected = now &+ UInt32(truncatingIfNeeded: count)
        }
        guard isRunning else {
            isRunning = true
            frame = Int64(now)
            nextFrame = frame + Int64(count)
            return 0
        }
        let jump = Int64(Int32(bitPattern: now &- expected))
        let missed = max(0, jump)
        if jump < 0 { stepsBack &+= 1 }
        frame = nextFrame + missed
        nextFrame = frame + Int64(count)
        return missed
    }

    private var nextFrame: Int64 = 0
}
