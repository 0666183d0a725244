// Tests of loop, rate, pitch and gains: told by play, and kept per recording by setting (P13).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite("Loop, rate, pitch and gains: told by play, kept per recording by setting (P13, issue 14 no. 21)")
    struct KeepPerRecordingTests {
        /// Two recordings of two seconds. A synchronous server would wait for an engine that was killed.
        private func fixture(_ settings: String, synchronous: Bool = true) throws -> EngineFixture {
            let fixture = try EngineFixture(synchronous: synchronous, settings: settings)
            #expect(fixture.probe.setFreewheel(true))
            for name in ["one", "two"] { try fixture.engine.ask("rec", "name", name, "for", "96000f", "wait", "yes") }
            #expect(fixture.probe.setFreewheel(false))
            return fixture
        }

        private func kept(_ engine: EngineProcess, _ name: String) throws -> Listening? {
            try Library(folder: engine.library).readRecording(name).listening
        }

        /// Waits until the sidecar of a recording has these values.
        private func wait(_ engine: EngineProcess, _ name: String, _ wanted: (Listening?) -> Bool) throws {
            let isThere = try Pause.until { wanted(try kept(engine, name)) }
            if !isThere { Issue.record("\(name) keeps \(String(describing: try kept(engine, name)))") }
        }

        private func sound(_ engine: EngineProcess) throws -> [Double] {
            let status = try engine.ask("status")
            return ["play_rate", "pitch_cents", "master", "left_db"].map { status.double($0) }
        }

        private func loop(_ engine: EngineProcess) throws -> [Int] {
            let status = try engine.ask("status")
            return ["loop_a_frames", "loop_b_frames"].map { status.int($0) }
        }

        /// Loads a recording, and gives the sentence of the remote.
        private func play(_ engine: EngineProcess, _ name: String) throws -> String {
            let told = engine.dicta("play", name, "--from", "0")
            #expect(told.code == 0, "\(told)")
            do throws(EngineProcess.Trouble) {
                try engine.ask("pause")
            } catch {
                // A busy machine may have played a short recording to its end by now.
                #expect(try engine.ask("status").text("play_state") == "stopped", "\(error)")
            }
            return told.output
        }

        /// Without the setting rate, pitch and gains are the engine's: `play` tells those that are not as recorded.
        @Test func playTellsTheSoundOfTheEngine() throws {
            let fixture = try fixture("")
            let engine = fixture.engine
            #expect(try play(engine, "one") == "Playing one from 0:00\n")
            try engine.ask("rate", "0.8")
            try engine.ask("pitch", "-150")
            #expect(try play(engine, "two") == "Playing two from 0:00, rate 0.8, pitch -150 cents\n")
            let json = engine.dicta("play", "one", "--json").output
            #expect(json.contains("\"play_rate\":0.8") && json.contains("\"pitch_cents\":-150"), "\(json)")
            try engine.ask("dpc", "off", "yes")
            #expect(try play(engine, "two") == "Playing two from 0:00\n")
            #expect(try kept(engine, "one") == nil && kept(engine, "two") == nil)
        }

        /// Each recording has its own values; one without any begins as recorded, and so does a file outside the library.
        @Test func eachRecordingKeepsItsOwn() throws {
            let fixture = try fixture("keep-per-recording = on\n")
            let engine = fixture.engine
            let folder = TempFolder()
            let sox = ["-n", "-r", "48000", "-c", "2", folder.file("x.wav"), "synth", "20", "sine", "440"]
            #expect(Process.run("/usr/bin/sox", sox).code == 0)
            #expect(try play(engine, "one") == "Playing one from 0:00\n")
            try engine.ask("rate", "0.8")
            try engine.ask("pitch", "-150")
            try engine.ask("gain", "master", "0.5", "left", "-6")
            try engine.ask("loop", "a", "12000f", "b", "48000f")
            #expect(try play(engine, "two") == "Playing two from 0:00\n")
            #expect(try sound(engine) == [1, 0, 1, 0] && loop(engine) == [-1, -1])
            try engine.ask("rate", "1.25")
            #expect(try play(engine, folder.file("x.wav")) == "Playing x from 0:00\n")
            #expect(try sound(engine) == [1, 0, 1, 0])
            try engine.ask("rate", "2")
            let told = "Playing one from 0:00, rate 0.8, pitch -150 cents, left -6.0 dB, gain 0.5, loop 0:00.25 to 0:01\n"
            #expect(try play(engine, "one") == told)
            #expect(try sound(engine) == [0.8, -150, 0.5, -6] && loop(engine) == [12_000, 48_000])
            #expect(try play(engine, "two") == "Playing two from 0:00, rate 1.25\n")
            // As recorded again: nothing is kept any more.
            try engine.ask("rate", "1")
            try wait(engine, "two") { $0 == nil }
            // A new take begins as recorded, and is loaded.
            #expect(try play(engine, "one") == told)
            try fixture.take("three", at: fixture.soon, frames: 24_000)
            #expect(try play(engine, "three") == "Playing three from 0:00\n")
        }

        /// The values outlive a killed engine, a rename and a copy; an edit that shortens the recording takes its loop along.
        @Test func theyOutliveKillRenameAndCopy() throws {
            let fixture = try fixture("keep-per-recording = on\n", synchronous: false)
            let engine = fixture.engine
            _ = try play(engine, "one")
            try engine.ask("loop", "a", "12000f", "b", "48000f")
            try engine.ask("rate", "0.5")
            try wait(engine, "one") { $0?.rate == 0.5 && $0?.loop.b == 48_000 }
            // The engine keeps what is loaded in a file of its own.
            let kept = engine.folder.file("state/dicta/\(engine.name).state.json")
            #expect(Pause.until { Files.read(kept)?.contains("\"one\"") == true })
            engine.signal(SIGKILL)
            _ = engine.finish()
            try engine.restart()
            // The engine loads what was loaded, and that brings its own values.
            try engine.wait("play_name", "one")
            #expect(try sound(engine) == [0.5, 0, 1, 0] && loop(engine) == [12_000, 48_000])
            let told = ", rate 0.5, loop 0:00.25 to 0:01\n"
            #expect(try play(engine, "one") == "Playing one from 0:00" + told)
            try engine.ask("rename", "one", "to", "uno")
            try engine.ask("pitch", "100")
            try wait(engine, "uno") { $0?.cents == 100 && $0?.rate == 0.5 }
            try engine.ask("copy", "uno", "to", "due")
            try engine.ask("pitch", "0")
            // The time of the thread, not that of the clock: a busy machine makes every command wait.
            let process = try #require(engine.process?.pid)
            let before = Throttle.seconds("dicta-reader", of: process)
            #expect(try play(engine, "due") == "Playing due from 0:00, rate 0.5, pitch 100 cents, loop 0:00.25 to 0:01\n")
            #expect(try play(engine, "uno") == "Playing uno from 0:00" + told)
            // The callback drops the sound of a change that a locate overtakes, and the reader must not go on to render it.
            let seconds = Throttle.seconds("dicta-reader", of: process) - before
            #expect(before > 0 && seconds < 2, "\(seconds) s")
            // Point B is past the new end; undo does not bring it back.
            try engine.ask("cut", "uno", "from", "24000f", "until", "96000f")
            try wait(engine, "uno") { $0?.loop == LoopPoints(a: 12_000) && $0?.rate == 0.5 }
            try engine.ask("undo", "uno")
            #expect(try engine.ask("info", "uno").int("frames") == 96_000 && loop(engine) == [12_000, -1])
            try engine.ask("delete", "uno")
            try engine.ask("rate", "1.5")
            #expect(engine.quit()?.code == 0)
            #expect(!Files.exists(engine.library + "/uno.json"))
        }

        /// Switched on, the present values are those of the loaded recording; switched off, they stay the engine's.
        @Test func theSettingChangesWhileARecordingIsLoaded() throws {
            let fixture = try fixture("")
            let engine = fixture.engine
            _ = try play(engine, "one")
            try engine.ask("rate", "0.8")
            try engine.ask("set", "keep-per-recording", "on")
            try wait(engine, "one") { $0?.rate == 0.8 }
            #expect(try play(engine, "two") == "Playing two from 0:00\n")
            try engine.ask("rate", "1.5")
            try wait(engine, "two") { $0?.rate == 1.5 }
            try engine.ask("set", "keep-per-recording", "off")
            #expect(try play(engine, "one") == "Playing one from 0:00, rate 1.5\n")
            try engine.ask("rate", "2")
            #expect(engine.quit()?.code == 0)
            #expect(try kept(engine, "one")?.rate == 0.8)
        }

        /// In a session a recording of the library brings its own values; the saved state has those of any other file.
        @Test func inASessionToo() throws {
            let server = try #require(JackServer(), "no jackd")
            let fixture = try SessionFixture()
            let sox = ["-n", "-r", "48000", "-c", "2", fixture.folder.file("x.wav"), "synth", "20", "sine", "440"]
            #expect(Process.run("/usr/bin/sox", sox).code == 0)
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            try fixture.ask("set", "keep-per-recording", "on")
            let probe = try #require(Probe("probe"), "no probe")
            #expect(probe.setFreewheel(true))
            // Longer than a busy machine needs from the play to the pause.
            try fixture.ask("rec", "name", "tape", "for", "192000f", "wait", "yes")
            #expect(probe.setFreewheel(false))
            try fixture.ask("play", "tape", "from", "0")
            try fixture.ask("pause")
            try fixture.ask("rate", "0.8")
            try fixture.ask("loop", "a", "12000f", "b", "36000f")
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            // Changed after the save: the recording has it, as it has its markers.
            try fixture.ask("rate", "1.5")
            #expect(try fixture.open("q", id: "dicta.nA").path == "/reply")
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            try fixture.waitFor { $0.text("play_name") == "tape" && $0.double("play_rate") == 1.5 }
            #expect(try fixture.ask("status").int("loop_b_frames") == 36_000)
            try fixture.ask("play", fixture.folder.file("x.wav"), "from", "0")
            try fixture.ask("pause")
            try fixture.ask("rate", "0.7")
            fixture.manager.save()
            #expect(fixture.manager.answer()?.path == "/reply")
            #expect(try fixture.open("q", id: "dicta.nA").path == "/reply")
            #expect(try fixture.open("p", id: "dicta.nA").path == "/reply")
            try fixture.waitFor { $0.text("play_name") == "x" && $0.double("play_rate") == 0.7 }
            #expect(fixture.manager.faults.isEmpty, "\(fixture.manager.faults)")
            _ = server
        }

        /// Writes kept values into a sidecar by hand.
        private func keep(_ values: String, in sidecar: String) throws {
            let text = try #require(Files.read(sidecar))
            let kept = "\"listening\": {\(values)}, \"name\""
            #expect(Files.write(text.replacing("\"name\"", with: kept, maxReplacements: 1), to: sidecar))
        }

        /// Values that no verb could set do not keep a recording from playing.
        @Test func valuesChangedByHandAreLeftOut() throws {
            let fixture = try fixture("keep-per-recording = on\n")
            let engine = fixture.engine
            try keep(#""rate": 9, "cents": "x", "master": 1e99, "loopA": -4, "loopB": 9e18"#, in: "\(engine.library)/one.json")
            #expect(try play(engine, "one") == "Playing one from 0:00\n")
            #expect(try sound(engine) == [1, 0, 1, 0] && loop(engine) == [-1, -1])
        }

        /// A loop of one frame, which no verb could set, is left out also where its recording follows another one in the queue.
        @Test func aLoopThatIsTooShortDoesNotFollow() throws {
            let fixture = try fixture("keep-per-recording = on\n")
            let engine = fixture.engine
            try keep(#""loopA": 0, "loopB": 1"#, in: "\(engine.library)/two.json")
            try engine.ask("play", "name", "one", "more", "two", "from", "1s")
            try engine.wait("play_name", "two")
            #expect(try self.loop(engine) == [-1, -1])
            try engine.wait("play_state", "stopped")
            #expect(engine.quit()?.code == 0)
        }
    }
}
