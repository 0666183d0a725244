// Room: integration tests. Commands for frames to come: how many wait, and how they are taken back (issue 12 no. 10 and 11).
import Control
import Dictation
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct HeldCommandTests {
        private let folder = TempFolder()

        private func playing() throws -> (Scene, OscClient) {
            let path = folder.file("tape.wav")
            #expect(Tape.make(path, Tape.sine(440, frames: 48_000), times: 120))
            let scene = try Scene(sends: .silence, keeps: 30, engine: OscTests.ways)
            try scene.play(path)
            scene.wait(milliseconds: 300)
            return (scene, try OscClient(try OscTests.urls(scene.engine)[1]))
        }

        private func send(_ client: OscClient, _ verb: String, at frame: UInt32, _ words: [String: OSCArgument] = [:]) throws {
            let arguments = words.flatMap { [.string($0), $1] } + [.string("at-frame"), .int64(Int64(frame))]
            try client.send("/dicta/\(verb)", arguments)
        }

        private func waitFor(_ state: String, _ scene: Scene) throws {
            for _ in 0..<100 where try scene.engine.ask("status").text("play_state") != state { Pause.milliseconds(20) }
            #expect(try scene.engine.ask("status").text("play_state") == state)
        }

        /// Ten minutes ahead, more than are kept: the rest is refused where it is asked, and what holds at once holds at once.
        @Test func farCommandsAreRefusedBeyondThoseThatAreKeptAndHoldUpNothing() throws {
            let (scene, client) = try playing()
            let far = scene.probe.frameTime &+ 600 * 48_000
            for index in 0..<70 { try send(client, "locate", at: far &+ UInt32(index), ["to": .string("\(index + 1)s")]) }
            for _ in 0..<100 where client.counts["/error"] ?? 0 < 22 { try client.receive(within: 20) }
            #expect(client.counts["/error"] == 22 && client.counts["/reply"] == nil, "\(client.counts)")
            guard case .string(let words)? = client.last["/error"]?.arguments.last else {
                Issue.record("no words: \(client.last)")
                return
            }
            #expect(words.contains("wait for their frame"), "\(words)")
            // Each answers within a moment, not in ten minutes.
            try scene.engine.ask("gain", "left", "-200", "right", "-200", timeout: 5)
            let quiet = scene.now + 12_000
            scene.wait(milliseconds: 500)
            #expect(scene.heard(quiet..<scene.now - 512).allSatisfy { $0 == .zero })
            try scene.engine.ask("pause", timeout: 5)
            try scene.engine.ask("locate", "3s", timeout: 5)
            try scene.engine.ask("stop", timeout: 5)
            #expect(try scene.engine.ask("status").text("play_state") == "stopped")
        }

        /// Hundreds of locates within one long period find no room in the ring: the last one counts, and nothing is overwritten.
        @Test func moreLocatesThanTheRingHoldsEndAtTheLast() throws {
            let path = folder.file("coded.wav")
            #expect(Tape.make(path, Tape.coded(frames: 20 * 48_000)))
            let scene = try Scene(period: 4096, sends: .silence, keeps: 60, engine: OscTests.ways)
            try scene.play(path)
            scene.wait(milliseconds: 300)
            let client = try OscClient(try OscTests.urls(scene.engine)[1])
            for round in 0..<3 {
                for index in 0..<200 {
                    try client.send("/dicta/locate", [.string("to"), .string("\(48_000 * (index % 10 + 1))f")])
                }
                for _ in 0..<400 where client.answers < 200 * (round + 1) { try client.receive(within: 20) }
                try scene.engine.ask("locate", "480000f")
                let from = scene.now
                scene.wait(milliseconds: 800)
                // What is heard at the end goes on from there, frame for frame.
                let report = FrameReport(scene.heard(from + 24_000..<scene.now - 4096), .fine)
                #expect(report.isClean && report.silent == 0, "\(report)")
                let place = try scene.engine.ask("status").int("position_frames")
                #expect((480_000..<600_000).contains(place), "\(place)")
            }
            #expect(scene.engine.quit()?.code == 0)
        }

        /// Told as what is to come, and taken back by play, by another pause, by stop.
        @Test func aPauseToComeIsShownAndTakenBack() throws {
            let (scene, client) = try playing()
            let far = scene.probe.frameTime &+ 600 * 48_000
            try send(client, "pause", at: far)
            var status = try scene.engine.ask("status")
            for _ in 0..<100 where status.text("play_pending") == "" {
                Pause.milliseconds(20)
                status = try scene.engine.ask("status")
            }
            #expect(status.text("play_state") == "playing" && status.text("play_pending") == "paused")
            #expect(status.int("play_pending_frame") == Int(far))
            try scene.engine.ask("resume", timeout: 5)
            for _ in 0..<50 where client.counts["/error"] == nil { try client.receive(within: 20) }
            #expect(client.counts["/error"] == 1, "who asked for it is told")
            status = try scene.engine.ask("status")
            #expect(status.text("play_state") == "playing" && status.text("play_pending") == "")

            // Another pause takes its place, and holds at its own frame.
            // Known to the engine before the other comes, which goes by another socket.
            try send(client, "pause", at: far)
            for _ in 0..<100 where try scene.engine.ask("status").text("play_pending") == "" { Pause.milliseconds(20) }
            let soon = scene.probe.frameTime &+ 24_000
            let paused = try scene.engine.ask("pause", "at-frame", "\(soon)", timeout: 5)
            #expect(paused.int("at_frame") == Int(soon))
            #expect(try scene.engine.ask("status").text("play_pending") == "")
            try waitFor("paused", scene)
            try scene.engine.ask("play", timeout: 5)
            try send(client, "stop", at: far)
            for _ in 0..<100 where try scene.engine.ask("status").text("play_pending") == "" { Pause.milliseconds(20) }
            #expect(try scene.engine.ask("status").text("play_pending") == "stopped")
            let begin = scene.now
            try scene.engine.ask("play", timeout: 5)
            scene.wait(milliseconds: 300)
            #expect(!scene.heard(begin..<scene.now - 512).suffix(4800).allSatisfy { $0 == .zero }, "it plays on")
            try scene.engine.ask("pause", timeout: 5)
            #expect(try scene.engine.ask("status").text("play_state") == "paused")
        }

        /// The same of a take: it runs until the frame, and says so; taken back it was never paused.
        @Test func aPauseOfATakeToComeIsShownAndTakenBack() throws {
            let scene = try Scene()
            let start = scene.soon
            try scene.engine.ask("rec", "name", "whole", "at-frame", "\(start)")
            scene.probe.waitFor(frame: start &+ 4800)
            let far = start &+ 600 * 48_000
            try scene.engine.ask("pause", "at-frame", "\(far)")
            var status = try scene.engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.text("record_pending") == "paused")
            #expect(status.int("record_pending_frame") == Int(far))
            try scene.engine.ask("resume")
            status = try scene.engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.text("record_pending") == "")
            // One that comes true, with its resume, and one at once in the place of one to come.
            let (first, second) = (scene.probe.frameTime &+ 12_000, scene.probe.frameTime &+ 24_000)
            try scene.engine.ask("pause", "at-frame", "\(first)")
            try scene.engine.ask("resume", "at-frame", "\(second)")
            scene.probe.waitFor(frame: second &+ 4800)
            status = try scene.engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.text("record_pending") == "")
            try scene.engine.ask("pause", "at-frame", "\(far)")
            let third = try scene.engine.ask("pause").int("at_frame")
            #expect(try scene.engine.ask("status").text("record_state") == "paused")
            scene.probe.waitFor(frame: UInt32(third) &+ 4800)
            let fourth = try scene.engine.ask("resume").int("at_frame")
            let end = scene.soon
            let stopped = try scene.engine.ask("stop", "at-frame", "\(end)")
            // A pause at once is to a period: the writer may be at the end of the one that "now" lies in.
            let wanted = Int(end &- start) - 12_000 - (fourth - third)
            #expect(abs(stopped.int("frames") - wanted) <= scene.server.period, "\(stopped), not \(wanted)")
        }
    }
}
