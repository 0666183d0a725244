// Room: integration tests. Proof of R7 on a slow machine: a pre-roll that takes longer to encode than the ring has room for.
import Control
import Dictation
import Glibc
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct PreRollTests {
        /// The writer gets so much of a processor that it encodes as fast as it sounds, and the pre-roll takes longer than the
        /// twelve seconds that the ring has beside it: fourteen, or ten minutes with `session/test --soak`. Where no control
        /// group can hold a thread it encodes as fast as it can, and nothing is lost the sooner.
        @Test func aPreRollThatIsEncodedSlowlyLosesNothing() throws {
            let seconds = unsafe getenv("DICTA_SOAK") != nil ? 600 : 14
            let scene = try Scene(engine: ["--preroll", "\(seconds)s"])
            let process = try #require(scene.engine.process?.pid)
            let writer = "dicta-writer"
            // What encoding costs, while the pre-roll comes together.
            let before = Throttle.seconds(writer, of: process)
            try scene.take("cost", at: scene.soon, frames: 4 * 48_000, "format", "alac")
            let cost = (Throttle.seconds(writer, of: process) - before) / 4
            scene.probe.waitFor(frame: scene.probe.frameTime &+ UInt32((seconds - 3) * 48_000))

            var throttle = Throttle(writer, of: process, share: cost)
            print("MEASURED pre-roll: a second costs \(cost) s to encode, \(throttle == nil ? "not " : "")throttled")
            let start = scene.soon
            _ = try scene.engine.ask(
                "rec", "name", "long", "preroll", "\(seconds)s", "format", "alac", "at-frame", "\(start)")
            scene.probe.waitFor(frame: start &+ UInt32((seconds - 1) * 48_000))
            throttle = nil
            let stopped = try scene.engine.ask("stop", "at-frame", "\(scene.soon)", timeout: 60)
            let report = FrameReport(try Scene.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            #expect(stopped.int("lost_frames") == 0 && stopped.int("preroll_frames") == seconds * 48_000)
            #expect(try scene.engine.ask("status").int("lost_frames") == 0)
        }
    }
}
