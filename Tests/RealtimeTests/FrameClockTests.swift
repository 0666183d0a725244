// Room: tests of Realtime.
import Testing

@testable import Realtime

@Suite struct FrameClockTests {
    @Test func runsOnOverTheWrap() {
        var clock = FrameClock()
        #expect(clock.begin(at: UInt32.max - 255, count: 256).missed == 0)
        #expect(clock.frame == Int64(UInt32.max) - 255)
        #expect(!clock.begin(at: 0, count: 256).isJump)
        #expect(clock.frame == Int64(UInt32.max) + 1)
    }

    @Test func countsWhatJackMissed() {
        var clock = FrameClock()
        _ = clock.begin(at: 1000, count: 64)
        #expect(clock.begin(at: 1000 + 64 + 640, count: 64).missed == 640)
        #expect(clock.frame == 1704)
        #expect(!clock.begin(at: 1768, count: 64).isJump)
    }

    @Test func aLateCallbackJumpsAndIsTakenBack() {
        var clock = FrameClock()
        _ = clock.begin(at: 5000, count: 64)
        #expect(clock.begin(at: 5128, count: 64).missed == 64)
        #expect(clock.begin(at: 5128, count: 64).missed == -64)
        #expect(clock.begin(at: 5192, count: 64).missed == 0)
        #expect(clock.frame == 5192)
    }

    /// As jackd2 does it: the cycle before the change is counted with the new length.
    @Test(arguments: [(256, 64), (64, 1024)]) func aChangeOfPeriodMissesNothing(old: Int, new: Int) {
        var clock = FrameClock()
        _ = clock.begin(at: 5000, count: old)
        let step = clock.begin(at: 5000 + UInt32(new), count: new)
        #expect(step.isJump && step.missed == 0)
        #expect(clock.frame == 5000 + Int64(new))
    }
}
