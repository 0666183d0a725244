// Tests the process callback under RealtimeSanitizer; `session/test` builds the engine.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: Programs.folder("DICTA_RTSAN") != nil, "session/test builds the sanitized engine"))
    struct RealtimeSanitizerTests {
        /// All work of the callback, also beside work on words and loudness: record, play, locate, pause, gains, meters, the end of the file, a change of period;
        /// each command of the player, during playback and while paused.
        @Test func theCallbackIsClean() throws {
            let finished = try use(#require(Programs.folder("DICTA_RTSAN")))
            #expect(finished.code == 0 && !finished.errors.contains("RealtimeSanitizer"), "\(finished.errors)")
        }

        /// An engine with a malloc in its callback is ended by the sanitizer, so the test above can fail.
        @Test func aPlantedAllocationIsCaught() throws {
            let program = try #require(Programs.folder("DICTA_RTSAN")) + "/dictad"
            let server = try #require(JackServer(synchronous: false))
            let environment = ["JACK_DEFAULT_SERVER": server.name, "DICTA_PLANT_ALLOCATION": "1"]
            let folder = TempFolder()
            let engine = try #require(
                Process(
                    program, ["--name", "planted", "--socket", folder.file("socket"), "--library", folder.file("library")],
                    environment: Self.options.merging(environment) { $1 }))
            let finished = engine.finish()
            #expect(finished.code != 0 && finished.errors.contains("RealtimeSanitizer"), "\(finished.errors)")
            #expect(finished.errors.contains("malloc"), "\(finished.errors)")
        }

        private static let options = ["RTSAN_OPTIONS": "halt_on_error=1:abort_on_error=0"]

        private static let playing = [
            ["rate", "0.8"], ["pitch", "300"], ["nudge", "-0.1s"], ["loop", "a", "0.2s", "b", "0.3s"], ["loop", "b", "0.4s"],
            ["loop", "clear"], ["loop", "a"], ["loop", "clear"], ["dpc", "quality", "faster", "formants", "keep"], ["cue", "on"],
            ["cue", "off"],
            ["review", "on"], ["review", "off"], ["gain", "channels", "mono"], ["gain", "channels", "swap"],
            ["gain", "channels", "stereo"], ["monitor", "direct", "level", "-3"], ["monitor", "pitch", "pitch", "-200"],
            ["monitor", "off"], ["backstep", "0.1s"], ["dpc", "off", "yes"], ["dpc", "quality", "finer"], ["locate", "0.1s"],
            ["shuttle", "forward"], ["shuttle", "forward"], ["shuttle", "back"], ["shuttle", "stop"], ["typing"],
        ]

        private static let cues = [
            ["bed", "pink"], ["sound", "bowl"], ["sound", "click"], ["bed", "white", "level", "-20"], ["sound", "off", "yes"],
            ["bed", "off"],
        ]

        /// Work on words and loudness, beside the callback and in questions about the playhead.
        private func words(_ engine: EngineProcess, _ name: String, _ stand: StandInRecogniser, _ folder: TempFolder) throws {
            try engine.ask("transcribe", "name", name, "recogniser", stand.path, "again", "yes", "background", "yes")
            try engine.ask("rec", "for", "0.2s", "wait", "yes")
            // The work in the background holds the recording.
            try engine.waitForOperations()
            try engine.reply("transcribe", [name, "recogniser", stand.path], timeout: 60)
            let spoken = try engine.reply("transcript", ["name", name, "find", "hello"]).items
            #expect(!spoken.isEmpty, "no words")
            try engine.ask("play", "name", name, "at-word", "hello")
            for format in ["text", "vtt"] { try engine.ask("transcript", "name", name, "as", format) }
            try engine.ask("place")
            try engine.reply("analyse", [name, "again", "yes"], timeout: 60)
            try engine.reply("export", [name, "to", folder.file("\(name).wav"), "loudness", "-20"], timeout: 60)
            try engine.reply("export", [name, "to", folder.path, "voice", "both"], timeout: 60)
        }

        private func use(_ programs: String) throws -> Finished {
            let (stand, folder) = (try StandInRecogniser(pieces: 1), TempFolder())
            try stand.write(#"echo '{"segment":{"start":0,"end":0.3,"text":"hello there"}}'"#)
            let fixture = try EngineFixture(sends: .noise(amplitude: 0.5), environment: Self.options, programs: programs)
            let engine = fixture.engine
            let remote = ["--engine", engine.name, "--socket", engine.socket, "watch", "words", "loudness", "--rate", "30"]
            let watch = try #require(Process(Programs.path("dicta"), remote))
            defer { _ = kill(watch.pid, SIGKILL) }
            for _ in 0..<3 {
                try engine.ask("rec", "preroll", "1s")
                // Real time: the callback works beside the other threads.
                fixture.wait(milliseconds: 5000)
                try engine.ask("pause")
                try engine.ask("resume")
                let name = try engine.ask("stop").text("name")
                try engine.ask("play", name)
                try engine.ask("locate", "0.3s")
                try engine.ask("meters")
                try engine.ask("pause")
                try engine.ask("gain", "left", "-20", "master", "1.5")
                try engine.ask("resume")
                for words in Self.cues {
                    _ = try engine.reply(words[0], Array(words.dropFirst()))
                    // Some periods with each.
                    fixture.wait(milliseconds: 60)
                }
                for words in Self.playing {
                    _ = try engine.reply(words[0], Array(words.dropFirst()))
                    // Some periods with each.
                    fixture.wait(milliseconds: 60)
                }
                try words(engine, name, stand, folder)
                try engine.ask("locate", "1s")
                try engine.ask("pause")
                for words in Self.playing { _ = try engine.reply(words[0], Array(words.dropFirst())) }
                try engine.ask("resume")
                #expect(fixture.probe.setBufferSize(128))
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 40_000)
                try engine.ask("play", name, "from", "0.1s")
                try engine.ask("stop")
                #expect(fixture.probe.setBufferSize(512))
                #expect(fixture.probe.setFreewheel(true))
                fixture.probe.waitFor(frame: fixture.probe.frameTime)
                #expect(fixture.probe.setFreewheel(false))
            }
            return try #require(engine.quit())
        }
    }
}
