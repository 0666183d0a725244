// Tests takes by quality presets (R19).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct PresetTests {
        /// Built-in presets, one of the user's own, explicit options over it; the name is in the sidecar and in `info`.
        @Test func takesByPresets() throws {
            let fixture = try EngineFixture(settings: "rec-format = caf\nrec-channels = 2\nrec-limit = 0.5s\n")
            let engine = fixture.engine
            try engine.reply("preset", ["voice", "line", "format=flac", "line", "bits=16", "line", "channels=1"])
            func record(_ words: String...) throws -> Fields {
                let name = try engine.reply("rec", words + ["wait", "yes"]).fields.text("name")
                return try engine.ask("info", name)
            }
            let own = try record("name", "own", "preset", "voice")
            #expect(own.text("container") == "flac" && own.int("channels") == 1 && own.text("preset") == "voice", "\(own)")
            let low = try record("name", "low", "preset", "low")
            #expect(low.text("container") == "ogg" && low.int("bitrate") == 64 && low.int("channels") == 1, "\(low)")
            let over = try record("name", "over", "preset", "low", "channels", "2", "bitrate", "128")
            #expect(over.int("bitrate") == 128 && over.int("channels") == 2 && over.text("preset") == "low", "\(over)")
            let none = try record("name", "none")
            #expect(none.text("container") == "caf" && none["preset"] == nil, "\(none)")
            // The preset of all takes comes before the single settings, also for the disk's time that is left.
            try engine.reply("set", ["rec-preset", "value", "medium"])
            #expect(try record("name", "standing").text("container") == "flac")
            #expect(try record("name", "lifted", "preset", "none").text("container") == "caf")
            // memo ends after three minutes, and not after the half second of rec-limit.
            try engine.ask("rec", "name", "memo", "preset", "memo")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            let left = try engine.ask("status").double("remaining_seconds")
            #expect(left > 170 && left < 180, "\(left)")
            try engine.ask("stop")
        }

        /// Mistakes name the preset and change nothing; the list tells all.
        @Test func mistakesChangeNothing() throws {
            let fixture = try EngineFixture(settings: "preset = bad format=flac bits=float\npreset = good format=flac\n")
            let engine = fixture.engine
            let problems = try engine.ask("status").text("settings_problems")
            #expect(problems.contains("line 1") && problems.contains("preset 'bad'"), "\(problems)")
            let before = Files.read(engine.settings)
            for words in [
                ["preset", "voice", "format=aac"], ["preset", "voice", "bits"], ["preset", "--remove", "low"],
                ["preset", "nobody"],
                ["rec", "x", "--preset", "bad"], ["set", "rec-preset", "bad"], ["preset", "--remove"],
            ] {
                let run = engine.dicta(words)
                #expect(run.code != 0 && (words.count < 3 || run.errors.contains("preset")), "\(words): \(run)")
            }
            #expect(Files.read(engine.settings) == before)
            #expect(try engine.ask("status").text("record_state") == "idle")
            let list = try engine.reply("preset").items
            #expect(list.map { $0.text("preset") } == ["good", "low", "medium", "high", "memo"])
            #expect(list[0].text("sets") == "format=flac" && list[0].text("from") == "settings")
            // A preset that takes use stays.
            try engine.reply("set", ["rec-preset", "value", "good"])
            #expect(engine.dicta("preset", "good", "--remove").code != 0)
            try engine.reply("set", ["rec-preset", "value", "low"])
            let removed = engine.dicta("preset", "good", "--remove")
            #expect(removed.code == 0, "\(removed)")
            #expect(try engine.reply("preset").items.count == 4)
        }

        /// Delivery as AAC stands as the default, and is lifted for one take.
        @Test func deliveryStandsAsTheDefault() throws {
            let fixture = try EngineFixture(settings: "rec-deliver = m4a\n")
            let engine = fixture.engine
            try engine.ask("rec", "name", "kept", "for", "24000f", "deliver", "off", "wait", "yes")
            try engine.ask("rec", "name", "sent", "for", "24000f", "wait", "yes")
            // The encoder has a low priority.
            Pause.until(60) { Files.exists(engine.library + "/sent.m4a") }
            #expect(Files.exists(engine.library + "/sent.m4a") && !Files.exists(engine.library + "/kept.m4a"))
            #expect(Files.exists(engine.library + "/sent.wav"))
        }
    }
}
