// Tests of exported files, read by other programs (F9 P5 R11 R12).
import Dictation
import Glibc
import Storage
import System
import TestSupport
import Testing
import Words

@Suite("dicta export: flattened, converted, tagged, read back (F9)")
struct ExportTests {
    let terminal = Terminal()
    private var library: String { terminal.folder.file("Recordings") }
    private var out: String { terminal.folder.file("out") }

    /// Makes a recording of two takes and a cut: three spans, with markers and a title. The samples of each frame are its
    /// number, in 16 bits.
    private func record(_ name: String = "talk", rate: Int = 48_000, frames: Int = 96_000) throws -> Recording {
        let library = try Library(folder: library)
        try #require(unsafe mkdir(out, 0o755) == 0 || errno == EEXIST)
        try library.keepTwoTakes(name, try AudioFormat(encoding: .pcm16, rate: rate), frames: frames)
        return try library.updateRecording(name) { recording in
            recording.edits.delete(Int64(frames / 4)..<Int64(frames / 2))
            recording.title = "A = B; #c"
            recording.artist = "Asha"
            recording.edits.arrangement.add(Marker(frame: Int64(frames / 8), name: "first; thing"))
            recording.edits.arrangement.add(Marker(frame: Int64(frames), name: "second"))
        }
    }

    /// Runs dicta with a `PATH` that has ffmpeg.
    private func dicta(_ words: String...) throws -> Finished { try terminal.run(words, path: "/usr/bin:/bin") }

    private func probe(_ path: String, _ what: String) -> String {
        Process.run("/usr/bin/ffprobe", ["-v", "error", "-show_entries", what, "-of", "compact=p=0", path]).output
    }

    @Test("a path that is told has no dot for the folder itself")
    func plainPath() throws {
        _ = try record(frames: 4800)
        let run = Process.run(
            "/usr/bin/env", ["-C", out, try Terminal.products() + "/dicta", "export", "talk", "--to", ".", "--library", library])
        #expect(run.output == "\(out)/talk.wav\n", "\(run)")
        let other = Process.run(
            "/usr/bin/env",
            ["-C", out, try Terminal.products() + "/dicta", "export", "talk", "--to", "./other.wav", "--library", library])
        #expect(other.output == "\(out)/other.wav\n", "\(other)")
    }

    @Test("joints are crossfaded, all else is what was recorded, bit for bit; cue points and INFO are read by others")
    func flattened() throws {
        let recording = try record()
        let run = try dicta("export", "talk", "--to", "\(out)/", "--json")
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(Terminal.json(run.output, "o['path'], o['markers'], o['seconds']") == "\(out)/talk.wav 2 3.5")
        let got = try SegmentReader.frames("\(out)/talk.wav")
        let first = try SegmentReader.frames(library + "/talk.wav")
        let second = try SegmentReader.frames(library + "/talk~2.wav")
        let wanted = Array(first[..<24_000] + first[48_000...] + second)
        try #require(got.count == wanted.count && Int64(got.count) == recording.timeline.length)
        // Frames at which the spans meet.
        let joints: [Int64] = [24_000, 72_000]
        #expect(recording.timeline.spans.map(\.length) == [24_000, 48_000, Int64(got.count) - 72_000])
        let different = got.indices.filter { got[$0] != wanted[$0] }
        #expect(!different.isEmpty && different.allSatisfy { index in joints.contains { abs(Int64(index) - $0) < 1_000 } })
        let steps = zip(got, got.dropFirst()).map { abs($1.x - $0.x) }.max() ?? 1
        #expect(steps < 0.04, "no click at a joint: \(steps)")
        let info = Process.run("/usr/bin/sndfile-info", ["\(out)/talk.wav"]).output
        #expect(info.contains("INAM : A = B; #c") && info.contains("labl : 1 : first; thing") && info.contains("IART : Asha"))
        #expect(try WaveTags(path: "\(out)/talk.wav").markers.map(\.frame) == [12_000, 96_000])
        #expect(Process.run("/usr/bin/soxi", ["-b", "\(out)/talk.wav"]).output == "16\n", "the bits of the recording")
    }

