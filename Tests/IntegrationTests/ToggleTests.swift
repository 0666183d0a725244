// Tests one key with several meanings, loading without playing, and single loop points (P7, P12).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct ToggleTests {
        private func did(_ fixture: EngineFixture, _ what: String) throws -> String {
            try fixture.engine.ask("toggle", what).text("did")
        }

        /// Record, pause, resume, pause ... with one key, from the socket; the take is one recording.
        @Test func oneKeyRecordsPausesAndResumes() throws {
            let fixture = try EngineFixture(settings: "rec-format = flac\n")
            let begun = try fixture.engine.ask("toggle", "rec")
            #expect(begun.text("did") == "rec" && begun.text("name") != "")
            try fixture.engine.waitForTake(seconds: 0.2)
            #expect(try fixture.engine.ask("status").text("record_state") == "recording")
            #expect(try did(fixture, "rec") == "pause" && did(fixture, "rec") == "resume" && did(fixture, "rec") == "pause")
            let stopped = try fixture.engine.ask("stop")
            #expect(stopped.text("name") == begun.text("name") && stopped.text("segment_path").hasSuffix(".flac"))
            // Without a take it begins the next one.
            #expect(try did(fixture, "rec") == "rec")
            try fixture.engine.ask("stop")
        }

        /// The answer to the toggle that counts in comes when its take begins: a second toggle, or a stop, of the same connection
        /// must not wait for it.
        @Test func aSecondToggleOfAConnectionEndsTheCountIn() throws {
            let fixture = try EngineFixture(settings: "rec-count-in = 50\n")
            let link = try EngineLink(engine: fixture.engine.name, path: fixture.engine.socket)
            for (round, line) in ["toggle rec", "stop"].enumerated() {
                try link.ask(try Request(line: "toggle rec"), ticket: 10 * round + 1)
                try fixture.engine.wait("record_state", "counting")
                try link.ask(try Request(line: line), ticket: 10 * round + 2)
                var answers: [Int: String] = [:]
                for _ in 0..<500 where answers.count < 2 {
                    for case .answer(let ticket, let answer) in try link.receive() {
                        switch answer {
                        case .success(let reply): answers[ticket] = "did \(reply.fields.text("did"))"
                        case .failure(let failure): answers[ticket] = failure.words
                        }
                    }
                    Pause.milliseconds(10)
                }
                #expect(answers[10 * round + 1]?.contains("The count-in was stopped") == true, "\(line): \(answers)")
                #expect(answers[10 * round + 2] == (line == "stop" ? "did " : "did stop"), "\(line): \(answers)")
                #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            }
        }

        /// The edges of the take are at the frames that the toggles name.
        @Test func togglesHoldAtTheirFrames() throws {
            let fixture = try EngineFixture()
            let start = fixture.soon
            try fixture.engine.ask("toggle", "rec", "at-frame", "\(start)")
            let name = try fixture.engine.ask("status").text("name")
            // Far enough ahead for a busy machine: a late command is refused.
            #expect(try fixture.engine.ask("toggle", "rec", "at-frame", "\(start &+ 120_000)").text("did") == "pause")
            // By then the take pauses, so that this resumes it.
            #expect(try fixture.engine.ask("toggle", "rec", "at-frame", "\(start &+ 132_000)").text("did") == "resume")
            try fixture.engine.ask("stop", "at-frame", "\(start &+ 144_000)")
            #expect(try fixture.engine.ask("info", name).int("frames") == 132_000)
            for what in ["loop", "lock"] {
                #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("toggle", what, "at-frame", "\(start)") }
            }
        }

        /// Play, pause, play again, with the newest recording where nothing is loaded; the library may be empty.
        @Test func oneKeyPlaysAndPauses() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            let refused = fixture.engine.dicta("toggle", "play")
            #expect(refused.code == 1 && refused.errors.contains("the library is empty"), "\(refused)")
            try fixture.take("old", at: fixture.soon, frames: 48_000)
            // Dates are kept in whole seconds: the next one is newer.
            Pause.milliseconds(1100)
            // Long enough that a busy machine gives all commands before its end.
            try fixture.take("new", at: fixture.soon, frames: 240_000)
            #expect(try fixture.engine.ask("status").text("play_name") == "")
            let played = try fixture.engine.ask("toggle", "play")
            #expect(played.text("did") == "play" && played.text("name") == "new")
            #expect(try did(fixture, "play") == "pause")
            #expect(try fixture.engine.ask("status").text("play_state") == "paused")
            let words = fixture.engine.dicta("toggle", "play")
            #expect(words.code == 0 && words.output.hasPrefix("Playing new from 0:"), "\(words)")
            // During a take it is still the key of the playback.
            try fixture.engine.ask("rec", "name", "beside")
            #expect(try did(fixture, "play") == "pause" && did(fixture, "play") == "play")
            #expect(try fixture.engine.ask("status").text("record_state") == "recording")
            try fixture.engine.ask("stop", "what", "all")
        }

        /// A, B, clear; and each point cleared alone, by the socket and by an OSC address.
        @Test func oneKeySetsTheLoopAndEachPointGoesAlone() throws {
            let fixture = try EngineFixture(engine: OscTests.ways)
            try fixture.take("tape", at: fixture.soon, frames: 96_000)
            try fixture.engine.ask("play", "tape", "from", "0s")
            try fixture.engine.ask("pause")
            #expect(try did(fixture, "loop") == "loop a")
            try fixture.engine.ask("locate", "1s")
            let set = try fixture.engine.ask("toggle", "loop")
            #expect(set.text("did") == "loop b" && set["looping"] == .flag(true) && set.int("loop_b_frames") == 48_000)
            func points() throws -> [Int] {
                let status = try fixture.engine.ask("status")
                return [status.int("loop_a_frames"), status.int("loop_b_frames")]
            }
            let a = try points()[0]
            try fixture.engine.ask("loop", "clear-a")
            #expect(try points() == [-1, 48_000] && fixture.engine.ask("status")["looping"] == .flag(false))
            try fixture.engine.ask("loop", "a", "\(a)f")
            let client = try OscClient(try OscTests.urls(fixture.engine)[1])
            #expect(try client.ask("/dicta/loop/clear-b")?.path == "/reply")
            #expect(try points() == [a, -1])
            #expect(try client.ask("/dicta/loop/clear-a")?.path == "/reply")
            #expect(try points() == [-1, -1])
            try fixture.engine.ask("loop", "a", "0s", "b", "1s")
            #expect(try did(fixture, "loop") == "loop clear" && points() == [-1, -1])
        }

        /// A pedal with one command does what the state asks for, at the frame of its press.
        @Test func aLearntPedalToggles() throws {
            let fixture = try EngineFixture(period: 1024)
            let keys = try #require(MidiProbe())
            #expect(keys.connect(to: fixture.engine.name))
            // The new order of the graph holds from one of the next periods on.
            fixture.wait(milliseconds: 100)
            try fixture.engine.ask("midi", "learn", "line", "toggle rec", "trigger", "note 1 60")
            func press(_ state: String) throws -> UInt32 {
                let frame = keys.send([0x90, 60, 100], offset: 500)
                keys.send([0x80, 60, 0])
                try fixture.engine.wait("record_state", state)
                return frame
            }
            let start = try press("recording")
            fixture.probe.waitFor(frame: start &+ 24_000)
            let name = try fixture.engine.ask("status").text("name")
            let paused = try press("paused")
            fixture.probe.waitFor(frame: paused &+ 12_000)
            _ = try press("recording")
            try fixture.engine.ask("stop")
            let samples = try EngineFixture.samples(try fixture.engine.ask("info", name).text("path"))
            let report = FrameReport(samples[..<20_000], .fine)
            #expect(report.isClean && report.first == UInt32(fixture.probe.number(of: start)), "\(report)")
        }

        /// `load` stops what plays, stands where a play would begin, and answers once the recording is there.
        @Test func aRecordingIsLoadedWithoutPlaying() throws {
            let fixture = try EngineFixture()
            // The first is long enough that a busy machine leaves it before its end.
            for (name, frames) in [("one", 240_000), ("two", 96_000)] { try fixture.take(name, at: fixture.soon, frames: frames) }
            let before = fixture.probe.frameTime
            try fixture.engine.ask("play", "one", "from", "0.5s")
            let words = fixture.engine.dicta("load", "two", "--from", "1s")
            let heard = Int(fixture.probe.frameTime &- before)
            #expect(words.code == 0 && words.output == "Loaded two at 0:01\n", "\(words)")
            var status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "stopped" && status.text("play_name") == "two")
            #expect(status.int("position_frames") == 48_000)
            // A playhead that moves would have left its place by then.
            fixture.wait(milliseconds: 200)
            status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "stopped" && status.int("position_frames") == 48_000)
            // The place where listening ended, as for a play.
            let left = try fixture.engine.ask("load", "one").int("position_frames")
            #expect((24_000...24_000 + heard).contains(left), "\(left), \(heard) frames heard at most")
            #expect(try fixture.engine.ask("play").int("position_frames") >= left)
            try fixture.engine.ask("stop")
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("load", "no such thing") }
            #expect(try fixture.engine.ask("status").text("play_name") == "one")
        }
    }
}
