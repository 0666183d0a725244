// Tests of exports to a loudness, of single channels, and of the verb `analyse`, without an engine (F16, W8).
import Dictation
import FoundationEssentials
import Storage
import TestSupport
import Testing

@Suite("dicta export --loudness and --voice, dicta analyse (F16 W8)")
struct LoudnessExportTests {
    let terminal = Terminal()
    private var folder: String { terminal.folder.file("Recordings") }
    private var out: String { terminal.folder.file("out") }

    /// Imports a file that ffmpeg makes; gives its library.
    private func bring(_ name: String, _ words: [String]) throws -> Library {
        let library = try Library(folder: folder)
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        let path = terminal.folder.file("\(name).wav")
        let made = Process.run("/usr/bin/ffmpeg", ["-nostdin", "-v", "error"] + words + ["-y", path])
        try #require(made.code == 0, "\(made.errors)")
        let run = try dicta("import", path)
        try #require(run.code == 0, "\(run)")
        return library
    }

    private func dicta(_ words: String...) throws -> Finished { try terminal.run(words, path: "/usr/bin:/bin") }

    /// Integrated loudness and true peak by ffmpeg's meter.
    private func measured(_ path: String) throws -> (loudness: Double, peak: Double) {
        let run = Process.run(
            "/usr/bin/ffmpeg",
            ["-nostdin", "-hide_banner", "-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"])
        func value(_ label: String) throws -> Double {
            let line = run.errors.split(separator: "\n").last { $0.contains(label) } ?? ""
            return try #require(line.split(separator: " ").dropFirst().first.flatMap { Double($0) }, "\(run.errors.suffix(500))")
        }
        return (try value(" I:"), try value("Peak:"))
    }

    private static let speech = "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0870.wav"
    private static let stereo = ["-f", "lavfi", "-i", "anoisesrc=c=pink:r=48000:a=0.2:d=8:seed=1,pan=stereo|c0=c0|c1=0.3*c0"]

    @Test("a file has the loudness that was asked for, and its true peak stays below the limit, by ffmpeg's meter")
    func target() throws {
        _ = try bring("noise", Self.stereo)
        _ = try bring("speech", ["-i", Self.speech, "-ar", "44100", "-af", "volume=-6dB"])
        for (name, words, loudness, limit) in [
            ("noise", ["--loudness", "-23"], -23.0, -1.0), ("noise", ["--loudness", "-30.5", "--format", "flac"], -30.5, -1.0),
            ("speech", ["--loudness", "-24", "--samplerate", "48000"], -24, -1),
            ("speech", ["--loudness", "-28", "--skip-silence", "--bits", "16"], -28, -1),
        ] {
            let path = "\(out)/\(name)\(loudness).x"
            let ending = words.contains("flac") ? "flac" : "wav"
            let run = try terminal.run(
                ["export", name, "--to", path.replacing(".x", with: "." + ending), "--json"] + words, path: "/usr/bin:/bin")
            #expect(run.code == 0, "\(run)")
            let (found, peak) = try measured(path.replacing(".x", with: "." + ending))
            #expect(abs(found - loudness) <= 0.1 && peak <= limit, "\(name) \(words): \(found) \(peak)")
            #expect(Terminal.json(run.output, "abs(o['loudness_lufs'] - (\(loudness))) <= 0.1, o['limited']") == "True False")
            #expect(Terminal.json(run.output, "abs(o['source_loudness_lufs'] + o['gain_db'] - (\(loudness))) < 0.02") == "True")
        }
    }

    @Test("a limiter keeps the true peak where the gain would raise it too far, and the answer says what it took")
    func limited() throws {
        _ = try bring("noise", Self.stereo)
        _ = try bring("speech", ["-i", Self.speech, "-ar", "48000"])
        for (name, loudness, limit, isHeard) in [
            ("speech", -14.0, -1.0, false), ("speech", -16, -3, false), ("noise", -6, -2, true),
        ] {
            let path = "\(out)/\(name)\(loudness).wav"
            let run = try dicta("export", name, "--to", path, "--loudness", "\(loudness)", "--true-peak", "\(limit)", "--json")
            #expect(run.code == 0, "\(run)")
            let (found, peak) = try measured(path)
            #expect(peak <= limit && peak > limit - 1, "\(name) \(loudness): peak \(peak)")
            #expect(Terminal.json(run.output, "o['limited'], o['limited_db'] > 0.5") == "True True", "\(run)")
            #expect(Terminal.json(run.output, "abs(o['loudness_lufs'] - (\(found))) <= 0.1") == "True", "\(run) \(found)")
            #expect(run.output.contains("which can be heard") == isHeard, "\(run)")
        }
        // Scripts read the path alone, people the figures.
        for (gain, said) in [("-14", ", peaks turned down by up to "), ("-40", " dB)\n")] {
            let path = "\(out)/told\(gain).wav"
            let told = try dicta("export", "speech", "--to", path, "--loudness", gain)
            #expect(told.code == 0 && told.output == path + "\n", "\(told)")
            #expect(told.errors.contains("told\(gain).wav: -") && told.errors.contains(" LUFS now (gain "), "\(told)")
            #expect(told.errors.contains(said) && told.errors.contains("peaks") == (gain == "-14"), "\(told)")
        }
    }

