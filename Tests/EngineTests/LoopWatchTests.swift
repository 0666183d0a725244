// Tests of the watch over the control loop, with a loop of the test (C15).
import System
import Testing

@testable import Engine

@Suite("The watch over the control loop")
struct LoopWatchTests {
    /// Takes turns of the watch until its time of patience is over.
    private func watch(_ pulse: LoopPulse, milliseconds: Int, _ beat: () -> Void = {}) {
        var watch = LoopWatch(pulse, nil)
        let end = Moment.now.later(milliseconds: milliseconds)
        while Moment.now < end {
            beat()
            _ = watch.turn()
            ThisProcess.sleep(milliseconds: 100)
        }
        pulse.beat()
        _ = watch.turn()
    }

    @Test func aStandstillIsToldOnceWithItsPlace() {
        let pulse = LoopPulse(names: ["OneDesk", "TwoDesk"])
        pulse.beat()
        pulse.enter(1)
        watch(pulse, milliseconds: 6000)
        let told = pulse.takeStillness()
        #expect(told?.place == "TwoDesk" && (told?.milliseconds ?? 0) >= LoopWatch.limit, "\(String(describing: told))")
        #expect(pulse.takeStillness() == nil)
    }

    @Test func aLoopThatTurnsOrClosesIsLeftAlone() {
        let pulse = LoopPulse(names: ["OneDesk"])
        watch(pulse, milliseconds: 5500) { pulse.beat() }
        #expect(pulse.takeStillness() == nil)
        pulse.enter(LoopPulse.Place.closing)
        watch(pulse, milliseconds: 5500)
        #expect(pulse.takeStillness() == nil)
    }

    /// A process that was stopped could not turn: the watch was stopped as well.
    @Test func timeInWhichTheWatchStoodStillDoesNotCount() {
        let pulse = LoopPulse(names: ["OneDesk"])
        var watch = LoopWatch(pulse, nil)
        _ = watch.turn()
        ThisProcess.sleep(milliseconds: LoopWatch.limit + 500)
        _ = watch.turn()
        pulse.beat()
        _ = watch.turn()
        #expect(pulse.takeStillness() == nil)
    }
}
