// Tests servers that go again right after their return, or take long to go (J2).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct ServerReturnTests {
        private static var rounds: Int { unsafe getenv("DICTA_SOAK") != nil ? 100 : QuickRun.isOn ? 6 : 12 }

        /// The server dies before the client is there, before the take has gone on, or in its first period.
        @Test func aServerThatIsGoneAgainAtOnceDoesNotEndTheTake() throws {
            let fixture = try ReturningServerFixture()
            var dice = Dice()
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "short") }
            for _ in 0..<Self.rounds {
                // Any moment around the return.
                _ = usleep(UInt32.random(in: 0...120_000, using: &dice))
                fixture.kill()
                #expect(fixture.server.start())
                // Wait until the engine has seen the server: otherwise nothing has come back. The engine looks ever more
                // rarely.
                try Pause.until { try fixture.engine.ask("status").text("jack") == "running" }
            }
            try fixture.wait("record_state", "recording")
            let stopped = try watch.stop { try fixture.engine.ask("stop") }
            let recording = try fixture.recording("short")
            #expect(recording.segments.count == stopped.int("segments") && recording.segments.count >= 2)
            // A server that delivers almost no frames leaves no segment; the last segment is the user's.
            let short = recording.segments.dropFirst().dropLast().filter { $0.frames < Int64($0.rate) / 4 }
            #expect(short.isEmpty, "\(short)")
            let heard = ReturningServerFixture.seconds(recording.segments)
            let away = fixture.away(recording)
            #expect(watch.fits(heard + away, within: 0.25 + 0.02 * Double(Self.rounds)), "\(heard) s and \(away) s of \(watch)")
        }

        /// A server that comes back to a paused take gives it no frame. When it goes again, `status` still counts all frames.
        @Test func aTakeThatWaitsAgainCountsAllItsFrames() throws {
            let fixture = try ReturningServerFixture()
            try fixture.engine.ask("rec", "name", "long")
            try fixture.engine.waitForTake(seconds: 0.7)
            try fixture.engine.ask("pause")
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            let before = try fixture.engine.ask("status")
            #expect(before.int("elapsed_frames") > 24_000)
            try fixture.revive()
            try fixture.wait("record_state", "paused")
            #expect(try fixture.engine.ask("status").int("elapsed_frames") == before.int("elapsed_frames"))
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            let after = try fixture.engine.ask("status")
            for key in ["elapsed_frames", "elapsed_seconds", "size_bytes", "paused_frames"] {
                #expect(after[key] == before[key], "\(key)")
            }
            #expect(try fixture.engine.ask("stop").int("frames") == before.int("elapsed_frames"))
        }

        /// Markers of a take are listed while it waits for a server, as before and after.
        @Test func aTakeThatWaitsListsItsMarkers() throws {
            let fixture = try ReturningServerFixture()
            try fixture.engine.ask("rec", "name", "long")
            try fixture.engine.waitForTake(seconds: 0.7)
            try fixture.engine.ask("mark", "early")
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            for words in [[], ["long"]] {
                #expect(try fixture.engine.reply("marks", words).items.map { $0.text("name") } == ["early"])
            }
            try fixture.engine.ask("stop")
        }

        /// libjack prints the same dozen lines each time it tries a server that is not there: the log has only the first of
        /// them.
        @Test(.enabled(if: !PipeWireServer.isOurs)) func aServersReturnIsToldInShort() throws {
            let fixture = try ReturningServerFixture()
            for _ in 0..<2 {
                fixture.kill()
                // Time for some failed tries.
                try fixture.wait("jack", "waiting")
                Pause.milliseconds(1500)
                try fixture.revive()
            }
            let log = try #require(fixture.engine.quit()).errors.split(separator: "\n")
            let quoting = log.filter { $0.contains("libjack: ") }
            #expect(quoting.count == 2, "\(log.joined(separator: "\n"))")
            #expect(log.allSatisfy { $0.count < 300 })
            // libjack's words for a failed try are not in the log.
            #expect(!log.contains { $0.contains("jack server is not running or cannot be started") })
        }

        /// A server that stops removes its clients one by one, and libjack reports each of them.
        @Test func aServerThatIsStoppedAmongManyClientsIsLeftAndFoundAgain() throws {
            let fixture = try ReturningServerFixture()
            try fixture.engine.ask("rec", "name", "many")
            for _ in 0..<Self.rounds {
                fixture.play()
                let others = (0..<4).compactMap { number in
                    let words = ["--bpm", "600", "--name", "metro\(number)"]
                    return Process("/usr/bin/jack_metro", words, environment: fixture.server.environment)
                }
                // All of them are in the graph by then.
                _ = usleep(300_000)
                fixture.stop()
                for other in others {
                    _ = Glibc.kill(other.pid, SIGKILL)
                    _ = other.finish()
                }
                try fixture.revive()
                try fixture.wait("record_state", "recording")
            }
            let segments = try fixture.engine.ask("stop").int("segments")
            // A PipeWire that starts can interrupt the take once more.
            #expect(PipeWireServer.isOurs ? segments > Self.rounds : segments == Self.rounds + 1)
        }

        /// A take in a session survives its server: the manager is told, the client keeps its name, and a save does not
        /// wait.
        @Test func aTakeInASessionLivesThroughItsServer() throws {
            let server = try #require(JackServer(), "no jackd")
            let fixture = try SessionFixture()
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            try fixture.ask("rec", "name", "x")
            try fixture.waitFor { $0.double("elapsed_seconds") >= 0.5 }
            server.kill()
            #expect(fixture.manager.await("/nsm/client/message") { $0.int(0) == 3 && $0.text(1).contains("gone") } != nil)
            try fixture.waitFor { $0.text("record_state") == "waiting" }
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            #expect(server.start())
            try fixture.waitFor { $0.text("record_state") == "recording" && $0.text("client") == "dicta.nA" }
            let before = try fixture.ask("status").double("elapsed_seconds")
            try fixture.waitFor { $0.double("elapsed_seconds") >= before + 0.5 }
            #expect(try fixture.ask("stop").int("segments") == 2)
            let recording = try Library(folder: fixture.project("p") + "/Recordings").readRecording("x")
            #expect(recording.segments.map(\.endReason) == [.serverGone, .stopped])
            #expect(recording.segments[1].gaps.first?.cause == .away)
            fixture.signal(SIGTERM)
            #expect(fixture.finish()?.code == 0)
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
        }
    }
}
