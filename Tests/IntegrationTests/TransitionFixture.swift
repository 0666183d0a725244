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
        for attempt in 0..<20 {
            // JACK's estimate of the current frame can stay behind the graph for seconds after a stall, so each try aims farther.
            let begin = soon &+ UInt32(attempt * probe.rate / 4)
            do throws(EngineProcess.Trouble) {
                let told = try engine.ask("play", path, "from", "\(place)f", "at-frame", "\(begin)")
                // A file that is loaded late begins late.
                let frame = told.int("at_frame")
                return ear.number(of: frame < 0 ? begin : UInt32(truncatingIfNeeded: frame))
            } catch {
                // A busy machine keeps the command until its frame has passed.
                guard case .refused(let failure) = error, failure.words.contains("has passed") else { throw error }
            }
        }
        throw EngineProcess.Trouble.noAnswer("each frame had passed when the play arrived")
    }

    /// Waits until the ear has heard so much more, and 50 ms for what the engine tells of it, or another time. Frames are counted:
    /// JACK's estimate of the current frame goes on while the server waits for a client that is late. Waits half a minute longer at
    /// most.
    func wait(milliseconds: Int, and more: UInt32 = 50) {
        let end = ear.count + milliseconds * ear.rate / 1000
        Pause.until(Double(milliseconds) / 1000 + 30) { ear.count >= end }
        Pause.milliseconds(more)
    }

    /// Lets so much sound pass as fast as the server can, but for the last quarter of a second; for sound that is compared later.
    func skip(milliseconds: Int) {
        let end = ear.count + milliseconds * ear.rate / 1000
        ear.skip(toNumber: end)
        wait(milliseconds: max(0, (end - ear.count) * 1000 / ear.rate))
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

    /// Waits until the playback has ended by itself; false when it has not after `seconds`. What is left of the recording passes in
    /// freewheel, where playback is as exact, unless a test needs the time for work beside it.
    func waitForEnd(seconds: Int, skips: Bool = true) throws -> Bool {
        try Pause.until(Double(seconds)) {
            let status = try engine.ask("status")
            guard status.text("play_state") != "stopped" else { return true }
            guard skips else { return false }
            let seconds = status.double("duration_seconds") - status.double("position_seconds")
            let left = seconds * Double(ear.rate) / status.double("effective_rate")
            if left.isFinite { ear.skip(toNumber: ear.count + Int(left)) }
            return false
        }
    }
}
