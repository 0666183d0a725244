// Tests of the watch over the control loop, with a loop and a clock of the test (C15).
import System
import Testing

@testable import Engine

@Suite("The watch over the control loop")
struct LoopWatchTests {
    /// Looks ten times a second until a time is over, and once more after a turn of the loop.
    private func watch(_ pulse: LoopPulse, milliseconds: Int, _ beat: () -> Void = {}) {
        let start = Moment.now
        var watch = LoopWatch(pulse, nil, now: start)
        for passed in stride(from: 0, to: milliseconds, by: 100) {
            beat()
            watch.look(at: start.later(milliseconds: passed))
        }
        pulse.beat()
        watch.look(at: start.later(milliseconds: milliseconds))
    }

    @Test func aStandstillIsToldOnceWithItsPlace() {
        let pulse = LoopPulse(names: ["OneDesk", "TwoDesk"])
        pulse.beat()
        pulse.enter(1)
        watch(pulse, milliseconds: LoopWatch.limit + 1000)
        let told = pulse.takeStillness()
        #expect(told?.place == "TwoDesk" && (told?.milliseconds ?? 0) >= LoopWatch.limit, "\(String(describing: told))")
        #expect(pulse.takeStillness() == nil)
    }

    @Test func aLoopThatTurnsOrClosesIsLeftAlone() {
        let pulse = LoopPulse(names: ["OneDesk"])
        watch(pulse, milliseconds: LoopWatch.limit + 500) { pulse.beat() }
        #expect(pulse.takeStillness() == nil)
        pulse.enter(LoopPulse.Place.closing)
        watch(pulse, milliseconds: LoopWatch.limit + 500)
        #expect(pulse.takeStillness() == nil)
    }

    /// A process that was stopped could not turn: the watch was stopped as well.
    @Test func timeInWhichTheWatchStoodStillDoesNotCount() {
        let pulse = LoopPulse(names: ["OneDesk"])
        let start = Moment.now
        var watch = LoopWatch(pulse, nil, now: start)
        watch.look(at: start)
        watch.look(at: start.later(milliseconds: LoopWatch.limit + 500))
        pulse.beat()
        watch.look(at: start.later(milliseconds: LoopWatch.limit + 600))
        #expect(pulse.takeStillness() == nil)
    }
}
