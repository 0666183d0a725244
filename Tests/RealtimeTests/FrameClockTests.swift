// Room: tests of Realtime.
import Testing

@testable import Realtime

@Suite struct FrameClockTests {
    @Test func runsOnOverTheWrap() {
        var clock = FrameClock()
        #expect(clock.begin(at: UInt32.max - 255, count: 256) == 0)
        #expect(clock.frame == Int64(UInt32.max) - 255)
        #expect(clock.begin(at: 0, count: 256) == 0)
        #expect(clock.frame == Int64(UInt32.max) + 1)
    }

    @Test func countsWhatJackMissed() {
        var clock = FrameClock()
        _ = clock.begin(at: 1000, count: 64)
        #expect(clock.begin(at: 1000 + 64 + 640, count: 64) == 640)
        #expect(clock.frame == 1704)
        #expect(clock.begin(at: 1768, count: 32) == 0)
    }

    @Test func neverGoesBack() {
        var clock = FrameClock()
        _ = clock.begin(at: 5000, count: 64)
        #expect(clock.begin(at: 4000, count: 64) == 0)
        #expect(clock.frame == 5064)
        #expect(clock.stepsBack == 1)
        #expect(clock.begin(at: 4064, count: 64) == 0)
        #expect(clock.frame == 5128)
    }
}
