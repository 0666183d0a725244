// Room: integration tests. Servers that go again when they have only just come, or that take their time to go (J2).
import Control
import Dictation
import Glibc
import Storage
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct ServerReturnTests {
        private static var rounds: Int { unsafe getenv("DICTA_SOAK") != nil ? 100 : getenv("DICTA_QUICK") != nil ? 6 : 12 }

        /// Before the client is there, before the take has gone on, or in its first period.
        @Test func aServerThatIsGoneAgainAtOnceDoesNotEndTheTake() throws {
            let scene = try Sitting()
            var dice = Dice()
            var watch = Stopwatch()
            try watch.start { try scene.engine.ask("rec", "name", "short") }
            for _ in 0..<Self.rounds {
                _ = usleep(UInt32.random(in: 0...120_000, using: &dice))
                scene.kill()
                #expect(scene.server.start())
                // Not before it is seen: otherwise nothing has come back. It is looked for ever more seldom.
                for _ in 0..<200 where try scene.engine.ask("status").text("jack") != "running" { _ = usleep(20_000) }
            }
            try scene.wait("record_state", "recording")
            let stopped = try watch.stop { try scene.engine.ask("stop") }
            let recording = try scene.recording("short")
            #expect(recording.segments.count == stopped.int("segments") && recording.segments.count >= 2)
            // A server that gives next to nothing leaves no segment; what came last is the user's.
            let short = recording.segments.dropFirst().dropLast().filter { $0.frames < Int64($0.rate) / 4 }
            #expect(short.isEmpty, "\(short)")
            let heard = Sitting.seconds(recording.segments)
            let away = scene.away(recording)
            #expect(watch.fits(heard + away, within: 0.25 + 0.02 * Double(Self.rounds)), "\(heard) s and \(away) s of \(watch)")
        }

        /// libjack says the same dozen things each time it tries a server that is not there: the log has the first of them.
        @Test(.enabled(if: !PipeWireServer.isOurs)) func aServersReturnIsToldInShort() throws {
            let scene = try Sitting()
            for _ in 0..<2 {
                scene.kill()
                // Some tries that fail.
                try scene.wait("jack", "waiting")
                Pause.milliseconds(1500)
                try scene.revive()
            }
            let log = try #require(scene.engine.quit()).errors.split(separator: "\n")
            let quoting = log.filter { $0.contains("libjack: ") }
            #expect(quoting.count == 2, "\(log.joined(separator: "\n"))")
            #expect(log.allSatisfy { $0.count < 300 })
            // The words of libjack for a try that failed.
            #expect(!log.contains { $0.contains("jack server is not running or cannot be started") })
        }

        /// It says goodbye first, and takes its clients away one by one, each of which libjack is told of.
        @Test func aServerThatIsStoppedAmongManyClientsIsLeftAndFoundAgain() throws {
            let scene = try Sitting()
            try scene.engine.ask("rec", "name", "many")
            for _ in 0..<Self.rounds {
                scene.play()
                let others = (0..<4).compactMap { number in
                    let words = ["--bpm", "600", "--name", "metro\(number)"]
                    return Process("/usr/bin/jack_metro", words, environment: scene.server.environment)
                }
                _ = usleep(300_000)
                scene.stop()
                for other in others {
                    _ = Glibc.kill(other.pid, SIGKILL)
                    _ = other.finish()
                }
                try scene.revive()
                try scene.wait("record_state", "recording")
            }
            let segments = try scene.engine.ask("stop").int("segments")
            // A PipeWire that starts can interrupt once more.
            #expect(PipeWireServer.isOurs ? segments > Self.rounds : segments == Self.rounds + 1)
        }

        /// In a session too: the manager hears of it, the client keeps the name it was given, and a save waits for nothing.
        @Test func aTakeInASessionLivesThroughItsServer() throws {
            let server = try #require(JackServer(), "no jackd")
            let rig = try SessionRig()
            #expect(try rig.open("p", id: "dicta.nA").path == "/reply")
            try rig.ask("rec", "name", "x")
            _ = usleep(700_000)
            server.kill()
            #expect(rig.manager.await("/nsm/client/message") { $0.int(0) == 3 && $0.text(1).contains("gone") } != nil)
            try rig.waitFor { $0.text("record_state") == "waiting" }
            rig.manager.save()
            #expect(rig.manager.answer()?.path == "/reply")
            #expect(server.start())
            try rig.waitFor { $0.text("record_state") == "recording" && $0.text("client") == "dicta.nA" }
            _ = usleep(700_000)
            #expect(try rig.ask("stop").int("segments") == 2)
            let recording = try Library(folder: rig.project("p") + "/Recordings").readRecording("x")
            #expect(recording.segments.map(\.endReason) == [.serverGone, .stopped])
            #expect(recording.segments[1].gaps.first?.cause == .away)
            rig.signal(SIGTERM)
            #expect(rig.finish()?.code == 0)
            #expect(rig.manager.faults.isEmpty, "\(rig.manager.faults)")
        }
    }
}
