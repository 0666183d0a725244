// Tests that no two threads of the engine meet in memory: an engine under ThreadSanitizer does what has threads of its own.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: Programs.folder("DICTA_TSAN") != nil, "session/test builds the sanitized engine"))
    struct ThreadSanitizerTests {
        private static let settings = """
            timer-start-sound = click
            timer-interval-sound = beep
            timer-finish-sound = bowl
            tones = on
            pedal = key 257 "VEC  VEC USB Footpedal" press: toggle play

            """

        /// Bursts of sound with silence between them, so that voice activation opens and closes its gate.
        private static let bursts = Signal.stretches([4_800..<19_200, 72_000..<86_400], frames: 96_000)

        private static func fixture(_ sanitized: SanitizedEngine) throws -> EngineFixture {
            try EngineFixture(
                sends: bursts, environment: sanitized.environment, programs: sanitized.programs, settings: settings)
        }

        /// Takes the server away and ends the engine, without a race until then.
        private static func end(_ fixture: EngineFixture, _ sanitized: SanitizedEngine) throws {
            fixture.server.kill()
            fixture.probe.close()
            fixture.ear.close()
            try sanitized.expectNoRace(fixture.engine)
        }

        /// Commands and samples between the control loop, the thread that makes cues, that of the bed, and the callback; the
        /// timer and its history; a count-in.
        @Test func cuesAndTimer() throws {
            let sanitized = try SanitizedEngine()
            let fixture = try Self.fixture(sanitized)
            let engine = fixture.engine
            let file = engine.folder.file("bed.wav")
            #expect(SparseWave.make(file, SparseWave.sine(440, amplitude: 0.1, frames: 24_000)))
            // Longer than a busy machine takes for the commands; in freewheel it is over soon.
            try engine.ask("timer", "start", "length", "30s", "countdown", "1s", "interval", "1s", "bed", "pink")
            for bed in ["white", file, "brown", "off", file] {
                try engine.ask("bed", "name", bed)
                for sound in CueSound.allCases { try engine.ask("sound", sound.rawValue) }
                try engine.ask("timer", "pause")
                try engine.ask("sound", "off", "yes")
                try engine.ask("timer", "resume")
                // Real time: the threads work beside each other.
                fixture.wait(milliseconds: 100)
            }
            try engine.reply("speak", ["one two three"], timeout: 60)
            try engine.ask("rec", "count-in", "2", "tempo", "300")
            try engine.ask("mark")
            try engine.ask("stop")
            #expect(fixture.probe.setFreewheel(true))
            try engine.wait("timer_state", "completed")
            #expect(fixture.probe.setFreewheel(false))
            #expect(try engine.reply("timer", ["history"]).items.count == 1)
            try Self.end(fixture, sanitized)
        }

        /// The voice gate and splits in the writer, the keeper of the schedule, the queue of the reader, the thread of pedals.
        @Test func edgesQueueAndPedals() throws {
            let pedals = try StandInPedals()
            let pedal = StandInPedal.infinity()
            try pedals.plug(pedal)
            let sanitized = try SanitizedEngine(pedals.environment)
            let fixture = try Self.fixture(sanitized)
            let engine = fixture.engine
            try engine.ask("rec", "name", "later", "at", "tomorrow 7:30", "for", "1h", "every", "day")
            try engine.ask("rec", "name", "voice", "voice", "yes", "voice-hold", "0.2")
            // Real time: the threads work beside each other.
            fixture.wait(milliseconds: 3000)
            try engine.ask("stop")
            try engine.ask("rec", "name", "parts", "split-every", "1s")
            for _ in 0..<4 {
                // Real time: the threads work beside each other.
                fixture.wait(milliseconds: 400)
                try engine.ask("split")
            }
            try engine.ask("stop")
            let names = try engine.reply("ls").items.map { $0.text("name") }
            #expect(names.count > 3, "\(names)")
            try engine.reply("play", ["name", names[0], "more", names.dropFirst().joined(separator: "\n"), "repeat", "yes"])
            for _ in 0..<4 {
                pedal.press(257)
                pedal.press(257, false)
                try engine.ask("queue", "do", "next")
                // Real time: the threads work beside each other.
                fixture.wait(milliseconds: 200)
            }
            pedal.unplug()
            // Real time: the threads work beside each other.
            fixture.wait(milliseconds: 500)
            try engine.ask("schedule", "do", "cancel", "number", "all")
            try Self.end(fixture, sanitized)
        }

        /// The thread of words beside the library's, a take and the player; the topics of words and of loudness; figures and
        /// exports that measure loudness.
        @Test func wordsAndLoudness() throws {
            let stand = try StandInRecogniser(pieces: 4)
            try stand.write("sleep 0.2")
            let sanitized = try SanitizedEngine()
            let fixture = try EngineFixture(
                sends: Self.bursts, environment: sanitized.environment, programs: sanitized.programs,
                settings: Self.settings + "recogniser = \(stand.path)\ntranscribe-after = on\nrec-loudness = on\n")
            let engine = fixture.engine
            let remote = ["--engine", engine.name, "--socket", engine.socket, "watch", "words", "loudness", "--rate", "30"]
            let watch = try #require(Process(Programs.path("dicta"), remote))
            defer { _ = kill(watch.pid, SIGKILL) }
            try engine.reply("import", ["path", stand.sound], timeout: 120)
            for round in 0..<2 {
                let number = try engine.reply("transcribe", ["name", "bursts", "background", "yes", "again", "yes"])
                    .fields.int("operation")
                try engine.ask("rec", "name", "beside\(round)")
                try engine.ask("play", "bursts")
                // Real time: the threads work beside each other.
                fixture.wait(milliseconds: 1000)
                try engine.ask("place")
                try engine.ask("transcript", "name", "bursts")
                try engine.ask("search", "words", "w1")
                try engine.ask("cut", "name", "bursts", "from", "1s", "until", "2s")
                try engine.ask("undo", "name", "bursts")
                try engine.ask("stop", "what", "rec")
                if round == 0 { try engine.cancelIfNotEnded(number) }
                try engine.reply("analyse", ["bursts", "again", "yes"], timeout: 120)
                let file = engine.folder.file("copy\(round).wav")
                try engine.reply("export", ["bursts", "to", file, "loudness", "-20"], timeout: 120)
                try engine.reply("export", ["beside\(round)", "to", engine.folder.path, "voice", "both"], timeout: 120)
            }
            // The last one of the rounds still listens, in its turn behind those of the takes.
            try engine.waitForOperations()
            try engine.reply("transcribe", ["bursts"], timeout: 120)
            let word = try #require(
                try engine.reply("transcript", ["name", "bursts"]).items.first?.text("text").split(separator: " ").first)
            try engine.ask("play", "name", "bursts", "at-word", String(word))
            // Real time: the threads work beside each other.
            fixture.wait(milliseconds: 500)
            try Self.end(fixture, sanitized)
        }

        /// The threads let go of a lost client, and take the next one, while everything sounds.
        @Test func aLostServer() throws {
            let sanitized = try SanitizedEngine()
            let fixture = try ReturningServerFixture(
                settings: Self.settings, environment: sanitized.environment, programs: sanitized.programs)
            let engine = fixture.engine
            try engine.ask("timer", "start", "length", "10m", "countdown", "0", "interval", "1s", "bed", "pink")
            try engine.ask("rec", "name", "lives")
            for _ in 0..<2 {
                try engine.ask("sound", "bowl")
                // Real time: the threads work beside each other.
                Pause.milliseconds(700)
                fixture.kill()
                try fixture.wait("jack", "waiting")
                try fixture.revive()
                try fixture.wait("record_state", "recording")
                try fixture.wait("timer_state", "running")
            }
            try engine.ask("stop")
            try engine.ask("timer", "stop")
            fixture.kill()
            try sanitized.expectNoRace(engine)
        }
    }
}
