// Tests playback that goes on when a lost server is back (P14, J2).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct PlayReturnTests {
        /// An engine that plays a recording of half a minute, from its tenth second.
        private func playing(_ settings: String? = nil) throws -> ReturningServerFixture {
            let fixture = try ReturningServerFixture(settings: settings)
            let path = fixture.engine.folder.file("long.wav")
            let sox = ["-n", "-r", "48000", "-c", "2", path, "synth", "30", "sine", "440"]
            #expect(Process.run("/usr/bin/sox", sox).code == 0)
            try fixture.engine.ask("play", path, "from", "10s")
            try Pause.until { try place(fixture) >= 11 }
            return fixture
        }

        /// Seconds of the playhead.
        private func place(_ fixture: ReturningServerFixture) throws -> Double {
            try fixture.engine.ask("status").double("position_seconds")
        }

        private func kill(_ fixture: ReturningServerFixture) throws -> Double {
            fixture.kill()
            try fixture.wait("jack", "waiting")
            return try place(fixture)
        }

        /// The server is killed and comes back, also at another rate: the recording plays on from its place.
        @Test func playbackGoesOnFromItsPlace() throws {
            let fixture = try playing()
            for rate in [48_000, 44_100] {
                let left = try kill(fixture)
                var status = try fixture.engine.ask("status")
                #expect(status.text("play_state") == "paused" && status["play_waiting"] == .flag(true))
                #expect(fixture.engine.dicta("status").output.contains("goes on with the JACK server"))
                try fixture.revive(rate: rate)
                try fixture.wait("play_state", "playing")
                status = try fixture.engine.ask("status")
                #expect(status["play_waiting"] == nil)
                let begun = status.double("position_seconds")
                #expect((left - 0.1..<left + 3).contains(begun), "\(left) \(begun)")
                try Pause.until { try place(fixture) >= begun + 0.5 }
                #expect(try place(fixture) >= begun + 0.5 && fixture.engine.ask("status").text("play_error") == "")
            }
        }

        /// A paused playback stays paused; so does any with `play-resume off`.
        @Test func whatWasPausedStaysPaused() throws {
            let fixture = try playing()
            try fixture.engine.ask("pause")
            let left = try kill(fixture)
            try fixture.revive()
            try rests(fixture, "paused", at: left)
            try fixture.engine.ask("set", "play-resume", "off")
            try fixture.engine.ask("play")
            try fixture.wait("play_state", "playing")
            let again = try kill(fixture)
            try fixture.revive()
            try rests(fixture, "paused", at: again)
        }

        /// A pause or stop while the server is away wins, and `toggle play` is a pause then; without a playback they are refused.
        @Test func aCommandMeanwhileWins() throws {
            let fixture = try playing()
            let left = try kill(fixture)
            let paused = fixture.engine.dicta("pause")
            #expect(paused.code == 0 && paused.output.hasPrefix("Paused at 0:1"), "\(paused)")
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("pause") }
            try fixture.revive()
            try rests(fixture, "paused", at: left)
            try fixture.engine.ask("play")
            _ = try kill(fixture)
            #expect(try fixture.engine.ask("toggle", "play").text("did") == "pause")
            try fixture.revive()
            try rests(fixture, "paused")
            try fixture.engine.ask("play")
            _ = try kill(fixture)
            try fixture.engine.ask("stop")
            #expect(try place(fixture) == 0)
            try fixture.revive()
            try rests(fixture, "stopped", at: 0)
        }

        /// Checks that nothing plays for a while after the return.
        private func rests(_ fixture: ReturningServerFixture, _ state: String, at place: Double? = nil) throws {
            for _ in 0..<20 {
                let status = try fixture.engine.ask("status")
                #expect(status.text("play_state") == state && status["play_waiting"] == nil, "\(status.all)")
                Pause.milliseconds(50)
            }
            if let place { #expect(abs(try self.place(fixture) - place) < 0.01) }
        }
    }
}
