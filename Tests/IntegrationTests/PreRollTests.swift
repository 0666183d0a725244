// Tests a pre-roll that takes longer to encode than the ring has room for (R7).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct PreRollTests {
        /// The writer gets a share of a processor that just suffices to encode in real time. The pre-roll is longer than the
        /// twelve seconds that the ring holds beside it: fourteen, or ten minutes with `session/test --soak`. If no
        /// control group can hold a thread, the writer encodes at full speed, which is easier.
        @Test func aPreRollThatIsEncodedSlowlyLosesNothing() throws {
            let seconds = unsafe getenv("DICTA_SOAK") != nil ? 600 : 14
            let fixture = try EngineFixture(engine: ["--preroll", "\(seconds)s"])
            let process = try #require(fixture.engine.process?.pid)
            let writer = "dicta-writer"
            // Measure the cost of encoding.
            let before = Throttle.seconds(writer, of: process)
            try fixture.take("cost", at: fixture.soon, frames: 4 * 48_000, "format", "alac")
            let cost = (Throttle.seconds(writer, of: process) - before) / 4
            // The pre-roll fills as fast as the server can run.
            #expect(fixture.probe.setFreewheel(true))
            let full = fixture.probe.count + (seconds + 1) * 48_000
            Pause.until(60) { fixture.probe.count >= full }
            #expect(fixture.probe.setFreewheel(false) && fixture.probe.count >= full, "the server stood still")

            var throttle = Throttle(writer, of: process, share: cost)
            print("MEASURED pre-roll: a second costs \(cost) s to encode, \(throttle == nil ? "not " : "")throttled")
            // No more than this pre-roll is kept, so the command has to come before its frame.
            let start = fixture.probe.frameTime &+ 72_000
            _ = try fixture.engine.ask(
                "rec", "name", "long", "preroll", "\(seconds)s", "format", "alac", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ UInt32((seconds - 1) * 48_000))
            throttle = nil
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(fixture.probe.frameTime &+ 72_000)", timeout: 60)
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            #expect(stopped.int("lost_frames") == 0 && stopped.int("preroll_frames") == seconds * 48_000)
            #expect(try fixture.engine.ask("status").int("lost_frames") == 0)
        }
    }
}
