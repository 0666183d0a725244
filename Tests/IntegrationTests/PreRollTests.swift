// Tests a pre-roll that takes longer to encode than the ring has room for (R7).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct PreRollTests {
        /// A pre-roll begins with the first frame that was heard, or with the one that a command names (F21).
        @Test("a take's time is that of its first frame, with a pre-roll that is not there yet and with a later start")
        func timeOfTheFirstFrame() throws {
            let fixture = try EngineFixture(engine: ["--preroll", "600s"])
            let asked = Timestamp.now
            _ = try fixture.engine.ask("rec", "name", "young", "preroll", "600s")
            try check(try fixture.engine.ask("stop"), of: "young", asked.seconds - 30...asked.seconds + 3, fixture)
            let later = Timestamp.now
            _ = try fixture.engine.ask("rec", "name", "late", "at-frame", "\(fixture.probe.frameTime &+ 8 * 48_000)")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 9 * 48_000)
            try check(try fixture.engine.ask("stop"), of: "late", later.seconds + 6...later.seconds + 11, fixture)
        }

        /// Compares the time in the sidecar and in the file, and the first frame in both.
        private func check(_ stopped: Fields, of name: String, _ seconds: ClosedRange<Int>, _ fixture: EngineFixture) throws {
            let created = try #require(Timestamp(iso8601: try fixture.engine.ask("info", "name", name).text("created")))
            #expect(seconds.contains(created.seconds), "\(created.iso8601)")
            let found = Process.python(
                """
                import json, struct, sys; d = open(sys.argv[1], 'rb').read(); p = d.index(b'bext') + 8
                s = json.load(open(sys.argv[2]))['segments'][0]
                print(d[p + 320:p + 330].decode() + 'T' + d[p + 330:p + 338].decode(), struct.unpack_from('<Q', d, p + 338)[0] == s['startFrame'])
                """, [stopped.text("path"), "\(fixture.engine.library)/\(name).json"])
            #expect(found.output == "\(created.local.prefix(19)) True\n", "\(found)")
        }

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
            let asked = Timestamp.now
            _ = try fixture.engine.ask(
                "rec", "name", "long", "preroll", "\(seconds)s", "format", "alac", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ UInt32((seconds - 1) * 48_000))
            throttle = nil
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(fixture.probe.frameTime &+ 72_000)", timeout: 60)
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            #expect(stopped.int("lost_frames") == 0 && stopped.int("preroll_frames") == seconds * 48_000)
            #expect(try fixture.engine.ask("status").int("lost_frames") == 0)
            // The file begins with its first frame, not with the command (F21).
            let created = try #require(Timestamp(iso8601: try fixture.engine.ask("info", "name", "long").text("created")))
            #expect((-3...3).contains(created.seconds - (asked.seconds - seconds)), "\(created.iso8601) \(asked.iso8601)")
        }
    }
}
