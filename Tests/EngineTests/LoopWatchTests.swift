// Tests of the watch over the control loop, with a loop and a clock of the test (C15).
import Control
import Dictation
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

    /// A loop that computes is not one that waits for a disk, and the message that it works at is named (issue 39 no. 5).
    @Test(arguments: [true, false]) func theCauseIsNamed(isBusy: Bool) throws {
        let pulse = LoopPulse(names: ["RequestDesk"])
        pulse.beat()
        pulse.enter(0)
        let packet = try Packet(try OSCMessage("/dicta/ping").encode(), from: "/run/x.sock")
        pulse.begin(try #require(RequestParser.parse(packet).first).ticket)
        let start = Moment.now
        var watch = LoopWatch(pulse, nil, now: start)
        watch.look(at: start, used: 1)
        for passed in stride(from: 100, through: LoopWatch.limit + 1000, by: 100) {
            watch.look(at: start.later(milliseconds: passed), used: 1 + (isBusy ? Double(passed) / 1000 : 0.1))
        }
        pulse.end()
        pulse.beat()
        watch.look(at: start.later(milliseconds: LoopWatch.limit + 1100), used: 7)
        let told = try #require(pulse.takeStillness())
        #expect(told.isBusy == isBusy && told.milliseconds >= LoopWatch.limit + 900, "\(told)")
        #expect(told.place == "RequestDesk, '/dicta/ping' of osc.unix:///run/x.sock", "\(told)")
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