    @Test("peaks: places in seconds and in frames are compared at the rate of the recording")
    func peaksAtAnyRate() throws {
        _ = try record(rate: 96_000, frames: 192_000)
        let run = try dicta("peaks", "talk", "--from", "60000f", "--until", "1s", "--json")
        #expect(run.code == 0, "\(run)")
        #expect(Terminal.json(run.output, "o['from_frames'], o['to_frames']") == "60000 96000")
        let wrong = try dicta("peaks", "talk", "--from", "0.5s", "--until", "40000f")
        #expect(wrong.code == 2 && wrong.errors.contains("is not after --from (0:"), "\(wrong)")
    }

    @Test("markers are places of a section, by name and by number; nothing is written for one that is not there (F5 F9)")
    func sections() throws {
        _ = try record()
        let all = ["export", "talk", "--format", "wav", "--to"]
        for (words, count) in [
            (["--from", "@first; thing"], 156_000), (["--until", "@2"], 96_000),
            (["--from", "@1", "--until", "@second"], 84_000),
        ] {
            let path = "\(out)/\(count).wav"
            let run = try terminal.run(all + [path] + words)
            #expect(try run.code == 0 && SegmentReader.frames(path).count == count, "\(words): \(run)")
        }
        let peaks = try dicta("peaks", "talk", "--from", "@1", "--until", "@2", "--json")
        #expect(Terminal.json(peaks.output, "o['from_frames'], o['to_frames']") == "12000 96000")
        for (words, said) in [
            (["--from", "@A"], "talk: no marker 'A' among 2, and no point A of a loop"),
            (["--from", "@nine"], "no marker 'nine'"),
            (["--from", "@2", "--until", "@1"], "is not after --from"), (["--from", "168000f"], "is past the end of talk"),
        ] {
            let run = try terminal.run(all + ["\(out)/none.wav"] + words)
            #expect(run.code != 0 && run.errors.contains(said) && !Files.exists("\(out)/none.wav"), "\(words): \(run)")
        }
        #expect(try dicta("cut", "talk", "--from", "@1", "--until", "@2").code == 0)
        #expect(Terminal.json(try dicta("info", "talk", "--json").output, "o['frames']") == "84000")
    }

    @Test("a name without an extension gets that of the format")
    func extensions() throws {
        _ = try record(frames: 4800)
        for (words, file) in [
            (["--to", "\(out)/a", "--format", "flac"], "a.flac"), (["--to", "\(out)/a"], "a.wav"),
            (["--to", "\(out)/b.c", "--format", "flac"], "b.c"), (["--to", "\(out)/d.flac"], "d.flac"),
            (["--to", "\(out)/.e", "--format", "flac"], ".e.flac"),
        ] {
            let run = try terminal.run(["export", "talk"] + words, path: "/usr/bin:/bin")
            #expect(run.code == 0 && run.output == "\(out)/\(file)\n" && Files.exists("\(out)/\(file)"), "\(run)")
        }
        #expect(try dicta("export", "talk", "--to", "\(out)/a").code == 1, "nothing is overwritten")
    }

    @Test("an ending that is no format is refused before any work, with the formats; --format takes any ending")
    func unknownEndings() throws {
        _ = try record(frames: 4800)
        for file in ["x.xyz", "x.wav.gz", "Interview 2.5"] {
            let run = try dicta("export", "talk", "--to", "\(out)/\(file)")
            let ending = file.split(separator: ".").last ?? ""
            #expect(run.code == 2 && run.errors.contains("no format has the ending .\(ending)"), "\(run)")
            #expect(run.errors.contains(".flac") && run.errors.contains(".m4a") && run.errors.contains("--format"), "\(run)")
            #expect(!Files.exists("\(out)/\(file)"))
        }
        #expect(try dicta("export", "talk", "--to", "\(out)/Interview 2.5", "--format", "wav").code == 0)
        #expect(try SegmentReader.frames("\(out)/Interview 2.5").count == 8400)
    }

