// Extends JACK's frame time to 64 bits and detects missed frames. JACK thread only.

/// Extends JACK's 32-bit frame time, which wraps after a day at 48 kHz, to 64 bits, and detects frames that JACK missed.
///
/// A jump of `jack_last_frame_time` between two cycles is the only loss detector that works on every server: xrun callbacks
/// are late, merged, or (PipeWire) never come. Two kinds of jump on jackd2 are not a loss of sound:
/// - A callback that starts late can read the time of the next cycle, and the next callback then reads the same time
///   again: a jump ahead, taken back by the next jump. Jumps are signed for this reason; the consumer adds them up.
/// - When the period changes, JACK counts the previous cycle as if it had the new length.
///
/// PipeWire's time is the time of the device that drives the graph. Another driver has another time, whose frame numbers
/// are unrelated to the previous ones: a take would get hours of silence. In that case the system clock measures the loss.
///
/// The system clock is the monotonic one, as JACK's: both stand still while the machine sleeps. A clock that counts the sleep would
/// take it for a wrap of JACK's time, and make a day of silence of it.
struct FrameClock {
    /// Relation of a cycle's frames to those of the previous cycle.
    struct Step {
        /// Frames missing between the two cycles; negative when JACK's time went back.
        var missed: Int64
        /// True when the frame numbers are discontinuous for any reason.
        var isJump: Bool
    }

    /// JACK frame time of the current cycle.
    private(set) var jackFrame: UInt32 = 0
    /// Extended frame of the current cycle (64 bits).
    private(set) var frame: Int64 = 0
    /// Extended frame of the very first cycle; nothing before it was captured.
    private(set) var firstFrame: Int64 = 0
    private var count = 0
    private var isRunning = false
    private var time: UInt64 = 0
    private let rate: Int

    /// Makes a clock for `rate` in Hz.
    init(rate: Int) { self.rate = rate }

    /// Begins a cycle of `count` frames at JACK frame time `now`; `time` is CLOCK_MONOTONIC in nanoseconds.
    @_noLocks @_noAllocation
    mutating func begin(at now: UInt32, count: Int, time: UInt64) -> Step {
        defer {
            jackFrame = now
            self.count = count
            self.time = time
        }
        guard isRunning else {
            isRunning = true
            frame = Int64(now)
            firstFrame = frame
            return Step(missed: 0, isJump: true)
        }
        var jump = Int64(Int32(bitPattern: now &- jackFrame)) - Int64(self.count)
        if jump != 0 { jump += wraps(jump, time) }
        if jump != 0, let missed = missedByClock(jump, time, count) {
            frame += Int64(self.count) + missed
            return Step(missed: missed, isJump: true)
        }
        frame += Int64(self.count) + jump
        let isChangeOfPeriod = count != self.count && jump == Int64(count - self.count)
        return Step(missed: isChangeOfPeriod ? 0 : jump, isJump: jump != 0)
    }

    /// Frames beyond the range of 32 bits: after a standstill of more than half a wrap (12 h at 48 kHz, 3 h at 192 kHz) the
    /// system clock tells how often JACK's frame time wrapped.
    @_noLocks @_noAllocation
    private func wraps(_ jump: Int64, _ now: UInt64) -> Int64 {
        (max(0, elapsed(now) - jump + (1 << 31)) >> 32) << 32
    }

    /// Frames since the previous cycle began, by the system clock; limited to eleven days so that nothing overflows.
    @_noLocks @_noAllocation
    private func elapsed(_ now: UInt64) -> Int64 {
        let milliseconds = now > time ? Int64(min((now - time) / 1_000_000, 1_000_000_000)) : 0
        return milliseconds * Int64(rate) / 1000
    }

    /// Frames missed according to the system clock, rounded down to whole periods; nil when the jump is plausible. A jump is
    /// implausible when it goes back by more than a second, or ahead by more than a second beyond the elapsed time. No callback
    /// is late by that much, and xruns and stalls agree with the system clock.
    @_noLocks @_noAllocation
    private func missedByClock(_ jump: Int64, _ now: UInt64, _ count: Int) -> Int64? {
        let elapsed = elapsed(now)
        guard jump < -Int64(rate) || jump > elapsed + Int64(rate) else { return nil }
        return max(0, elapsed - Int64(self.count)) / Int64(count) * Int64(count)
    }
}
