// One thread: the test's. What the tests of the player share.
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension EngineFixture {
    /// Plays a file from `place` on, exactly at a frame to come, and gives where in what is heard that is.
    @discardableResult
    func play(_ path: String, from place: Int = 0) throws -> Int {
        let begin = soon
        try engine.ask("play", path, "from", "\(place)f", "at-frame", "\(begin)")
        return ear.number(of: begin)
    }

    func wait(milliseconds: Int) {
        probe.waitFor(frame: probe.frameTime &+ UInt32(milliseconds * probe.rate / 1000))
    }

    /// The place of now in what is heard. Counted: JACK's own estimate of the frame now is some milliseconds off for most of a
    /// second after a period that came late. In whole periods: up to one ahead.
    var now: Int { ear.count }

    /// What was heard in a stretch, as far as that has come.
    func heard(_ places: Range<Int>) -> ArraySlice<SIMD2<Float>> {
        let all = ear.heard
        return all[places.clamped(to: all.startIndex..<all.endIndex)]
    }

    var underruns: Int { get throws { try engine.ask("status").int("underruns") } }

    /// Waits until what plays has ended by itself; false when it has not after `seconds`.
    func waitForEnd(seconds: Int) throws -> Bool {
        for _ in 0..<seconds * 10 {
            if try engine.ask("status").text("play_state") == "stopped" { return true }
            Pause.milliseconds(100)
        }
        return false
    }
}
