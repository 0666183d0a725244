// Room: Realtime. JACK thread only.

/// Turns JACK's 32-bit frame time, which wraps after a day at 48 kHz, into one that does not, and finds what JACK missed.
///
/// The jump of `jack_last_frame_time` between two cycles is the only loss detector that works on every server: xrun callbacks
/// are late, merged, or (PipeWire) never come. Two jumps of jackd2's are none of the sound:
/// - A callback that starts late can read the time of the cycle after its own, and the next callback then reads the same
///   once more: a jump ahead that the next one takes back. That is why a jump is signed; `CaptureStream` adds them up.
/// - With a change of the period JACK counts the cycle before as if it had the new length.
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

    /// Begins a cycle of `count` frames at JACK's time `now`.
    @_noLocks @_noAllocation
    mutating func begin(at now: UInt32, count: Int) -> Step {
        defer {
            jackFrame = now
            self.count = count
        }
        guard isRunning else {
            isRunning = true
            frame = Int64(now)
            firstFrame = frame
            return Step(missed: 0, isJump: true)
        }
        let jump = Int64(Int32(bitPattern: now &- jackFrame)) - Int64(self.count)
        frame += Int64(self.count) + jump
        let isChangeOfPeriod = count != self.count && jump == Int64(count - self.count)
        return Step(missed: isChangeOfPeriod ? 0 : jump, isJump: jump != 0)
    }
}