    @Test("a folder that is missing is told by its own name, before any work, with what to do")
    func missingFolders() throws {
        _ = try record(frames: 4800)
        _ = try record("walk", frames: 4800)
        for (to, folder) in [("none/x.wav", "none"), ("none/", "none"), ("none/deep/x", "none/deep")] {
            let run = try dicta("export", "talk", "--to", "\(out)/\(to)")
            let words = "the folder \(out)/\(folder) does not exist; make it first (mkdir -p), or name another one"
            #expect(run.code == 3 || run.code == 4 || run.code == 1, "\(run)")
            #expect(run.errors == "dicta: \(words)\n", "\(run)")
        }
        // Once for all recordings, not once for each.
        let all = try dicta("export", "*", "--to", "\(out)/none/", "--json")
        #expect(Terminal.json(all.output, "'items' in o, 'none does not exist' in o['error']['message']") == "False True")
        let file = try dicta("export", "talk", "--to", "\(library)/talk.wav/x.wav")
        #expect(file.errors.contains("\(library)/talk.wav is not a folder"), "\(file)")
        let library = try dicta("import", "\(library)/talk.wav", "--library", "\(library)/talk.wav")
        #expect(library.errors.contains("talk.wav is not a folder"), "\(library)")
    }

    @Test("a disk that fills up is told by the file, not by a hidden one", .enabled(if: getuid() == 0))
    func fullDisk() throws {
        _ = try record(frames: 480_000)
        let disk = terminal.folder.file("disk")
        try #require(Files.makeFolder(disk))
        let script = "mount -t tmpfs -o size=1m tmpfs \"$1\" && shift && exec \"$@\""
        let words = ["export", "talk", "--library", library, "--to", "\(disk)/x.wav"]
        let run = Process.run(
            "/usr/bin/unshare",
            ["--mount", "sh", "-c", script, "sh", disk, try Terminal.products() + "/dicta"] + words,
            environment: ["HOME": terminal.folder.path, "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": terminal.runtime])
        #expect(run.code != 0 && run.errors.contains("\(disk)/x.wav: the disk is full"), "\(run)")
        #expect(!run.errors.contains(".dicta-"), "\(run)")
    }

