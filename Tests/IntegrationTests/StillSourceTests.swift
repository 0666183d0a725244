// Tests a program that feeds the engine and stands still while the server goes on (J2, J9).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: !PipeWireServer.isOurs, "PipeWire goes on without a program that stands still")) struct StillSourceTests {
        private static let sources = "still:output1\nstill:output2"

        private func fixture() throws -> (ReturningServerFixture, Process) {
            // An asynchronous server goes on without a program that stands still.
            let fixture = try ReturningServerFixture(
                ["--jack-patience", "1s", "--connect-in", "still:output"], period: 1024, synchronous: false)
            let source = try #require(
                Process("/usr/bin/jack_simple_client", ["still"], environment: fixture.server.environment))
            try fixture.wait("sources", Self.sources)
            return (fixture, source)
        }

        /// The engine names what stands still, leaves the graph as it is, and its take goes on with the program: in one other segment,
        /// with the gap in between.
        @Test func aSourceThatStandsStillIsNamedAndLeftAlone() throws {
            let (fixture, source) = try fixture()
            let engine = fixture.engine
            for round in 1...2 {
                let name = "take\(round)"
                try engine.ask("rec", "name", name)
                Pause.milliseconds(700)
                var watch = Stopwatch()
                watch.start { #expect(kill(source.pid, SIGSTOP) == 0) }
                try fixture.wait("record_state", "waiting")
                let trouble = try engine.ask("status").text("jack_trouble")
                #expect(trouble.contains("still:output1, still:output2") && trouble.contains("dicta source none"), "\(trouble)")
                #expect(engine.dicta("status").output.contains("still:output1, still:output2"))
                // All the while the connections stay.
                for _ in 0..<35 {
                    #expect(try engine.ask("status").text("sources") == Self.sources)
                    Pause.milliseconds(100)
                }
                watch.stop { #expect(kill(source.pid, SIGCONT) == 0) }
                try fixture.wait("record_state", "recording")
                #expect(try engine.ask("status")["jack_trouble"] == nil)
                Pause.milliseconds(700)
                let stopped = try engine.ask("stop")
                let recording = try fixture.recording(name)
                #expect(recording.segments.count == 2, "\(stopped.all)")
                // The time away is that of the standstill, and what comes behind it. Silence stands for it where a period came through
                // before JACK's frames leapt.
                let gaps = recording.segments.flatMap(\.gaps)
                let away = gaps.reduce(0) { $0 + Double($1.length) / 48_000 }
                #expect(watch.fits(away, within: 1.5), "\(gaps) of \(watch)")
                #expect(try engine.ask("status").text("sources") == Self.sources)
            }
            let log = try #require(engine.quit()).errors
            #expect(!log.contains("disconnected until") && !log.contains("connected again"), "\(log)")
        }

        /// A source that never comes back is ended by its owner, as the sentence says; the take goes on without it.
        @Test func aTakeGoesOnWithoutASourceThatIsEnded() throws {
            let (fixture, source) = try fixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "dead")
            Pause.milliseconds(700)
            #expect(kill(source.pid, SIGSTOP) == 0)
            try fixture.wait("record_state", "waiting")
            #expect(kill(source.pid, SIGKILL) == 0)
            try fixture.wait("record_state", "recording")
            Pause.milliseconds(500)
            let stopped = try engine.ask("stop")
            #expect(try fixture.recording("dead").segments.count == 2, "\(stopped.all)")
        }
    }
}