    @Test("wrong targets, and what has no loudness, are told; nothing is written")
    func refusals() throws {
        _ = try bring("noise", Self.stereo)
        _ = try bring("nothing", ["-f", "lavfi", "-i", "anullsrc=r=48000:d=2"])
        for (words, said) in [
            (["--loudness", "1"], "-70 to 0"), (["--loudness", "-71"], "-70 to 0"), (["--loudness", "loud"], "number"),
            (["--true-peak", "-1"], "--true-peak needs --loudness"), (["--loudness", "-16", "--true-peak", "1"], "-30 to 0"),
            (["--voice", "middle"], "left or right or both"),
        ] {
            let run = try terminal.run(["export", "noise", "--to", "\(out)/no.wav"] + words, path: "/usr/bin:/bin")
            #expect(run.code == 2 && run.errors.contains(said) && !Files.exists("\(out)/no.wav"), "\(words): \(run)")
        }
        let silent = try dicta("export", "nothing", "--to", "\(out)/s.wav", "--loudness", "-16", "--json")
        #expect(silent.code == 0 && silent.output.contains("loud enough to measure"), "\(silent)")
        #expect(Terminal.json(silent.output, "o['gain_db'], o['loudness_lufs'], o['limited']") == "0 -200 False")
        _ = try bring("click", ["-f", "lavfi", "-i", "sine=r=48000:d=0.39"])
        let short = try dicta("export", "click", "--to", "\(out)/c.wav", "--loudness", "-16", "--json")
        #expect(short.code == 0 && short.output.contains("shorter than the 0.4 seconds"), "\(short)")
        let discard = try dicta("deliver", "noise", "--loudness", "-16", "--discard")
        #expect(discard.code == 2 && discard.errors.contains("--discard"), "\(discard)")
        let delivered = try dicta("deliver", "noise", "--loudness", "-20", "--json")
        #expect(Terminal.json(delivered.output, "abs(o['loudness_lufs'] + 20) <= 0.1") == "True", "\(delivered)")
        #expect(abs(try measured("\(folder)/noise.m4a").loudness + 20) <= 0.3)
    }

    @Test("each channel is a mono file with the very samples of the recording, and has a loudness of its own")
    func voices() throws {
        let library = try bring("talk", Self.stereo + ["-c:a", "pcm_s24le"])
        let own = try SegmentReader.frames(library.path(of: "talk.wav"))
        for format in ["wav", "flac"] {
            let run = try dicta("export", "talk", "--to", "\(out)/", "--voice", "both", "--format", format, "--json")
            #expect(run.code == 0, "\(run)")
            #expect(
                Terminal.json(run.output, "[i['path'] for i in o['items']]")
                    == "['\(out)/talk-left.\(format)', '\(out)/talk-right.\(format)']")
            for (side, name) in ["left", "right"].enumerated() {
                let path = "\(out)/talk-\(name).\(format)"
                #expect(try SegmentReader(path: path).info.channels == 1)
                #expect(try SegmentReader.frames(path).map(\.x) == own.map { $0[side] }, "\(path)")
            }
        }
        let again = try dicta("export", "talk", "--to", "\(out)/", "--voice", "both")
        #expect(again.code == 1 && again.errors.contains("talk-left.wav"), "\(again)")
        let one = try dicta("export", "talk", "--to", "\(out)/only.wav", "--voice", "right")
        #expect(one.code == 0 && one.output == "\(out)/only.wav\n", "\(one)")
        #expect(try SegmentReader.frames("\(out)/only.wav").map(\.x) == own.map(\.y))
        // The right file is there already: the left one is not begun.
        #expect(Files.write("x", to: "\(out)/pair-right.wav"))
        let half = try dicta("export", "talk", "--to", "\(out)/pair.wav", "--voice", "both")
        #expect(half.code == 1 && !Files.exists("\(out)/pair-left.wav"), "\(half)")
        let loud = try dicta("export", "talk", "--to", "\(out)/loud.wav", "--voice", "both", "--loudness", "-25", "--json")
        #expect(Terminal.json(loud.output, "[i['loudness_lufs'] for i in o['items']]") == "[-25, -25]", "\(loud)")
        #expect(Terminal.json(loud.output, "abs(o['items'][1]['gain_db'] - o['items'][0]['gain_db'] - 10.46) < 0.1") == "True")
        for side in ["left", "right"] { #expect(abs(try measured("\(out)/loud-\(side).wav").loudness + 25) <= 0.1) }
        _ = try bring("mono", ["-i", Self.speech])
        let mono = try dicta("export", "mono", "--to", "\(out)/", "--voice", "left")
        #expect(mono.code == 2 && mono.errors.contains("mono is mono") && !Files.exists("\(out)/mono-left.wav"), "\(mono)")
    }

