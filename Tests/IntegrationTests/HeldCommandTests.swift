// Tests commands for later frames: how many are held, and how they are withdrawn (issue 12 no. 10 and 11).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct HeldCommandTests {
        private let folder = TempFolder()

        private func playing(period: Int = PipeWireServer.usualPeriod) throws -> (EngineFixture, OscClient) {
            let path = folder.file("tape.wav")
            // Two minutes, of which twenty seconds have sound.
            let wave = try #require(SparseWave(path, frames: 120 * 48_000))
            #expect(wave.put(SparseWave.sine(440, frames: 20 * 48_000), at: 0))
            let fixture = try EngineFixture(period: period, sends: .silence, keeps: 30, engine: OscTests.ways)
            try fixture.play(path)
            // It plays when the first command comes.
            fixture.wait(milliseconds: 300)
            return (fixture, try OscClient(try OscTests.urls(fixture.engine)[1]))
        }

        private func send(_ client: OscClient, _ verb: String, at frame: UInt32, _ words: [String: OSCArgument] = [:]) throws {
            let arguments = words.flatMap { [.string($0), $1] } + [.string("at-frame"), .int64(Int64(frame))]
            try client.send("/dicta/\(verb)", arguments)
        }

        /// Commands ten minutes ahead are refused at once beyond the share of a sender, and beyond those that are kept; commands
        /// without a frame still take effect at once.
        @Test func farCommandsAreRefusedBeyondThoseThatAreKeptAndHoldUpNothing() throws {
            let (fixture, client) = try playing()
            let far = fixture.probe.frameTime &+ 600 * 48_000
            for index in 0..<70 { try send(client, "locate", at: far &+ UInt32(index), ["at": .string("\(index + 1)s")]) }
            try expectRefusals(46, "busy: 24 requests wait", client)
            // Another host has a share of its own, and all of them leave places for the owner.
            let other = try OscClient(try OscTests.urls(fixture.engine)[1], from: 2)
            for index in 0..<20 { try send(other, "locate", at: far &+ UInt32(100 + index), ["at": .string("\(index + 1)s")]) }
            try expectRefusals(8, "busy: 36 requests wait", other)
            let owner = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            for index in 0..<8 {
                let arguments: [OSCArgument] = [.string("\(index)s"), .string("at-frame"), .int64(Int64(far) + 200)]
                try owner.send(try OSCMessage("/dicta/locate", arguments).encode())
            }
            try owner.send(try OSCMessage("/dicta/ping").encode())
            #expect(owner.waits(for: 1, seconds: 10) && owner.answers.map(\.path) == ["/dicta/ping"], "\(owner.answers)")
            // Each command is answered in a moment, not in ten minutes.
            try fixture.engine.ask("gain", "left", "-200", "right", "-200", timeout: 5)
            let quiet = fixture.now + 12_000
            // A quarter of a second for the fade, and one that is compared.
            fixture.wait(milliseconds: 500)
            #expect(fixture.heard(quiet..<fixture.now - 512).allSatisfy { $0 == .zero })
            try fixture.engine.ask("pause", timeout: 5)
            try fixture.engine.ask("locate", "3s", timeout: 5)
            try fixture.engine.ask("stop", timeout: 5)
            #expect(try fixture.engine.ask("status").text("play_state") == "stopped")
        }

        private func expectRefusals(_ number: Int, _ part: String, _ client: OscClient) throws {
            for _ in 0..<500 where client.counts["/error"] ?? 0 < number { try client.receive(within: 20) }
            #expect(client.counts["/error"] == number && client.counts["/reply"] == nil, "\(client.counts)")
            guard case .string(let words)? = client.last["/error"]?.arguments.last else {
                Issue.record("no words: \(client.last)")
                return
            }
            #expect(words.contains(part), "\(words)")
        }

        /// A locate that is under way takes effect before the stop behind it, and is answered so.
        @Test func aStopRightBehindALocateLeavesItItsAnswer() throws {
            let (fixture, _) = try playing()
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            for round in 1...3 {
                try fixture.engine.ask("play")
                try client.send(
                    OSCPacket.bundle([
                        try OSCMessage("/dicta/locate", [.string("3s")]).encode(), try OSCMessage("/dicta/stop", []).encode(),
                    ]))
                #expect(client.waits(for: 2 * round, seconds: 5), "\(client.answers)")
                #expect(!client.answers.contains { $0.isError }, "\(client.answers)")
                let status = try fixture.engine.ask("status")
                #expect(status.text("play_state") == "stopped" && status.int("position_frames") == 0, "\(status)")
            }
        }

        /// A stop comes behind a play at any moment on the way to another recording. The answer of the play tells what became of
        /// the play.
        @Test func aStopRightBehindAPlayLeavesWhatItWasTold() throws {
            // In a long period commands are under way for long.
            let fixture = try EngineFixture(period: 4096, sends: .silence)
            for name in ["one", "two"] {
                #expect(SparseWave.make(fixture.engine.library + "/\(name).wav", SparseWave.coded(frames: 20 * 48_000)))
            }
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            for round in 0..<UInt32(16) {
                try fixture.engine.ask("play", "one")
                let before = client.answers.count
                try client.send(try OSCMessage("/dicta/play", [.string("two")]).encode())
                // Any moment of the eighth of a second that the play takes.
                Pause.milliseconds(round * 8)
                try client.send(try OSCMessage("/dicta/stop", []).encode())
                #expect(client.waits(for: before + 2, seconds: 5), "\(client.answers)")
                let isPlayed = client.answers.dropFirst(before).contains { $0.path == "/dicta/play" && !$0.isError }
                let status = try fixture.engine.ask("status")
                #expect(status.text("play_name") == (isPlayed ? "two" : "one"), "round \(round): \(status)")
                #expect(status.text("play_state") == "stopped" && status.int("position_frames") == 0, "\(status)")
                try fixture.engine.ask("play", timeout: 5)
                #expect(try fixture.engine.ask("status")["play_error"] == nil)
            }
        }

        /// A pause takes effect at its frame while the engine reads other commands. A stop behind these commands withdraws what
        /// is left, and the pause is answered as carried out.
        @Test func aStopLeavesACommandThatHasTakenEffectItsAnswer() throws {
            let (fixture, _) = try playing()
            let sender = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("sender"))
            let flood = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("flood"))
            var rounds = 0
            for round in 1...10 where rounds < 2 {
                try fixture.engine.ask("play")
                // It plays when the commands come.
                fixture.wait(milliseconds: 200)
                let far = Int64(fixture.probe.frameTime &+ 600 * 48_000)
                let soon = Int64(fixture.probe.frameTime &+ 12_000)
                try sender.send(try OSCMessage("/dicta/locate", [.string("5s"), .string("at-frame"), .int64(far)]).encode())
                try sender.send(try OSCMessage("/dicta/pause", [.string("at-frame"), .int64(soon)]).encode())
                // Both are read by then.
                Pause.milliseconds(30)
                // On a busy machine the pause can be read too late.
                let isHeld = try fixture.engine.ask("status").text("play_pending") == "paused"
                fixture.probe.waitFor(frame: UInt32(truncatingIfNeeded: soon - 1920))
                // All these packets are handled in one turn of the engine's loop, which takes longer than the pause is away.
                let looks = OSCPacket.bundle(try (0..<250).map { _ in try OSCMessage("/dicta/status", []).encode() })
                for _ in 0..<8 { try flood.send(looks) }
                try sender.send(try OSCMessage("/dicta/stop", []).encode())
                #expect(sender.waits(for: 3 * round, seconds: 10), "\(sender.answers)")
                // A stop that came before the frame of the pause proves nothing.
                guard isHeld, let stopped = sender.frames["/dicta/stop"], stopped > soon else { continue }
                rounds += 1
                let answers = sender.answers.suffix(3)
                #expect(answers.contains { $0 == ("/dicta/pause", false) }, "round \(round): \(sender.answers)")
                #expect(answers.contains { $0 == ("/dicta/locate", true) }, "\(sender.answers)")
            }
            #expect(rounds == 2)
        }

        /// A locate at once replaces those for frames to come, with their plays: their callers are told, the status stays with
        /// the recording that is heard, and the other one is closed.
        @Test func aLocateReplacesThoseToCome() throws {
            let fixture = try EngineFixture(sends: .silence)
            for name in ["one", "two"] {
                #expect(SparseWave.make(fixture.engine.library + "/\(name).wav", SparseWave.coded(frames: 20 * 48_000)))
            }
            func isOpen(_ name: String) -> Bool {
                Belongings(fixture.engine).descriptors.contains { $0.hasSuffix("/\(name).wav") }
            }
            try fixture.engine.ask("play", "one")
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            let soon = Int64(fixture.probe.frameTime &+ 3 * 48_000)
            try client.send(try OSCMessage("/dicta/locate", [.string("15s"), .string("at-frame"), .int64(soon)]).encode())
            try client.send(
                try OSCMessage("/dicta/play", [.string("two"), .string("at-frame"), .int64(soon + 4800)]).encode())
            Pause.until { isOpen("two") }
            #expect(isOpen("two"))
            try fixture.engine.ask("locate", "5s")
            // The answers come at the frames of the commands.
            #expect(client.waits(for: 2, seconds: 10) && client.answers.allSatisfy(\.isError), "\(client.answers)")
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_name") == "one" && status.text("play_state") == "playing", "\(status)")
            #expect((5 * 48_000..<14 * 48_000).contains(status.int("position_frames")), "\(status)")
            Pause.until { !isOpen("two") }
            #expect(isOpen("one") && !isOpen("two"))
        }

        /// A play that takes back the commands to come leaves the locate that is under way as it is.
        @Test func whatIsTakenBackLeavesALocateUnderWay() throws {
            // In a long period commands are under way for long.
            let (fixture, _) = try playing(period: 4096)
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            let now = fixture.probe.frameTime
            // The reader goes ahead to the first locate at once: its frame is near.
            try client.send(
                OSCPacket.bundle([
                    try OSCMessage("/dicta/pause", [.string("at-frame"), .int64(Int64(now &+ 600 * 48_000))]).encode(),
                    try OSCMessage("/dicta/locate", [.string("100s"), .string("at-frame"), .int64(Int64(now &+ 12_000))])
                        .encode(),
                    try OSCMessage("/dicta/locate", [.string("30s")]).encode(), try OSCMessage("/dicta/play", []).encode(),
                ]))
            #expect(client.waits(for: 4, seconds: 5), "\(client.answers)")
            #expect(client.answers.filter(\.isError).map(\.path).sorted() == ["/dicta/locate", "/dicta/pause"])
            // A command that was left would have taken effect by then: nothing tells that nothing comes.
            fixture.wait(milliseconds: 500)
            let status = try fixture.engine.ask("status")
            #expect((30 * 48_000..<60 * 48_000).contains(status.int("position_frames")), "\(status)")
            #expect(status.text("play_state") == "playing" && status.text("play_pending") == "", "\(status)")
        }

        /// Hundreds of locates within one long period do not fit in the ring: the last one counts, and no other is
        /// overwritten.
        @Test func moreLocatesThanTheRingHoldsEndAtTheLast() throws {
            let path = folder.file("coded.wav")
            #expect(SparseWave.make(path, SparseWave.coded(frames: 20 * 48_000)))
            let fixture = try EngineFixture(period: 4096, sends: .silence, keeps: 60, engine: OscTests.ways)
            try fixture.play(path)
            // It plays when the locates come.
            fixture.wait(milliseconds: 300)
            let client = try OscClient(try OscTests.urls(fixture.engine)[1])
            for round in 0..<3 {
                for index in 0..<200 {
                    try client.send("/dicta/locate", [.string("at"), .string("\(48_000 * (index % 10 + 1))f")])
                }
                for _ in 0..<400 where client.answers < 200 * (round + 1) { try client.receive(within: 20) }
                let from = fixture.now
                try fixture.engine.ask("locate", "700000f")
                // A busy machine hears the new place late.
                let later = FrameCode.fine.encode(724_000)
                Pause.until { fixture.heard(from..<fixture.now).contains(later) }
                // The frames that are compared.
                fixture.wait(milliseconds: 300)
                // The sound goes on from the last position, frame for frame, and did not come there from an earlier one.
                let first = try #require(fixture.heard(from..<fixture.now).firstIndex(of: later), "never heard")
                let report = FrameReport(fixture.heard(first..<fixture.now - 4096), .fine)
                #expect(report.isClean && report.silent == 0, "\(report)")
                #expect(fixture.ear.heard[first - 24_960] != FrameCode.fine.encode(699_040))
                let place = try fixture.engine.ask("status").int("position_frames")
                #expect((724_000...960_000).contains(place), "\(place)")
            }
            #expect(fixture.engine.quit()?.code == 0)
        }

        /// A pause for a later frame is shown as pending, and withdrawn by play, by another pause, and by stop.
        @Test func aPauseToComeIsShownAndTakenBack() throws {
            let (fixture, client) = try playing()
            let far = fixture.probe.frameTime &+ 600 * 48_000
            try send(client, "pause", at: far)
            try fixture.engine.wait("play_pending", "paused")
            var status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "playing" && status.text("play_pending") == "paused")
            #expect(status.int("play_pending_frame") == Int(far))
            try fixture.engine.ask("resume", timeout: 5)
            for _ in 0..<500 where client.counts["/error"] == nil { try client.receive(within: 20) }
            #expect(client.counts["/error"] == 1, "the sender of the pause got no error")
            status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "playing" && status.text("play_pending") == "")

            // Another pause replaces it, and takes effect at its own frame. The status shows the first one before the second
            // is sent, which goes by another socket.
            try send(client, "pause", at: far)
            try Pause.until { try fixture.engine.ask("status").text("play_pending") != "" }
            let soon = fixture.probe.frameTime &+ 96_000
            let paused = try fixture.engine.ask("pause", "at-frame", "\(soon)", timeout: 10)
            #expect(paused.int("at_frame") == Int(soon))
            #expect(try fixture.engine.ask("status").text("play_pending") == "")
            try fixture.engine.wait("play_state", "paused")
            try fixture.engine.ask("play", timeout: 5)
            try send(client, "stop", at: far)
            try Pause.until { try fixture.engine.ask("status").text("play_pending") != "" }
            #expect(try fixture.engine.ask("status").text("play_pending") == "stopped")
            let begin = fixture.now
            try fixture.engine.ask("play", timeout: 5)
            // A stop would have faded the sound by then.
            fixture.wait(milliseconds: 300)
            #expect(!fixture.heard(begin..<fixture.now - 512).suffix(4800).allSatisfy { $0 == .zero }, "the playback stopped")
            try fixture.engine.ask("pause", timeout: 5)
            #expect(try fixture.engine.ask("status").text("play_state") == "paused")
        }

        /// A take runs until the frame of a later pause, and shows the pause as pending; after resume the take was never
        /// paused.
        @Test func aPauseOfATakeToComeIsShownAndTakenBack() throws {
            let fixture = try EngineFixture()
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "whole", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 4800)
            let far = start &+ 600 * 48_000
            try fixture.engine.ask("pause", "at-frame", "\(far)")
            var status = try fixture.engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.text("record_pending") == "paused")
            #expect(status.int("record_pending_frame") == Int(far))
            try fixture.engine.ask("resume")
            status = try fixture.engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.text("record_pending") == "")
            // A pause and a resume that take effect at their frames, then an immediate pause instead of a pending one.
            let first = fixture.probe.frameTime &+ 72_000
            let second = first &+ 12_000
            try fixture.engine.ask("pause", "at-frame", "\(first)")
            try fixture.engine.ask("resume", "at-frame", "\(second)")
            fixture.probe.waitFor(frame: second &+ 4800)
            status = try fixture.engine.ask("status")
            #expect(status.text("record_state") == "recording" && status.text("record_pending") == "")
            try fixture.engine.ask("pause", "at-frame", "\(far)")
            let third = try fixture.engine.ask("pause").int("at_frame")
            #expect(try fixture.engine.ask("status").text("record_state") == "paused")
            fixture.probe.waitFor(frame: UInt32(third) &+ 4800)
            let fourth = try fixture.engine.ask("resume").int("at_frame")
            let end = fixture.probe.frameTime &+ 72_000
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(end)")
            // An immediate pause is exact to a period: the writer may be at the end of the current one.
            let wanted = Int(end &- start) - 12_000 - (fourth - third)
            #expect(abs(stopped.int("frames") - wanted) <= fixture.server.period, "\(stopped), not \(wanted)")
        }
    }
}
