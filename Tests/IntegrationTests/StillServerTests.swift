// Tests commands while the JACK server stands still (J2).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: !PipeWireServer.isOurs, "a jackd is frozen")) struct StillServerTests {
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
            for command in commands {
                do throws(EngineProcess.Trouble) {
                    _ = try engine.reply(command[0], Array(command.dropFirst()), timeout: 5)
                    Issue.record("\(command) was not refused")
                } catch {
                    guard case .refused(let failure) = error else { throw error }
                    #expect(failure.code == .noServer && failure.words.contains("stands still"), "\(command): \(failure)")
                }
            }
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

        /// A take that waits for the server is stopped at once.
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
        }
    }
}
