// Tests commands while the JACK server stands still (J2).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: !PipeWireServer.isOurs, "a jackd is frozen")) struct StillServerTests {
        private func expectRefusal(of command: [String], _ engine: EngineProcess) throws {
            do throws(EngineProcess.Trouble) {
                _ = try engine.reply(command[0], Array(command.dropFirst()), timeout: 5)
                Issue.record("\(command) was not refused")
            } catch {
                guard case .refused(let failure) = error else { throw error }
                #expect(failure.code == .noServer && failure.words.contains("stands still"), "\(command): \(failure)")
            }
        }

        /// A command that needs the server is refused at once, as it is for a lost one, and all works once it goes on.
        @Test func commandsAreRefusedAtOnce() throws {
            let fixture = try ReturningServerFixture(["--jack-patience", "1s"])
            let engine = fixture.engine
            fixture.play()
            try engine.ask("rec", "name", "before")
            try engine.waitForTake(seconds: 0.3)
            try engine.ask("stop")
            fixture.server.freeze()
            defer { fixture.server.thaw() }
            try fixture.wait("jack", "stalled")
            let commands = [
                ["rec", "name", "never"], ["append", "before"], ["play", "before"], ["locate", "0"], ["source"],
                ["source", "none"], ["monitor", "pitch", "pitch", "300"], ["sound", "click"], ["bed", "pink"],
                ["timer", "start", "length", "10m"],
            ]
            for command in commands { try expectRefusal(of: command, engine) }
            let status = try engine.ask("status")
            #expect(status.text("record_state") == "idle" && status.text("monitor") == "off", "\(status.all)")
            #expect(throws: (any Error).self) { try fixture.recording("never") }
            fixture.server.thaw()
            try fixture.wait("jack", "running")
            try engine.ask("rec", "name", "after")
            try engine.waitForTake(seconds: 0.3)
            try engine.ask("stop")
            #expect(try !engine.reply("source").items.isEmpty)
        }

        /// A playback that the server holds up is stopped or paused at once, and rests once it goes on.
        @Test(arguments: ["stop", "pause"]) func aPlaybackThatIsHeldUpIsStopped(verb: String) throws {
            let fixture = try ReturningServerFixture(["--jack-patience", "1s"])
            let engine = fixture.engine
            let path = engine.folder.file("long.wav")
            let sox = ["-n", "-r", "48000", "-c", "2", path, "synth", "60", "sine", "440"]
            #expect(Process.run("/usr/bin/sox", sox).code == 0)
            try engine.ask("play", path)
            try fixture.wait("play_state", "playing")
            fixture.server.freeze()
            defer { fixture.server.thaw() }
            try fixture.wait("jack", "stalled")
            try engine.ask(verb, timeout: 5)
            fixture.server.thaw()
            try fixture.wait("jack", "running")
            try fixture.wait("play_state", verb == "stop" ? "stopped" : "paused")
        }

        /// A take that waits for a server, frozen or gone, is marked where it stands, and keeps the marker as it goes on.
        @Test(arguments: [true, false]) func aWaitingTakeIsMarkedAtItsEnd(isFrozen: Bool) throws {
            let fixture = try ReturningServerFixture(["--jack-patience", "1s"])
            let engine = fixture.engine
            fixture.play()
            try engine.ask("rec", "name", "held")
            try engine.waitForTake(seconds: 0.5)
            try engine.ask("mark", "early")
            if isFrozen { fixture.server.freeze() } else { fixture.kill() }
            defer { if isFrozen { fixture.server.thaw() } }
            try fixture.wait("record_state", "waiting")
            let end = Int(try fixture.recording("held").timeline.length) - 1
            let marked = try engine.ask("mark", "here", timeout: 5)
            #expect(marked.int("frames") == end && marked.int("marker") == 2, "\(marked.all)")
            // Under its name as well, and the second one is named by its number.
            #expect(try engine.ask("mark", "there", "in", "held", timeout: 5).int("frames") == end)
            try engine.ask("unmark", "2", timeout: 5)
            #expect(try fixture.recording("held").markers.map(\.name) == ["early", "there"])
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("mark", "past", "at-frame", "1", timeout: 5) }
            if isFrozen {
                fixture.server.thaw()
            } else {
                try fixture.revive()
                fixture.play()
            }
            try fixture.wait("record_state", "recording")
            try engine.waitForTake(seconds: 0.3)
            #expect(try engine.ask("mark", "late").int("marker") == 3)
            try engine.ask("stop")
            let recording = try fixture.recording("held")
            #expect(recording.segments.count == 2 && recording.markers.map(\.name) == ["early", "there", "late"])
            #expect(recording.markers[1].frame == Int64(end), "\(recording.markers)")
        }

        /// A take that waits for the server is stopped at once. It comes into the player with the next period: nothing waits for that.
        @Test func aWaitingTakeIsStoppedAtOnce() throws {
            let fixture = try ReturningServerFixture(["--jack-patience", "1s"])
            let engine = fixture.engine
            fixture.play()
            try engine.ask("rec", "name", "held")
            try engine.waitForTake(seconds: 0.5)
            fixture.server.freeze()
            defer { fixture.server.thaw() }
            try fixture.wait("record_state", "waiting")
            let stopped = try engine.ask("stop", timeout: 5)
            let recording = try fixture.recording("held")
            #expect(stopped.int("frames") == Int(recording.timeline.length) && recording.segments.count == 1, "\(stopped.all)")
            for command in [["play"], ["mark", "here"], ["undo"]] { try expectRefusal(of: command, engine) }
        }
    }
}