    @Test("an analysis is kept, told as stale after an edit, and follows rename, copy, flatten and delete")
    func analysis() throws {
        let library = try bring("talk", ["-i", Self.speech, "-ar", "48000"])
        let first = try dicta("analyse", "talk", "--json")
        #expect(first.code == 0, "\(first)")
        #expect(Terminal.json(first.output, "o['stale'], o['speech_percent'] > 50") == "False True")
        let figures = try measured(library.path(of: "talk.wav"))
        #expect(Terminal.json(first.output, "abs(o['loudness_lufs'] - (\(figures.loudness))) <= 0.1") == "True")
        #expect(
            try dicta("analyse", "talk", "--json").output == first.output.replacing("\"operation\":1", with: "\"operation\":1"))
        #expect(Terminal.json(try dicta("info", "talk", "--json").output, "o['analysis']") == "current")
        let text = try dicta("analyse", "talk")
        #expect(
            text.output.contains("Loudness") && text.output.contains("LUFS") && text.output.contains("Noise floor"), "\(text)")
        // The figures follow a rename and a copy.
        #expect(try dicta("rename", "talk", "--to", "mayor").code == 0)
        #expect(try dicta("copy", "mayor", "--to", "second").code == 0)
        for name in ["mayor", "second"] {
            #expect(Terminal.json(try dicta("info", name, "--json").output, "o['analysis']") == "current", "\(name)")
            let kept = try dicta("analyse", name, "--json")
            #expect(Terminal.json(kept.output, "o['made']") == Terminal.json(first.output, "o['made']"))
        }
        // A cut makes them stale, undo makes them true again.
        #expect(try dicta("cut", "mayor", "--from", "1s", "--until", "2s").code == 0)
        let stale = try dicta("analyse", "mayor", "--json")
        #expect(Terminal.json(stale.output, "o['stale'], o['loudness_lufs']").hasPrefix("True "), "\(stale)")
        #expect(try dicta("analyse", "mayor").errors.contains("has changed since"))
        #expect(Terminal.json(try dicta("info", "mayor", "--json").output, "o['analysis']") == "stale")
        #expect(try dicta("undo", "mayor").code == 0)
        #expect(Terminal.json(try dicta("analyse", "mayor", "--json").output, "o['stale']") == "False")
        #expect(try dicta("redo", "mayor").code == 0)
        let anew = try dicta("analyse", "mayor", "--again", "--json")
        #expect(
            Terminal.json(anew.output, "o['stale'], round(o['seconds'] - \(Terminal.json(first.output, "o['seconds']")), 3)")
                == "False -1.0", "\(anew)")
        #expect(Terminal.json(try dicta("info", "second", "--json").output, "o['analysis']") == "current")
        // One file of the same sound has the same figures.
        #expect(try dicta("flatten", "mayor").code == 0)
        #expect(Terminal.json(try dicta("info", "mayor", "--json").output, "o['analysis']") == "current")
        #expect(try dicta("flatten", "mayor", "--forget").code == 0)
        #expect(Terminal.json(try dicta("analyse", "mayor", "--json").output, "o['stale']") == "False")
        #expect(try dicta("delete", "mayor", "second", "--yes").code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") } == [])
    }

    @Test("an analysis as text, JSON and Markdown, to the terminal and to new files")
    func forms() throws {
        _ = try bring("talk", ["-i", Self.speech])
        let markdown = try dicta("analyse", "talk", "--as", "markdown")
        #expect(markdown.code == 0 && markdown.output.hasPrefix("# talk\n\n| figure | value |\n"), "\(markdown)")
        let json = try dicta("analyse", "talk", "--as", "json")
        #expect(
            Terminal.json(json.output, "o['name'], o['schema'], o['stale'], sorted(o['loudness'])[0]")
                == "talk 1 False integrated",
            "\(json)")
        for (file, beginning) in [("a.md", "# talk"), ("a.json", "{"), ("a.txt", "Length")] {
            let run = try dicta("analyse", "talk", "--to", "\(out)/\(file)")
            #expect(run.code == 0 && run.output == "\(out)/\(file)\n", "\(run)")
            #expect(Files.read("\(out)/\(file)")?.hasPrefix(beginning) == true, "\(file)")
        }
        #expect(Files.read("\(out)/a.md") == markdown.output && Files.read("\(out)/a.json") == json.output)
        let taken = try dicta("analyse", "talk", "--to", "\(out)/a.md")
        #expect(taken.code == 1 && Files.read("\(out)/a.md") == markdown.output, "\(taken)")
        let nowhere = try dicta("analyse", "talk", "--to", "\(out)/none/a.md")
        #expect(nowhere.code != 0 && nowhere.errors.contains("\(out)/none"), "\(nowhere)")
    }
}
