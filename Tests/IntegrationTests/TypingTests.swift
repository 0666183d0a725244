// Tests of transcribing by hand: playback that pauses while somebody types, the shuttle, and texts of stretches (W7, issue 17 no. 7).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct TypingTests {
        private let folder = TempFolder()

        /// A recording of 20 s that plays.
        private func playing(settings: String = "") throws -> EngineFixture {
            let path = folder.file("code.wav")
            #expect(SparseWave.make(path, SparseWave.coded(from: 1, frames: 20 * 48_000)))
            let fixture = try EngineFixture(settings: "load-take = off\n" + settings)
            try fixture.engine.ask("import", "path", path, "name", "code")
            try fixture.engine.ask("play", "name", "code", "from", "5s")
            return fixture
        }

        private func status(_ fixture: EngineFixture) throws -> Fields { try fixture.engine.ask("status") }

        @Test func typingPausesAndPlaybackGoesOnAStepEarlier() throws {
            let fixture = try playing(settings: "typing-pause = 0.5\ntyping-backstep = 2\n")
            #expect(try fixture.engine.ask("typing").flag("typing"))
            try fixture.engine.wait("play_state", "paused")
            let held = try status(fixture).int("position_frames")
            // Each key holds it longer than the pause alone would.
            for _ in 0..<8 {
                Pause.milliseconds(120)
                try fixture.engine.ask("typing")
                #expect(try status(fixture).text("play_state") == "paused")
            }
            try fixture.engine.wait("play_state", "playing")
            let now = try status(fixture)
            #expect(!now.flag("typing"))
            // Two seconds back, and some milliseconds of playback since.
            #expect((held - 96_000..<held - 20_000).contains(now.int("position_frames")), "\(held) \(now.all)")
        }

        @Test func aPauseOfTheUserStaysOne() throws {
            let fixture = try playing(settings: "typing-pause = 0.3\n")
            try fixture.engine.ask("pause")
            #expect(try !fixture.engine.ask("typing").flag("typing"))
            // Longer than the pause of typing: nothing tells that nothing comes.
            Pause.milliseconds(700)
            #expect(try status(fixture).text("play_state") == "paused")
            // A pause during typing is one as well.
            try fixture.engine.ask("play")
            try fixture.engine.ask("typing")
            try fixture.engine.ask("pause")
            // Longer than the pause of typing: nothing tells that nothing comes.
            Pause.milliseconds(700)
            #expect(try status(fixture).text("play_state") == "paused")
            #expect(try !status(fixture).flag("typing"))
            // A pause right after a resume is carried out, too.
            try fixture.engine.ask("play")
            try fixture.engine.ask("typing")
            try fixture.engine.ask("resume")
            #expect(try !status(fixture).flag("typing"))
            try fixture.engine.ask("pause")
            #expect(try status(fixture).text("play_state") == "paused")
            // A play ends the pause at once, and a stop ends all.
            try fixture.engine.ask("play")
            try fixture.engine.ask("typing")
            try fixture.engine.ask("play")
            #expect(try !status(fixture).flag("typing"))
            try fixture.engine.ask("typing")
            try fixture.engine.ask("stop")
            // Longer than the pause of typing: nothing tells that nothing comes.
            Pause.milliseconds(700)
            #expect(try status(fixture).text("play_state") == "stopped")
        }

        @Test func theShuttleGoesThroughItsStepsAndGivesTheRateBack() throws {
            let fixture = try playing()
            try fixture.engine.ask("rate", "factor", "0.8")
            func press(_ action: String) throws { try fixture.engine.ask("shuttle", "do", action) }
            try press("forward")
            #expect(abs(try status(fixture).double("play_rate") - 1.2) < 1e-9)
            try press("forward")
            #expect(abs(try status(fixture).double("play_rate") - 1.6) < 1e-9)
            try press("forward")
            #expect(try status(fixture).text("scan") == "cue")
            // The fastest step stays the fastest.
            try press("forward")
            #expect(try status(fixture).text("scan") == "cue")
            try press("back")
            #expect(try status(fixture).text("scan") == "off")
            #expect(abs(try status(fixture).double("play_rate") - 1.6) < 1e-9)
            try press("back")
            try press("back")
            #expect(try status(fixture).double("play_rate") == 0.8)
            #expect(try status(fixture).int("shuttle") == 1)
            try press("back")
            #expect(try status(fixture).text("scan") == "review")
            try press("stop")
            try fixture.engine.wait("play_state", "paused")
            #expect(try status(fixture).text("scan") == "off")
            try press("forward")
            try fixture.engine.wait("play_state", "playing")
            try press("forward")
            #expect(try status(fixture).double("play_rate") > 1)
            try press("stop")
            try fixture.engine.wait("play_state", "paused")
            #expect(try status(fixture).double("play_rate") == 0.8)
        }

        @Test func aFastRateOfTheShuttleIsNotKept() throws {
            let fixture = try playing(settings: "keep-per-recording = on\n")
            try fixture.engine.ask("shuttle", "do", "forward")
            #expect(try status(fixture).double("play_rate") == 1.5)
            // Saved once a second at most: a rate of the user's own is there by then.
            Pause.milliseconds(1300)
            let sidecar = try fixture.engine.ask("info", "name", "code").text("path").replacing(".wav", with: ".json")
            #expect(Files.read(sidecar)?.contains("1.5") == false)
            try fixture.engine.ask("stop")
            try fixture.engine.ask("load", "name", "code")
            #expect(try status(fixture).double("play_rate") == 1)
            // A rate that the user sets meanwhile stays.
            try fixture.engine.ask("play")
            try fixture.engine.ask("shuttle", "do", "forward")
            try fixture.engine.ask("rate", "factor", "1.25")
            try fixture.engine.ask("shuttle", "do", "stop")
            #expect(try status(fixture).double("play_rate") == 1.25)
        }

        @Test func aTextIsWrittenForAStretchThroughTheEngine() throws {
            let fixture = try playing()
            func write(_ from: String, _ until: String, _ text: String, _ more: String...) throws -> Fields {
                let words = ["do", "write", "name", "code", "from", from, "until", until, "text", text] + more
                return try fixture.engine.reply("transcript", words).fields
            }
            #expect(try write("1s", "3s", "(Ann) the grey bridge").int("inserted") == 3)
            let lines = try fixture.engine.reply("transcript", ["name", "code"]).items
            #expect(lines.map { $0.text("text") } == ["the grey bridge"])
            #expect(lines[0].text("speaker") == "Ann" && lines[0].int("from_frames") == 48_000)
            #expect(try write("1s", "3s", "(Ann) the great bridge", "instead", "the grey bridge").int("changed") == 1)
            // Somebody else was faster.
            try refused("have changed meanwhile") { try write("1s", "3s", "mine", "instead", "the grey bridge") }
            try refused("past the end") { try write("30s", "31s", "a") }
            try refused("needs --from") { try fixture.engine.ask("transcript", "do", "write", "name", "code", "text", "a") }
            #expect(try write("1s", "3s", "").int("removed") == 3)
            #expect(try fixture.engine.reply("transcript", ["name", "code"]).items.isEmpty)
        }

        /// Checks that a request is refused with these words.
        private func refused(_ words: String, _ work: () throws -> Fields) throws {
            do {
                let answer = try work()
                Issue.record("not refused: \(answer.all)")
            } catch let trouble as EngineProcess.Trouble {
                #expect("\(trouble)".contains(words), "\(trouble)")
            }
        }
    }
}
