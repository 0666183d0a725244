// Tests of words and chapters that go with an exported file (W5), read by ffprobe, ffmpeg and mpv.
import Dictation
import FoundationEssentials
import JSON
import Storage
import TestSupport
import Testing
import Words

@Suite("dicta export --words and --chapter-file, dicta deliver --words (W5)")
struct ExportWordsTests {
    let terminal = Terminal()
    private var out: String { terminal.folder.file("out") }

    private func library() throws -> Library {
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        return try Library(folder: terminal.folder.file("Recordings"))
    }

    private func dicta(_ words: String...) throws -> Finished { try terminal.run(words, path: "/usr/bin:/bin") }

    private func export(_ file: String, _ words: String...) throws -> Finished {
        try terminal.run(["export", "talk", "--to", "\(out)/\(file)", "--json"] + words, path: "/usr/bin:/bin")
    }

    /// The words in the tags of a file, as ffprobe reads them; `key` is the name that the container has for them.
    private func lyrics(_ file: String, _ key: String) -> String? {
        let run = Process.run(
            "/usr/bin/ffprobe", ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "json", "\(out)/\(file)"])
        guard let tree = try? JSONTree(parsing: Array(run.output.utf8)) else { return run.errors }
        let places = [tree["format"]?["tags"]] + (tree["streams"]?.list ?? []).map { $0["tags"] }
        return places.compactMap { $0?[key]?.text }.first
    }

    /// A text without a part in braces, which mpv leaves out as well.
    private func unbraced(_ text: String) -> String { text.hasPrefix("bravo ") ? "bravo" : text }

    private func files() -> [String] {
        Process.run("/bin/ls", ["-A", out]).output.split(separator: "\n").map(String.init).sorted()
    }

    private static let whole = "[00:01.00]alpha\n[00:03.00]bravo {one}\n[00:07.00]charlie\n[00:12.00]delta\n"
    private static let part = "[00:00.50]bravo {one}\n[00:04.50]charlie\n"
    private static let fast = "[00:00.25]bravo {one}\n[00:02.25]charlie\n"

    @Test(
        "words are inside at the times of the file: after a cut, of a part, and faster; none without the option",
        // Each container has a place of its own for words.
        arguments: [("flac", "LYRICS"), ("ogg", "LYRICS"), ("opus", "LYRICS"), ("mp3", "lyrics-XXX"), ("m4a", "lyrics")].few)
    func inside(_ kind: String, _ key: String) throws {
        try library().keepSpokenTakes()
        let part = ["--from", "2.5s", "--until", "11s"]
        for (name, words, wanted) in [
            ("whole", [], Self.whole), ("part", part, Self.part), ("fast", part + ["--rate", "2"], Self.fast),
            ("low", part + ["--samplerate", kind == "opus" ? "24000" : "44100"], Self.part),
        ] {
            let run = try terminal.run(
                ["export", "talk", "--to", "\(out)/\(name).\(kind)", "--words", "inside", "--json"] + words, path: "/usr/bin:/bin"
            )
            #expect(run.code == 0, "\(run)")
            #expect(lyrics("\(name).\(kind)", key) == wanted, "\(name)")
            #expect(Terminal.json(run.output, "o['words'], o['tagged']") == (name == "whole" ? "5 True" : "3 True"))
        }
        #expect(try export("plain.\(kind)").code == 0)
        #expect(lyrics("plain.\(kind)", key) == nil)
        #expect(files() == ["fast", "low", "part", "plain", "whole"].map { "\($0).\(kind)" })
        // The sound and the other tags are there too.
        #expect(lyrics("part.\(kind)", "title") == "Talk")
        let decoded = Process.run(
            "/usr/bin/ffmpeg",
            ["-nostdin", "-v", "error", "-xerror", "-i", "\(out)/part.\(kind)", "-map", "0:a", "-f", "null", "-"])
        #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
        let length = Process.run(
            "/usr/bin/ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", "\(out)/part.\(kind)"])
        #expect(abs((Double(length.output.dropLast()) ?? 0) - 8.5) < 0.1, "\(length)")
    }

    @Test("an m4a has the words as a subtitle stream that mpv shows, and plays no longer for it")
    func stream() throws {
        try library().keepSpokenTakes()
        #expect(try export("part.m4a", "--words", "inside", "--from", "2.5s", "--until", "12.4s").code == 0)
        let shown = MpvPlayer.subtitles(of: "\(out)/part.m4a", at: [0.2, 0.7, 3, 4.7, 9.6])
        #expect(shown == ["", "bravo (one)", "", "charlie", "delta"])
        let length = Process.run(
            "/usr/bin/ffprobe",
            ["-v", "error", "-show_entries", "format=duration:stream=codec_name", "-of", "csv=p=0", "\(out)/part.m4a"])
        #expect(
            length.output.contains("mov_text") && abs((Double(length.output.split(separator: "\n").last ?? "") ?? 0) - 9.9) < 0.05
        )
        // Other programs take the sound of it, and this one as well.
        let wave = Process.run("/usr/bin/ffmpeg", ["-nostdin", "-v", "error", "-i", "\(out)/part.m4a", "\(out)/part.wav"])
        #expect(wave.code == 0 && wave.errors.isEmpty, "\(wave)")
        #expect(try dicta("import", "\(out)/part.m4a").code == 0)
    }

    @Test(
        "an import takes lyrics with times back as the transcript, with speakers",
        // Each container has a place of its own for words; a change of one leaves the others, so one is enough for a short
        // run.
        arguments: ["flac", "ogg", "opus", "mp3", "m4a"].few)
    func broughtBack(_ kind: String) throws {
        try library().keepSpokenTakes(speakers: ["Ann", "Ben"])
        #expect(try export("x.\(kind)", "--words", "inside").code == 0)
        let run = try dicta("import", "\(out)/x.\(kind)", "--name", "back", "--json")
        #expect(Terminal.json(run.output, "o['items'][0]['words']") == "5", "\(run)")
        let times =
            "0:00:01.000  (Ann) alpha\n0:00:03.000  (Ann) bravo {one}\n0:00:07.000  (Ann) charlie\n0:00:12.000  (Ben) delta\n"
        #expect(try dicta("transcript", "back", "--as", "times").output == times)
        // Words without times are no transcript, and a file without words has none.
        let plain = "\(out)/plain.\(kind)"
        let made = Process.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-i", "\(out)/x.\(kind)", "-map", "0:a", "-map_metadata", "-1", "-metadata", "lyrics=La la",
                "-metadata:s:a:0",
                "lyrics=La la", "-c", "copy", plain,
            ])
        #expect(made.code == 0, "\(made)")
        #expect(try dicta("import", plain).code == 0)
        #expect(Files.exists(terminal.folder.file("Recordings/back.transcript.json")))
        #expect(!Files.exists(terminal.folder.file("Recordings/plain.transcript.json")))
    }

    @Test("the answer of an import tells how many words lie after the end of the sound")
    func leftOut() throws {
        try library().keepSpokenTakes()
        #expect(try export("whole.flac", "--words", "inside").code == 0)
        let cut = "\(out)/cut.flac"
        let made = Process.run("/usr/bin/ffmpeg", ["-v", "error", "-i", "\(out)/whole.flac", "-t", "5", cut])
        #expect(made.code == 0, "\(made)")
        let run = try dicta("import", cut, "--json")
        #expect(Terminal.json(run.output, "o['items'][0]['words'], o['items'][0]['words_left_out']") == "3 2", "\(run)")
    }

    @Test("words beside the file are opened by mpv at their times, also those that transcript writes", arguments: ["vtt", "srt"])
    func beside(_ format: String) throws {
        try library().keepSpokenTakes()
        let run = try export("part.wav", "--words", "beside", "--words-as", format, "--from", "2.5s", "--until", "11s")
        #expect(run.code == 0, "\(run)")
        #expect(Terminal.json(run.output, "o['words'], o['words_path'], o['path']") == "3 \(out)/part.\(format) \(out)/part.wav")
        #expect(files() == ["part.\(format)", "part.wav"].sorted())
        let shown = MpvPlayer.subtitles(of: "\(out)/part.wav", at: [0.2, 0.7, 3, 4.7], from: "\(out)/part.\(format)")
        #expect(shown.map(unbraced) == ["", "bravo", "", "charlie"])
        let own = "\(out)/own.\(format)"
        #expect(try dicta("transcript", "talk", "--to", own).code == 0)
        #expect(try dicta("export", "talk", "--to", "\(out)/talk.wav").output == "\(out)/talk.wav\n")
        let written = MpvPlayer.subtitles(of: "\(out)/talk.wav", at: [1.2, 3.2, 7.2, 10, 12.2], from: own)
        #expect(written.map(unbraced) == ["alpha", "bravo", "charlie", "", "delta"])
    }

    @Test("both places, every format beside, and chapters for feeds, at the times of the part")
    func bothAndChapters() throws {
        try library().keepSpokenTakes()
        for format in ["text", "times", "json"] {
            let run = try export(
                "\(format).flac", "--words", "both", "--words-as", format, "--chapter-file", "--from", "2.5s", "--rate", "0.5")
            #expect(run.code == 0, "\(run)")
            #expect(lyrics("\(format).flac", "LYRICS") == "[00:01.00]bravo {one}\n[00:09.00]charlie\n[00:19.00]delta\n")
            #expect(
                Terminal.json(Files.read("\(out)/\(format).chapters.json") ?? "", "o")
                    == "{'version': '1.2.0', 'chapters': [{'startTime': 1.0, 'title': 'second; part'}, {'startTime': 9.0}]}")
        }
        #expect(Files.read("\(out)/text.txt") == "bravo {one}\ncharlie\ndelta\n")
        #expect(Files.read("\(out)/times.txt")?.hasPrefix("0:00:01.000  bravo {one}\n") == true)
        let feed = "[(s['startTime'], s['endTime'], s['body']) for s in o['segments']][1], o['version'], o['language']"
        #expect(Terminal.json(Files.read("\(out)/json.json") ?? "", feed) == "(9.0, 10.0, 'charlie') 1.0.0 en")
        #expect(files().count == 9)
    }

    @Test("words keep their sound where silences are skipped, and one voice has no words of the other")
    func silencesAndVoices() throws {
        let library = try library()
        try library.keepSpokenTakes(speakers: ["left", "right"])
        let run = try dicta("export", "talk", "--to", out, "--voice", "both", "--words", "beside", "--words-as", "text")
        #expect(run.code == 0, "\(run)")
        #expect(Files.read("\(out)/talk-left.txt") == "alpha\nbravo {one}\ncharlie\n")
        #expect(Files.read("\(out)/talk-right.txt") == "delta\n")
        // A pause of six seconds between the takes.
        try library.updateRecording("talk") { $0.edits.delete(0..<1) }
        let wave = terminal.folder.file("pause.wav")
        let made = Process.run(
            "/usr/bin/sox",
            ["-n", "-r", "48000", "-c", "2", "-b", "16", wave, "synth", "2", "sine", "300", "pad", "0", "6", "repeat", "1"])
        #expect(try made.code == 0 && dicta("import", wave).code == 0, "\(made)")
        try library.updateTranscript(of: "pause") { transcript, _ in
            transcript["pause.wav"].hear(0..<768_000, [Line(text: "echo", in: 432_000..<456_000)])
        }
        let short = try dicta("export", "pause", "--to", "\(out)/short.ogg", "--skip-silence", "--words", "inside", "--json")
        #expect(short.code == 0, "\(short)")
        let place = lyrics("short.ogg", "LYRICS").flatMap { Double($0.dropFirst(4).prefix(5)) } ?? 0
        #expect(Terminal.json(short.output, "o['silences'], o['words']") == "2 1", "\(short)")
        #expect(abs(place - 3.6) < 0.1, "\(place)")
    }

    @Test("a recording without words, a container without a place, and a taken name are refused, and nothing is written")
    func refusals() throws {
        let library = try library()
        try library.keepSpokenTakes()
        try library.keepTwoTakes("mute", try AudioFormat(encoding: .pcm16, rate: 48_000), frames: 48_000)
        func refused(_ code: Int32, _ said: String, _ words: String...) throws {
            let run = try terminal.run(["export"] + words, path: "/usr/bin:/bin")
            #expect(run.code == code && run.errors.contains(said) && run.output.isEmpty, "\(words): \(run)")
        }
        try refused(2, "wav has no place for words", "talk", "--to", "\(out)/x.wav", "--words", "inside")
        try refused(2, "add --words beside", "talk", "--to", "\(out)/x.flac", "--words", "inside", "--words-as", "srt")
        try refused(2, "both end in .vtt", "talk", "--to", "\(out)/x.vtt", "--format", "wav", "--words", "beside")
        try refused(2, "describes a recording", "talk", "--to", "\(library.folder)/x.wav", "--chapter-file")
        try refused(1, "dicta transcribe mute", "mute", "--to", "\(out)/x.flac", "--words", "inside")
        try refused(
            1, "no words in the exported part", "talk", "--to", "\(out)/x.flac", "--words", "both", "--from", "8s", "--until",
            "9s")
        try refused(1, "dicta mark", "mute", "--to", "\(out)/x.wav", "--chapter-file")
        try refused(1, "no markers in the exported part", "talk", "--to", "\(out)/x.wav", "--chapter-file", "--from", "8s")
        #expect(Files.write("mine", to: "\(out)/x.vtt"))
        try refused(1, "x.vtt exists already", "talk", "--to", "\(out)/x.wav", "--words", "beside")
        let bare = try terminal.run("export", "talk", "--to", "\(out)/x.flac", "--words", "inside")
        #expect(bare.code == 1 && bare.errors.contains("needs the ffmpeg program"), "\(bare)")
        #expect(files() == ["x.vtt"] && Files.read("\(out)/x.vtt") == "mine")
        // A batch does those with words.
        let all = try dicta("export", "*", "--to", out, "--words", "beside")
        #expect(all.code == 1 && all.errors.contains("dicta transcribe mute"), "\(all)")
        #expect(files() == ["talk.vtt", "talk.wav", "x.vtt"])
    }

    @Test("a recording in which no words were heard says so, and does not send back to the same transcription")
    func heardWithoutWords() throws {
        let library = try library()
        try library.keepTwoTakes("mute", try AudioFormat(encoding: .pcm16, rate: 48_000), frames: 48_000)
        let none = try dicta("transcript", "mute")
        #expect(none.code == 0 && none.output.hasPrefix("mute has no transcript yet"), "\(none)")
        #expect(try dicta("transcript", "mute", "--find", "word").output == none.output)
        for words in [["--as", "srt"], ["--to", "\(out)/x.srt"], ["--as", "vtt", "--to", out]] {
            let written = try terminal.run(["transcript", "mute"] + words)
            #expect(written.code == 1 && written.errors.contains("mute has no transcript yet"), "\(written)")
        }
        func hear(_ file: String, _ frames: Int64) throws {
            try library.updateTranscript(of: "mute") { transcript, _ in transcript[file].hear(0..<frames, []) }
        }
        // A half that nobody has heard is still to be written down.
        try hear("mute.wav", 48_000)
        let half = try dicta("transcript", "mute")
        #expect(half.output.hasPrefix("mute has no transcript yet"), "\(half)")
        try hear("mute~2.wav", 48_000)
        let heard = try dicta("transcript", "mute")
        #expect(heard.code == 0 && heard.output.hasPrefix("The transcript of mute has no words: "), "\(heard)")
        #expect(heard.output.contains("(dicta transcribe mute --again --language LANGUAGE)"), "\(heard)")
        #expect(try dicta("transcript", "mute", "--as", "vtt").output.hasPrefix("WEBVTT"))
        let exported = try dicta("export", "mute", "--to", "\(out)/x.wav", "--words", "beside")
        #expect(exported.code == 1 && exported.errors.contains("the transcript of mute has no words"), "\(exported)")
        #expect(exported.errors.contains("--again") && files().isEmpty, "\(exported)")
    }

    @Test("a delivered file has the words inside if asked; it can take the place of the recorded one (R12)")
    func delivered() throws {
        let library = try library()
        try library.keepSpokenTakes()
        #expect(try dicta("deliver", "talk").code == 0)
        let file = "../Recordings/talk.m4a"
        #expect(lyrics(file, "lyrics") == nil)
        let run = try dicta("deliver", "talk", "--words", "inside", "--json")
        #expect(run.code == 0 && Terminal.json(run.output, "o['words']") == "5", "\(run)")
        #expect(lyrics(file, "lyrics") == Self.whole)
        #expect(MpvPlayer.subtitles(of: "\(library.folder)/talk.m4a", at: [7.2, 12.2]) == ["charlie", "delta"])
        #expect(try dicta("deliver", "talk", "--words", "inside", "--discard").code == 0)
        #expect(try dicta("verify", "talk", "--deep").code == 0)
        #expect(try dicta("transcript", "talk", "--as", "text").output == "alpha\nbravo {one}\ncharlie\ndelta\n")
        let again = try dicta("deliver", "talk", "--words", "inside")
        #expect(again.code == 0 && again.errors.contains("gets no words"), "\(again)")
    }
}
