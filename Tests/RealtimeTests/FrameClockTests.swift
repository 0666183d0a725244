// Tests of counting missed frames.
import Testing

@testable import Realtime

@Suite struct FrameClockTests {
    @Test func runsOnOverTheWrap() {
        var clock = FrameClock(rate: 48_000)
        #expect(clock.begin(at: UInt32.max - 255, count: 256, time: 0).missed == 0)
        #expect(clock.frame == Int64(UInt32.max) - 255)
        #expect(!clock.begin(at: 0, count: 256, time: 0).isJump)
        #expect(clock.frame == Int64(UInt32.max) + 1)
    }

    @Test func countsWhatJackMissed() {
        var clock = FrameClock(rate: 48_000)
        _ = clock.begin(at: 1000, count: 64, time: 0)
        #expect(clock.begin(at: 1000 + 64 + 640, count: 64, time: 0).missed == 640)
        #expect(clock.frame == 1704)
        #expect(!clock.begin(at: 1768, count: 64, time: 0).isJump)
    }

    @Test func aLateCallbackJumpsAndIsTakenBack() {
        var clock = FrameClock(rate: 48_000)
        _ = clock.begin(at: 5000, count: 64, time: 0)
        #expect(clock.begin(at: 5128, count: 64, time: 0).missed == 64)
        #expect(clock.begin(at: 5128, count: 64, time: 0).missed == -64)
        #expect(clock.begin(at: 5192, count: 64, time: 0).missed == 0)
        #expect(clock.frame == 5192)
    }

    /// jackd2 counts the cycle before the change with the new length.
    @Test(arguments: [(256, 64), (64, 1024)]) func aChangeOfPeriodMissesNothing(old: Int, new: Int) {
        var clock = FrameClock(rate: 48_000)
        _ = clock.begin(at: 5000, count: old, time: 0)
        let step = clock.begin(at: 5000 + UInt32(new), count: new, time: 0)
        #expect(step.isJump && step.missed == 0)
        #expect(clock.frame == 5000 + Int64(new))
    }

    /// A stall of ten seconds counts if the engine's own clock agrees.
    @Test func aLongStallIsMissed() {
        var clock = FrameClock(rate: 48_000)
        _ = clock.begin(at: 1000, count: 64, time: 1_000_000_000)
        #expect(clock.begin(at: 1064 + 480_000, count: 64, time: 11_001_000_000).missed == 480_000)
        #expect(clock.frame == 481_064)
    }

    /// A standstill longer than the 32 bits can count: 15, 26 and 60 hours.
    @Test(arguments: [15, 26, 60]) func aStandstillLongerThanTheCounterIsMissedWhole(hours: Int64) {
        var clock = FrameClock(rate: 48_000)
        _ = clock.begin(at: 1000, count: 64, time: 1_000_000_000)
        let passed = hours * 3600 * 48_000
        let step = clock.begin(
            at: UInt32(truncatingIfNeeded: 1064 + passed), count: 64, time: 1_000_000_000 + UInt64(hours) * 3_600_000_000_000)
        #expect(step.missed == passed && clock.frame == 1064 + passed)
    }

    /// The server's rate and the engine's own clock can be any numbers.
    @Test(arguments: [0, 1, 48_000, Int(UInt32.max)]) func noRateAndNoTimeTraps(rate: Int) {
        for time in [0, 1, UInt64(Int64.max), .max] {
            for frame in [0, 1 << 31, UInt32.max] {
                var clock = FrameClock(rate: rate)
                _ = clock.begin(at: 0, count: 64, time: 0)
                _ = clock.begin(at: frame, count: 64, time: time)
                #expect(clock.begin(at: frame &+ 64, count: 64, time: time).isJump == false)
            }
        }
    }

    /// PipeWire driven by another device: the time jumps ahead by a day or back by a minute. The 100 ms that have passed are
    /// missed, in whole periods.
    @Test(arguments: [86_400 * 48_000, -60 * 48_000]) func anotherTimeMissesWhatOurClockSays(jump: Int) {
        var clock = FrameClock(rate: 48_000)
        let start: UInt32 = 10_000_000
        _ = clock.begin(at: start, count: 256, time: 1_000_000_000)
        let now = UInt32(truncatingIfNeeded: Int(start) + 256 + jump)
        let step = clock.begin(at: now, count: 256, time: 1_100_000_000)
        #expect(step.isJump && step.missed == (4800 - 256) / 256 * 256)
        #expect(clock.frame == Int64(start) + 256 + step.missed && clock.jackFrame == now)
        #expect(!clock.begin(at: now &+ 256, count: 256, time: 1_105_333_333).isJump)
    }
}
