// Tests that work on recordings gives its memory back (limits).
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct HeapTests {
        /// Threads come and go with this work, and each could leave a part of the heap behind that holds what its largest block
        /// needed.
        @Test func workOnRecordingsGivesItsMemoryBack() throws {
            let stand = try StandInRecogniser(pieces: 2)
            try stand.write("")
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "nobody-here"])
            let before = engine.anonymousKilobytes
            _ = try engine.reply("import", ["path", stand.sound])
            let sizes = try (0..<6).map { round in
                _ = try engine.reply("transcribe", ["bursts", "recogniser", stand.path, "again", "yes"], timeout: 120)
                _ = try engine.reply("analyse", ["bursts", "again", "yes"], timeout: 120)
                _ = try engine.reply("verify", ["bursts", "deep", "yes"], timeout: 120)
                _ = try engine.reply("peaks", ["bursts", "columns", "500"], timeout: 120)
                let path = stand.folder.file("copy\(round).\(["flac", "mp3", "m4a", "ogg"][round % 4])")
                _ = try engine.reply("export", ["bursts", "to", path], timeout: 120)
                return engine.anonymousKilobytes
            }
            print("MEASURED memory without a server: \(before) KiB, after work on recordings \(sizes)")
            #expect(sizes.max() ?? 0 < before + 3072, "\(before), then \(sizes)")
        }

        /// Slow playback takes megabytes in many small blocks. They are given back once another recording is loaded.
        @Test func slowPlaybackGivesItsMemoryBack() throws {
            let fixture = try EngineFixture()
            for name in ["long", "short"] { try fixture.take(name, at: fixture.soon, frames: name == "long" ? 240_000 : 24_000) }
            try fixture.engine.ask("load", "short")
            let before = fixture.engine.anonymousKilobytes
            try fixture.engine.ask("play", "long")
            try fixture.engine.ask("loop", "a", "0", "b", "4s")
            for round in 0..<40 {
                try fixture.engine.reply("set", ["dpc-quality", round % 2 == 0 ? "finer" : "faster"])
                try fixture.engine.ask("rate", "0.\(50 + round)")
                try fixture.engine.ask("pitch", "\(round % 3 * 200 - 200)")
                try fixture.engine.ask("locate", "\(round % 4)s")
            }
            let during = fixture.engine.anonymousKilobytes
            try fixture.engine.ask("stop")
            for words in [["rate", "1"], ["pitch", "0"], ["load", "short"]] { try fixture.engine.reply(words[0], [words[1]]) }
            var after = 0
            Pause.until {
                after = fixture.engine.anonymousKilobytes
                return after < before + 3072
            }
            print("MEASURED memory: \(before) KiB, \(during) with slow playback, \(after) after it")
            #expect(after < before + 3072, "\(before), then \(during), then \(after)")
        }
    }
}
