// Playback and listening for the tests of the player. One thread: the test's.
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension EngineFixture {
    /// Plays a file from `place` on, exactly at a later JACK frame; returns the place of its first frame in the frames
    /// heard.
    @discardableResult
    func play(_ path: String, from place: Int = 0) throws -> Int {
        let begin = soon
        try engine.ask("play", path, "from", "\(place)f", "at-frame", "\(begin)")
        return ear.number(of: begin)
    }

    func wait(milliseconds: Int) {
        probe.waitFor(frame: probe.frameTime &+ UInt32(milliseconds * probe.rate / 1000))
    }

    /// Number of frames heard so far. Counted, since JACK's own estimate of the current frame is some milliseconds off for
    /// most of a second after a late period. In whole periods: up to one ahead.
    var now: Int { ear.count }

    /// Frames heard in a range, as far as they have arrived.
    func heard(_ places: Range<Int>) -> ArraySlice<SIMD2<Float>> {
        let all = ear.heard
        return all[places.clamped(to: all.startIndex..<all.endIndex)]
    }

    var underruns: Int { get throws { try engine.ask("status").int("underruns") } }

    /// Waits until the playback has ended by itself; false when it has not after `seconds`.
    func waitForEnd(seconds: Int) throws -> Bool {
        for _ in 0..<seconds * 10 {
            if try engine.ask("status").text("play_state") == "stopped" { return true }
            Pause.milliseconds(100)
        }
        return false
    }
}
