// Tests of waiting until a server has caught up after a standstill.
import Testing

@testable import Engine

@Suite struct CatchUpTests {
    private let rate = 48_000

    /// Checks every 50 ms, as the engine does; `frames` are the frames since the check before.
    private func looks(_ frames: [Int64], period: Int = 256) -> [Bool] {
        var catchUp = CatchUp()
        var frame: Int64 = 1_000_000
        var time: UInt64 = 5_000_000_000
        return frames.map { passed in
            frame += passed
            time += 50_000_000
            return catchUp.isOver(frame, at: time, rate: rate, period: period)
        }
    }

    /// One check alone tells no pace, nor do two that are too close to each other.
    @Test func whoGoesOnAtItsPaceIsBelieved() {
        #expect(looks([0, 2400, 2400]) == [false, false, true])
        #expect(looks([0, 2304, 2560]) == [false, false, true])
    }

    @Test func hasteIsWaitedFor() {
        #expect(looks([0, 60_000, 60_000, 60_000, 9000, 2400, 2400]) == [false, false, false, false, false, false, true])
    }

    /// A period of 8192 frames is longer than the time from one check to the next.
    @Test func longPeriodsAreNoHaste() {
        #expect(looks([0, 8192, 0], period: 8192) == [false, false, true])
        #expect(looks([0, 0, 16_384], period: 8192) == [false, false, true])
        #expect(looks([0, 40_960, 0], period: 8192) == [false, false, false])
    }

    /// The frame time jumps by the missed frames with the first period; the periods after it are at their pace.
    @Test func aJumpIsPast() {
        #expect(looks([0, 120_000, 2400, 2400, 2400]) == [false, false, false, false, true])
        #expect(looks([120_000, 2400, 2400]) == [false, false, true])
    }
}
