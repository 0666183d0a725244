// JACK thread only.

/// Turns JACK's 32-bit frame time, which wraps after a day at 48 kHz, into one that does not, and finds what JACK missed.
///
/// The jump of `jack_last_frame_time` between two cycles is the only loss detector that works on every server: xrun callbacks
/// are late, merged, or (PipeWire) never come. Two jumps of jackd2's are none of the sound:
/// - A callback that starts late can read the time of the cycle after its own, and the next callback then reads the same
///   once more: a jump ahead that the next one takes back. That is why a jump is signed; `CaptureStream` adds them up.
/// - With a change of the period JACK counts the cycle before as if it had the new length.
///
/// PipeWire's time is that of the device that drives the graph. Another device has another time: its frames then have nothing
/// to do with those before, and a take would get hours of silence. There our own clock says what was missed.
struct FrameClock {
    /// How the frames of a cycle follow those of the one before.
    struct Step {
        /// Frames between the two that never came; below zero where JACK's time went back.
        var missed: Int64
        /// The frames' numbers jump, for whatever reason.
        var isJump: Bool
    }

    /// JACK frame time of the current cycle.
    private(set) var jackFrame: UInt32 = 0
    /// The same, extended.
    private(set) var frame: Int64 = 0
    /// Extended frame of the very first cycle: nothing before it was heard.
    private(set) var firstFrame: Int64 = 0
    private var count = 0
    private var isRunning = false
    private var wallTime: UInt64 = 0
    private let rate: Int

    /// `rate` in Hz.
    init(rate: Int) { self.rate = rate }

    /// Begins a cycle of `count` frames at JACK's time `now`; `wallTime` is our own clock's, in nanoseconds.
    @_noLocks @_noAllocation
    mutating func begin(at now: UInt32, count: Int, wallTime: UInt64) -> Step {
        defer {
            jackFrame = now
            self.count = count
            self.wallTime = wallTime
        }
        guard isRunning else {
            isRunning = true
            frame = Int64(now)
            firstFrame = frame
            return Step(missed: 0, isJump: true)
        }
        var jump = Int64(Int32(bitPattern: now &- jackFrame)) - Int64(self.count)
        if jump != 0 { jump += wraps(jump, wallTime) }
        if jump != 0, let missed = missedByWall(jump, wallTime, count) {
            frame += Int64(self.count) + missed
            return Step(missed: missed, isJump: true)
        }
        frame += Int64(self.count) + jump
        let isChangeOfPeriod = count != self.count && jump == Int64(count - self.count)
        return Step(missed: isChangeOfPeriod ? 0 : jump, isJump: jump != 0)
    }

    /// Frames that the 32 bits cannot say: a standstill can take more than half their way (12 h at 48 kHz, 3 h at 192), and our own
    /// clock knows how often they came round.
    @_noLocks @_noAllocation
    private func wraps(_ jump: Int64, _ now: UInt64) -> Int64 {
        (max(0, elapsed(now) - jump + (1 << 31)) >> 32) << 32
    }

    /// Frames by our own clock since the cycle before began; eleven days at the most, so that nothing overflows.
    @_noLocks @_noAllocation
    private func elapsed(_ now: UInt64) -> Int64 {
        let milliseconds = now > wallTime ? Int64(min((now - wallTime) / 1_000_000, 1_000_000_000)) : 0
        return milliseconds * Int64(rate) / 1000
    }

    /// Whole periods that our own clock missed, where a jump cannot be true: more than a second back, or more than a second
    /// further ahead than time went on. A callback is never late by that much, and xruns and stalls agree with our clock.
    @_noLocks @_noAllocation
    private func missedByWall(_ jump: Int64, _ now: UInt64, _ count: Int) -> Int64? {
        let elapsed = elapsed(now)
        guard jump < -Int64(rate) || jump > elapsed + Int64(rate) else { return nil }
        return max(0, elapsed - Int64(self.count)) / Int64(count) * Int64(count)
    }
}
