// Tests that work on words leaves every file of sound as it is, and that files which only ffmpeg reads have words too (W1, W3, F6).
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing
import Words

extension Integration {
    @Suite struct SoundStaysTests {
        private static let nobody = ["JACK_DEFAULT_SERVER": "nobody-here"]

        /// Checksums, inodes, sizes and dates of all files of sound in a folder.
        private static func sounds(_ folder: String) -> String {
            let files = "find '\(folder)' -path '*/.*' -prune -o -type f ! -name '*.json' -print0 | sort -z"
            return Process.run("/bin/sh", ["-c", "\(files) | xargs -0 stat -c '%n %i %s %y'; \(files) | xargs -0 sha256sum"])
                .output
        }

        /// Whatever is done with words, also a transcription that is killed or answers garbage, touches no file of sound.
        @Test func noFileOfSoundIsChanged() throws {
            let (stand, folder) = (try StandInRecogniser(pieces: 2), TempFolder())
            try stand.write("")
            for kind in ["flac", "m4a"] {
                let made = Process.run("/usr/bin/ffmpeg", ["-v", "error", "-i", stand.sound, folder.file("\(kind).\(kind)")])
                try #require(made.code == 0, "\(made)")
            }
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", stand.sound])
            for kind in ["flac", "m4a"] { _ = try engine.reply("import", ["path", folder.file("\(kind).\(kind)")]) }
            let before = Self.sounds(engine.library)
            try #require(before.split(separator: "\n").count == 6, "\(before)")
            for name in ["bursts", "flac", "m4a"] {
                _ = try engine.reply("transcribe", [name, "recogniser", stand.path], timeout: 60)
                #expect(try engine.ask("transcript", "name", name).int("words") == 2, "\(name)")
                _ = try engine.reply("analyse", [name, "as", "json"], timeout: 60)
            }
            let captions = "WEBVTT\n\n00:00.000 --> 00:02.000\nhello there\n"
            try #require(folder.write(captions, to: "talk.vtt"))
            _ = try engine.reply("transcript", ["import", "name", "bursts", "path", folder.file("talk.vtt")])
            try #require(folder.write("#!/bin/sh\nsed -i 's/hello/Hello/' \"$1\"\n", to: "editor", mode: 0o755))
            let edited = Process.run(
                Programs.path("dicta"),
                [
                    "--engine", engine.name, "--socket", engine.socket, "transcript", "edit", "bursts", "--library",
                    engine.library,
                ],
                environment: ["EDITOR": folder.file("editor"), "VISUAL": folder.file("editor"), "HOME": folder.path])
            #expect(edited.code == 0, "\(edited)")
            #expect(try engine.reply("transcript", ["name", "bursts", "find", "Hello"]).items.count == 1)
            for script in ["echo garbage", "kill -SEGV $$"] {
                try stand.write(script)
                #expect(throws: EngineProcess.Trouble.self) {
                    try engine.reply("transcribe", ["name", "flac", "recogniser", stand.path, "again", "yes"])
                }
            }
            #expect(Self.sounds(engine.library) == before)
        }

        /// A recording from elsewhere, in the library and as a reference to its file.
        /// ffmpeg decodes each kind in the same way: one of them is enough for a short run.
        @Test(arguments: ["wma", "aac", "m4a"].few, [false, true])
        func aFileThatOnlyFfmpegReadsIsWrittenDown(kind: String, isReference: Bool) throws {
            let folder = TempFolder()
            let raw = "/usr/share/pocketsphinx/test/data/goforward.raw"
            let made = Process.run(
                "/usr/bin/ffmpeg",
                ["-v", "error", "-f", "s16le", "-ar", "16000", "-ac", "1", "-i", raw, "-b:a", "96k", folder.file("go.\(kind)")])
            try #require(made.code == 0, "\(made)")
            let engine = try EngineProcess(waitsForJack: false, environment: Self.nobody)
            _ = try engine.reply("import", ["path", folder.file("go.\(kind)")] + (isReference ? ["reference", "yes"] : []))
            _ = try engine.reply("transcribe", ["go", "recogniser", "pocketsphinx"], timeout: 120)
            let found = try engine.reply("transcript", ["name", "go"])
            #expect(found.items.map { $0.text("text") } == ["go forward ten meters"])
            // "forward" is said from 0.64 s on; an encoder may put up to 0.1 s before the sound.
            let place = try engine.reply("transcript", ["name", "go", "find", "forward"]).items.first?.double("from_seconds")
            #expect(abs((place ?? 0) - 0.64) < 0.2, "\(place ?? 0)")
            // Nothing is left to be listened to.
            #expect(found.fields.double("unheard_seconds") == 0)
        }
    }
}