    @Test("bytes behind the sound of an MP3 bring no warning of a decoder to the terminal, and no other sound")
    func quietDecoder() throws {
        let file = terminal.folder.file("tail.mp3")
        let make = "ffmpeg -nostdin -v error -f lavfi -i sine=duration=3 -b:a 32k '\(file)' && cp '\(file)' '\(file).whole.mp3'"
        let tail = "head -c 30000 /dev/zero | tr '\\0' x >> '\(file)'"
        try #require(Process.run("/bin/sh", ["-c", "\(make) && \(tail)"]).code == 0)
        for (name, path) in [("whole", "\(file).whole.mp3"), ("tail", file)] {
            let run = try dicta("import", path, "--name", name, "--library", library)
            #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
            let export = try dicta("export", name, "--to", terminal.folder.file("\(name).wav"), "--library", library)
            #expect(export.code == 0 && export.errors.isEmpty, "\(export)")
        }
        for verb in ["verify", "recover"] { #expect(try dicta(verb, "--library", library).errors.isEmpty) }
        let whole = try SegmentReader.frames(terminal.folder.file("whole.wav"))
        #expect(try whole.count == 132_300 && SegmentReader.frames(terminal.folder.file("tail.wav")) == whole)
    }

    @Test("a file that ffmpeg spoils is told by its name", arguments: ["flac", "mp3"])
    func spoiled(kind: String) throws {
        _ = try record(frames: 4800)
        let programs = terminal.folder.file("programs")
        try #require(Files.makeFolder(programs))
        let script = "#!/bin/sh\nfor last; do :; done\necho spoiled > \"${last#file:}\"\n"
        try #require(terminal.folder.write(script, to: "programs/ffmpeg"))
        try #require(Process.run("/bin/chmod", ["700", programs + "/ffmpeg"]).code == 0)
        let run = try terminal.run(["export", "talk", "--format", kind, "--to", "\(out)/x.\(kind)"], path: programs)
        #expect(run.code != 0 && run.errors.contains("\(out)/x.\(kind)"), "\(run)")
        #expect(!run.errors.contains("/proc/") && !run.errors.contains("/dev/fd"), "\(run)")
        #expect(Process.run("/bin/ls", ["-A", out]).output.isEmpty)
    }

    @Test("a lossy source is decoded to 16 bits, one with more keeps 24; --reference takes no room at all")
    func importedRoom() throws {
        try #require(unsafe mkdir(out, 0o755) == 0 || errno == EEXIST)
        func make(_ file: String, _ words: [String]) -> String {
            let path = "\(out)/\(file)"
            let source = "aevalsrc=0.3*sin(440*2*PI*t)+0.05*random(0):s=48000:d=20,aformat=channel_layouts=stereo"
            let sound = ["-f", "lavfi", "-i", source]
            let run = Process.run("/usr/bin/ffmpeg", ["-v", "error", "-y"] + sound + words + [path])
            #expect(run.code == 0, "\(run)")
            return path
        }
        func size(_ path: String) -> Int { Int(Process.run("/usr/bin/stat", ["-c", "%s", path]).output.dropLast()) ?? 0 }
        let lossy = make("talk.m4a", ["-c:a", "aac", "-b:a", "64k"])
        let exact = make("song.m4a", ["-c:a", "alac", "-sample_fmt", "s32p", "-bits_per_raw_sample", "24"])
        let first = try dicta("import", lossy, "--library", library, "--json")
        #expect(first.code == 0, "\(first)")
        #expect(Process.run("/usr/bin/soxi", ["-b", "\(library)/talk.flac"]).output == "16\n")
        let bytes = "o['items'][0]['bytes'], o['items'][0]['source_bytes']"
        #expect(Terminal.json(first.output, bytes) == "\(size("\(library)/talk.flac")) \(size(lossy))")
        #expect(try dicta("import", exact, "--library", library).code == 0)
        #expect(Process.run("/usr/bin/soxi", ["-b", "\(library)/song.flac"]).output == "24\n")
        // The remote offers the way that takes no room, and it works for files that only ffmpeg reads.
        let told = try dicta("import", lossy, "--library", library, "--name", "second", "--again")
        #expect(told.output == "second\n" && told.errors.contains("import it with --reference"), "\(told)")
        let before = size("\(library)/talk.flac")
        let referred = try dicta("import", lossy, "--library", library, "--name", "far", "--reference", "--again")
        #expect(referred.code == 0 && referred.output == "far\n" && !referred.errors.contains("--reference"), "\(referred)")
        #expect(!Files.exists("\(library)/far.flac") && before > 4 * size(lossy))
        let info = try dicta("info", "far", "--library", library, "--json")
        #expect(Terminal.json(info.output, "o['path'], o['container'], round(o['seconds'])") == "\(lossy) m4a 20", "\(info)")
        let export = try dicta("export", "far", "--library", library, "--to", "\(out)/far.wav")
        #expect(export.code == 0, "\(export)")
        let heard = try SegmentReader.frames("\(out)/far.wav").count
        #expect(abs(heard - 20 * 48_000) < 4096, "\(heard)")
        #expect(try dicta("verify", "far", "--library", library).code == 0)
    }

    /// Each format has a writer of tags of its own; a change of one leaves the others, so some are enough for a short run.
    @Test(
        "every format is read by others, with tags and chapters where it has them",
        arguments: AudioFormat.Container.allCases.few)
    func formats(_ container: AudioFormat.Container) throws {
        _ = try record()
        let run = try dicta(
            "export", "talk", "--to", "\(out)/x.\(container.fileExtension)", "--format", container.rawValue)
        #expect(run.code == 0 && run.output == "\(out)/x.\(container.fileExtension)\n", "\(run.errors)")
        let path = "\(out)/x.\(container.fileExtension)"
        let duration = Double(probe(path, "format=duration").split(separator: "=").last?.dropLast() ?? "") ?? 0
        #expect(abs(duration - 3.5) < 0.1, "\(duration)")
        if container.isLossless { #expect(try SegmentReader.frames(path).count == 168_000) }
        guard [.wav, .flac, .ogg, .opus, .mp3].contains(container) else { return }
        let tags = probe(path, "format_tags=title,artist:stream_tags=title,artist")
        #expect(tags.contains("title=A = B; #c") && tags.contains("artist=Asha"), "\(tags)")
        let chapters = probe(path, "chapter=start_time").split(separator: "\n").compactMap { Double($0.dropFirst(11)) }
        #expect(Array(chapters.suffix(2)) == [0.25, 2], "\(chapters)")
        // The exported file is imported again.
        #expect(try dicta("import", path, "--name", "back").code == 0)
        let back = try Library(folder: library).readRecording("back")
        #expect(back.markers.map(\.name) == ["first; thing", "second"] && back.artist == "Asha")
        #expect(back.markers.map { $0.frame * 48_000 / Int64(back.rate) } == [12_000, 96_000])
    }

    @Test("AAC through ffmpeg: read back, with chapters; rate, pitch, part and sample rate are obeyed")
    func converted() throws {
        _ = try record()
        let run = try dicta("export", "talk", "--to", "\(out)/a.m4a", "--bitrate", "128", "--json")
        #expect(run.code == 0, "\(run.errors)")
        #expect(probe("\(out)/a.m4a", "stream=codec_name").contains("aac"))
        #expect(probe("\(out)/a.m4a", "format_tags=title").contains("A = B; #c"))
        let chapters = probe("\(out)/a.m4a", "chapter=start_time:chapter_tags=title")
        #expect(chapters.contains("start_time=0.250000") && chapters.contains("first; thing"), "\(chapters)")
        #expect(try dicta("import", "\(out)/a.m4a", "--name", "back").code == 0)
        #expect(try Library(folder: library).readRecording("back").markers.map(\.name) == ["first; thing", "second"])
        let slow = try dicta(
            "export", "talk", "--to", "\(out)/slow.wav", "--rate", "0.5", "--pitch", "-200", "--from", "1", "--until", "3",
            "--samplerate", "44100", "--bits", "24")
        #expect(slow.code == 0, "\(slow.errors)")
        let frames = try SegmentReader.frames("\(out)/slow.wav").count
        #expect(abs(frames - 4 * 44_100) <= 2, "\(frames)")
        #expect(try WaveTags(path: "\(out)/slow.wav").markers.map(\.frame) == [88_200])
        let opus = try dicta("export", "talk", "--to", "\(out)/r.opus", "--until", "1")
        #expect(opus.code == 0, "\(opus.errors)")
        _ = try record("low", rate: 44_100)
        #expect(try dicta("export", "low", "--to", "\(out)/low.opus").code == 0, "resampled to what Opus has")
    }

    @Test("AAC goes into a folder with .wav in its name (F9)")
    func aFolderNamedAsAFile() throws {
        _ = try record()
        try File.makeFolders("\(out)/old.wav.files", mode: 0o755)
        let run = try dicta("export", "talk", "--to", "\(out)/old.wav.files/a.m4a")
        #expect(run.code == 0, "\(run.errors)")
        #expect(probe("\(out)/old.wav.files/a.m4a", "stream=codec_name").contains("aac"))
    }

    @Test("AAC beside the recording goes where it goes; it takes its place only when that is asked for and it is whole (R12)")
    func delivered() throws {
        _ = try record()
        let library = try Library(folder: library)
        let run = try dicta("deliver", "talk")
        #expect(run.code == 0 && run.output == "\(library.folder)/talk.m4a\n", "\(run.errors)")
        #expect(try library.readRecording("talk").delivered == "talk.m4a")
        // A cut makes the file one of an earlier edit, until it is undone or the file is made anew.
        func state() throws -> String { Terminal.json(try dicta("info", "talk", "--json").output, "o['delivered_state']") }
        #expect(try state() == "current")
        #expect(try dicta("cut", "talk", "--from", "0s", "--until", "0.1s").code == 0)
        #expect(try state() == "stale")
        #expect(try dicta("info", "talk").output.contains("stale"))
        #expect(try dicta("undo", "talk").code == 0)
        #expect(try state() == "current")
        #expect(Files.exists(library.path(of: "talk~2.wav")))
        let again = try dicta("deliver", "talk", "--bitrate", "64")
        #expect(again.code == 0 && again.output == run.output, "made anew: \(again.errors)")
        #expect(Process.run("/bin/ls", [library.folder]).output == "talk.json\ntalk.m4a\ntalk.wav\ntalk~2.wav\n")
        #expect(Files.exists(library.path(of: "talk.wav")))
        try library.updateRecording("talk") { $0.delivered = "" }
        let foreign = try dicta("deliver", "talk", "--discard")
        #expect(foreign.code == 1 && foreign.errors.contains("is in the way"), "\(foreign.errors)")
        #expect(Files.exists(library.path(of: "talk.wav")), "another's file takes no place")
        try library.updateRecording("talk") { $0.delivered = "talk.m4a" }
        try library.renameRecording("talk", to: "speech")
        #expect(Files.exists(library.path(of: "speech.m4a")) && !Files.exists(library.path(of: "talk.m4a")))
        try library.deleteRecording("speech")
        #expect(!Files.exists(library.path(of: "speech.m4a")))

        let before = try record("memo")
        _ = try dicta("peaks", "memo")
        #expect(try terminal.run("deliver", "memo", "--discard").errors.contains("needs the ffmpeg program"))
        #expect(Files.exists(library.path(of: "memo.wav")), "nothing goes before there is something in its place")
        let discard = try dicta("deliver", "memo", "--discard")
        #expect(discard.code == 0, "\(discard.errors)")
        let names = Process.run("/bin/ls", [library.folder]).output
        #expect(names == "memo.json\nmemo.m4a\n", "\(names)")
        let after = try library.readRecording("memo")
        #expect(after.timeline.length == before.timeline.length && after.markers == before.markers)
        #expect(probe(library.path(of: "memo.m4a"), "stream=codec_name").contains("aac"))
        let list = try dicta("ls", "--json").output
        #expect(Terminal.json(list, "o['items'][0]['name'], o['items'][0]['seconds'], o['problems']") == "memo 3.5 0")
        #expect(
            Terminal.json(try dicta("info", "memo", "--json").output, "o['container'], o['frames'], len(o['items'])")
                == "m4a 168000 2")
        #expect(try dicta("verify", "--deep").code == 0)
        #expect(try dicta("recover", "--json").output.contains("\"items\":[]"))
        let twice = try dicta("deliver", "memo", "--discard")
        #expect(twice.code == 0 && twice.output == "\(library.folder)/memo.m4a\n", "nothing to do: \(twice.errors)")
        try library.deleteRecording("memo")
        #expect(Process.run("/bin/ls", [library.folder]).output.isEmpty)
    }

    @Test("of a recording that is only AAC any file can be made, verify hears all of it, and damage is noticed (R12 F8 F9)")
    func onlyAAC() throws {
        let before = try record("memo")
        try #require(try dicta("export", "memo", "--to", "\(out)/before.wav").code == 0)
        try #require(try dicta("deliver", "memo", "--discard", "--bitrate", "256").code == 0)
        let library = try Library(folder: library)
        let path = library.path(of: "memo.m4a")
        for kind in ["wav", "flac", "ogg", "m4a"] {
            let run = try dicta("export", "memo", "--to", "\(out)/memo.\(kind)", "--json")
            #expect(run.code == 0, "\(kind): \(run.errors)")
            #expect(Terminal.json(run.output, "o['seconds'], o['markers']") == "3.5 2", "\(kind): \(run.output)")
        }
        // The waveform, which is only a cache, is drawn again from the AAC: near the one of the take.
        let drawn = try dicta("peaks", "memo", "--columns", "10", "--json")
        #expect(Process.run("/bin/rm", ["-r", "\(library.folder)/.peaks"]).code == 0)
        let again = try dicta("peaks", "memo", "--columns", "10", "--json")
        let loudness = "' '.join(str(round(20 * c['left_rms'])) for c in o['items'])"
        #expect(again.code == 0 && Terminal.json(again.output, "o['drawn']") == "1", "\(again.errors)")
        #expect(Terminal.json(again.output, loudness) == Terminal.json(drawn.output, loudness))
        // The sound is at its place, with everything but the losses of AAC.
        let (got, wanted) = (try SegmentReader.frames("\(out)/memo.wav"), try SegmentReader.frames("\(out)/before.wav"))
        try #require(got.count == wanted.count && Int64(got.count) == before.timeline.length)
        let rest = zip(got, wanted).dropFirst(2_000).dropLast(2_000).reduce(Float(0)) {
            $0 + ($1.0.x - $1.1.x) * ($1.0.x - $1.1.x)
        }
        let power = wanted.dropFirst(2_000).dropLast(2_000).reduce(Float(0)) { $0 + $1.x * $1.x }
        #expect(rest < 0.01 * power, "\(rest) of \(power)")
        // A cut is a timeline over the m4a, as over any other file.
        #expect(try dicta("cut", "memo", "--from", "1", "--until", "2").code == 0)
        #expect(try dicta("export", "memo", "--to", "\(out)/cut.wav").code == 0)
        let short = try SegmentReader.frames("\(out)/cut.wav")
        #expect(
            short.count == got.count - 48_000 && short[..<40_000] == got[..<40_000] && short.suffix(70_000) == got.suffix(70_000))
        let edited = try dicta("deliver", "memo")
        #expect(edited.code == 1 && edited.errors.contains("is in the way"), "\(edited.errors)")
        #expect(try dicta("undo", "memo").code == 0)

        #expect(try dicta("verify", "memo", "--deep").code == 0)
        let alone = try terminal.run("verify", "memo", "--deep")
        #expect(alone.code == 1 && alone.output.contains("ffmpeg"), "what cannot be heard is not called good")
        // The sidecar claims more frames than the file has, and the audio breaks off while the length in bytes is right.
        try library.updateRecording("memo") { $0.segments[0].frames += 4_800 }
        let long = try dicta("verify", "memo", "--deep")
        #expect(
            long.code == 1 && long.output.contains("decoded, is ") && long.output.contains("shorter than what was recorded"),
            "\(long.output)")
        #expect(try dicta("verify", "memo").code == 0, "only deep hears it")
        try library.updateRecording("memo") { $0.segments[0].frames -= 4_800 }
        let size = Int(sizeOf(path))
        let holed = Process.run(
            "/bin/dd", ["if=/dev/urandom", "of=\(path)", "bs=1", "count=4000", "seek=\(size / 2)", "conv=notrunc"])
        #expect(holed.code == 0 && sizeOf(path) == size)
        let damaged = try dicta("verify", "memo", "--deep")
        #expect(damaged.code == 1 && damaged.output.contains("memo.m4a"), "\(damaged.output) \(damaged.errors)")
    }

    private func sizeOf(_ path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : -1
    }

    @Test(
        "who it is by can be searched for, is listed, and goes out with a CAF and Apple Lossless (F2 F9)",
        arguments: [AudioFormat.Container.caf, .alac])
    func artist(_ container: AudioFormat.Container) throws {
        _ = try record()
        let found = try dicta("search", "ash", "--json")
        #expect(Terminal.json(found.output, "[i['name'] + i['artist'] for i in o['items']]") == "['talkAsha']", "\(found.output)")
        try Library(folder: library).updateRecording("talk") { $0.note = "said slowly" }
        let path = "\(out)/x.caf"
        let run = try dicta("export", "talk", "--to", path, "--format", container.rawValue, "--json")
        #expect(Terminal.json(run.output, "o['tagged'], o['markers']") == "True 0", "\(run.output) \(run.errors)")
        let tags = probe(path, "format_tags")
        for tag in ["title=A = B; #c", "artist=Asha", "date=2026-01-02", "comment=said slowly"] {
            #expect(tags.contains(tag), "\(tags)")
        }
        #expect(try SegmentReader.frames(path).count == 168_000)
        #expect(Process.run("/usr/bin/sndfile-info", [path]).output.contains("Frames      : 168000"))
        #expect(try Recovery.mend(path).isChanged == false)
        #expect(try dicta("import", path, "--name", "back").code == 0)
        let back = try Library(folder: library).readRecording("back")
        #expect(back.title == "A = B; #c" && back.artist == "Asha" && back.note == "said slowly")
    }

    @Test("dicta clean gives room back, and says how much; also of all recordings (F3)")
    func cleaned() throws {
        _ = try record()
        let library = try Library(folder: library)
        let none = try dicta("clean", "--json")
        #expect(Terminal.json(none.output, "o['files'], o['bytes'], o['items']") == "0 0 []", "\(none.output) \(none.errors)")
        try library.updateRecording("talk") { $0.edits.delete(72_000..<168_000) }
        let all = try dicta("clean", "--forget")
        #expect(all.code != 0 && all.errors.contains("name the recordings"), "\(all.errors)")
        let run = try dicta("clean", "talk", "--forget", "--json")
        #expect(
            Terminal.json(run.output, "o['files'], o['bytes'] > 384000, o['items'][0]['file']") == "1 True talk~2.wav",
            "\(run.output)")
        #expect(Process.run("/bin/ls", [library.folder]).output == "talk.json\ntalk.wav\n")
        #expect(try dicta("undo", "talk").code != 0)
        #expect(Terminal.json(try dicta("info", "talk", "--json").output, "o['frames'], o['segments']") == "72000 1")
        #expect(
            try dicta("export", "talk", "--to", "\(out)/all.wav").code == 0
                && SegmentReader.frames("\(out)/all.wav").count == 72_000)
    }

    @Test("several go into a folder; what is there stays; refusals come before any work; nothing hidden is left")
    func refusals() throws {
        for name in ["one", "two"] { _ = try record(name, frames: 10_000) }
        #expect(try dicta("export", "*", "--to", out, "--format", "flac").code == 0)
        #expect(Files.exists("\(out)/one.flac") && Files.exists("\(out)/two.flac"))
        let there = try dicta("export", "one", "--to", "\(out)/one.flac")
        #expect(there.code == 1 && there.errors.contains("exists already"))
        #expect(try dicta("export", "*", "--to", "\(out)/x.wav").errors.contains("must be a folder"))
        #expect(
            try dicta("export", "one", "--to", out, "--format", "flac", "--bits", "float").errors.contains(
                "flac cannot hold"))
        #expect(try dicta("export", "one", "--to", "/none/such/x.wav").code == 1)
        // Dicta's own files: second copies, waveforms, the lock. A link to the library is the library.
        try #require(unsafe symlink(library, "\(out)/link") == 0)
        for place in ["\(library)/.sidecars/z.wav", "\(library)/.sidecars/", "\(library)/.dicta-lock", "\(out)/link/.x.wav"] {
            let own = try dicta("export", "one", "--to", place)
            #expect(own.code == 2 && own.errors.contains("hidden files in the library"), "\(place): \(own)")
        }
        try Library(folder: library).updateTranscript(of: "two") { transcript, _ in
            transcript["two.wav"].lines = [Line([Word("waves", start: 100, end: 200)])]
        }
        let words = try dicta("transcript", "two", "--to", "\(library)/words.json")
        #expect(words.code == 2 && words.errors.contains("describes a recording"), "\(words)")
        #expect(!Files.exists("\(library)/words.json") && !Files.exists("\(library)/.dicta-lock.wav"))
        #expect(try dicta("export", "nothing", "--to", out).code == 1)
        let none = try terminal.run("export", "one", "--to", "\(out)/one.m4a")
        #expect(none.code == 1 && none.errors.contains("needs the ffmpeg program"))
        let bare = try terminal.run("export", "one", "--to", "\(out)/bare.flac", "--json")
        #expect(Terminal.json(bare.output, "o['markers'], o['tagged']") == "0 False", "whole, and only says less of itself")
        let list = Process.run("/usr/bin/find", [out, "-name", ".*", "-type", "f"]).output
        #expect(list.isEmpty, "\(list)")
        #expect(try dicta("recover", "--json").output.contains("\"items\":[]"))
    }
}
