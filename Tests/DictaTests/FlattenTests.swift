// Tests of `dicta flatten` with the built program, without an engine.
import Dictation
import Glibc
import Storage
import TestSupport
import Testing
import Words

@Suite("dicta flatten: one file of a whole timeline (F9 R15, issue 14 no. 23)")
struct FlattenTests {
    private let terminal = Terminal()
    private var folder: String { terminal.folder.file("Recordings") }

    /// A recording of two takes whose middle is cut out, with two markers.
    private func record(
        _ format: AudioFormat, as name: String = "talk", rates: [Int] = [], frames: Int = 48_000
    ) throws -> (Library, Recording) {
        let library = try Library(folder: folder)
        try library.keepTwoTakes(name, format, rates: rates, frames: frames) { segment in
            segment.peaks = Array([0.25, 0.125].prefix(segment.channels))
            segment.xruns = 2
            segment.joints = [.init(position: Int64(frames) - 100, paused: 7)]
        }
        let recording = try library.updateRecording(name) { recording in
            recording.edits.delete(Int64(frames / 4)..<Int64(frames / 2))
            recording.edits.arrangement.add(Marker(frame: Int64(frames / 8), name: "first"))
            recording.edits.arrangement.add(Marker(frame: Int64(frames), name: "second"))
        }
        return (library, recording)
    }

    private func dicta(_ words: String...) throws -> Finished { try terminal.run(words, path: "/usr/bin:/bin") }

    /// All that is heard of a recording, as floats.
    private func heard(_ name: String = "talk") throws -> [SIMD2<Float>] {
        let path = terminal.folder.file("heard.wav")
        _ = Files.remove(path)
        try #require(try dicta("export", name, "--to", path, "--bits", "float").code == 0)
        return try SegmentReader.frames(path)
    }

    private func names() -> [String] {
        Process.run("/bin/ls", [folder]).output.split(separator: "\n").map(String.init)
    }

    @Test("what is heard is the same to the bit; undo brings the edits back, and later markers stay")
    func floats() throws {
        let (library, before) = try record(try AudioFormat(rate: 48_000))
        let sound = try heard()
        let run = try dicta("flatten", "talk", "--json")
        #expect(run.code == 0 && run.errors.isEmpty, "\(run)")
        #expect(Terminal.json(run.output, "o['flattened'], o['path'], o['seconds']") == "True \(folder)/talk~3.wav 1.75")
        #expect(try heard() == sound)
        let after = try library.readRecording("talk")
        #expect(after.timeline == Timeline([Span(segment: "talk~3.wav", length: 84_000)]) && after.markers == before.markers)
        let segment = try #require(after.segment("talk~3.wav"))
        #expect(segment.encoding == "float" && segment.xruns == 4 && segment.created == "2026-01-02T03:04:05Z")
        #expect(segment.joints == [.init(position: 35_900, paused: 7), .init(position: 83_900, paused: 7)])
        #expect(library.peakState(of: segment) == .ready)
        let highest = sound.reduce(SIMD2<Float>.zero) { pointwiseMax($0, pointwiseMax($1, -$1)) }
        #expect(segment.peaks == [highest.x, highest.y] && library.heardPeaks(of: after) == segment.peaks)
        #expect(try dicta("verify", "--deep").code == 0)
        // The recording's other files stay for undo.
        #expect(names() == ["talk.json", "talk.wav", "talk~2.wav", "talk~3.wav"])
        #expect(try dicta("clean").output.contains("talk~") == false)
        try library.updateRecording("talk") { $0.edits.arrangement.add(Marker(frame: 7, name: "late")) }
        let undone = try dicta("undo", "talk", "--json")
        #expect(Terminal.json(undone.output, "o['undone'], o['duration_frames']") == "flatten 84000")
        #expect(try library.readRecording("talk").timeline == before.timeline)
        #expect(try library.readRecording("talk").markers.map(\.name) == ["late", "first", "second"])
        #expect(try heard() == sound)
        #expect(Terminal.json(try dicta("redo", "talk", "--json").output, "o['redone']") == "flatten")
        #expect(try library.readRecording("talk").markers.map(\.name) == ["late", "first", "second"])
        // Earlier edits are undone behind it.
        #expect(try dicta("undo", "talk").code == 0)
        #expect(Terminal.json(try dicta("undo", "talk", "--json").output, "o['undone'], o['duration_frames']") == "cut 96000")
    }

    /// The files are damaged, which only a check of them finds, and that comes before the rendering.
    @Test("words that would not fit are told before a file is looked at (W1)")
    func longTranscript() throws {
        let (library, _) = try record(try AudioFormat(rate: 48_000))
        try library.updateTranscript(of: "talk") { transcript, recording in
            var line = Line(text: "hello there", in: 10..<90)
            line.alternatives = [String(repeating: "x", count: 33 << 20)]
            transcript[recording.segments[0].file].hear(0..<100, [line])
        }
        try #require(terminal.folder.write("RIFF", to: "Recordings/talk.wav"))
        let plain = try dicta("flatten", "talk")
        #expect(plain.code != 0 && plain.errors.contains("would exceed 64 MiB"), "\(plain)")
        let forgetting = try dicta("flatten", "talk", "--forget", "--yes")
        #expect(forgetting.code != 0 && !forgetting.errors.contains("64 MiB"), "\(forgetting)")
    }

    @Test(
        "takes of 16 bits stay such in every lossless format, exact outside the joints",
        // `StorageTests` write and read each of them: one is enough for a short run.
        arguments: ["wav", "flac", "caf", "w64"].few)
    func bits(kind: String) throws {
        let container = try AudioFormat.Container(word: kind)
        let (library, before) = try record(try AudioFormat(container: container, encoding: .pcm16, rate: 44_100, channels: 1))
        let sound = try heard()
        #expect(try dicta("flatten", "talk").output == "\(folder)/talk~3.\(kind)\n")
        let after = try heard()
        try #require(after.count == sound.count)
        let wrong = after.indices.filter { after[$0] != sound[$0] }
        // A joint is mixed, and rounded to the nearest step.
        let joints = [12_000, 36_000]
        #expect(wrong.allSatisfy { place in joints.contains { abs($0 - place) < 500 } })
        #expect(wrong.allSatisfy { abs(after[$0].x - sound[$0].x) <= 0.5 / 32_768 })
        let segment = try #require(try library.readRecording("talk").segment("talk~3.\(kind)"))
        #expect(segment.encoding == "pcm16" && segment.channels == 1 && segment.container == kind)
        #expect(try dicta("verify", "--deep").code == 0)
        #expect(try library.readRecording("talk").markers == before.markers)
    }

    @Test("where the format would lose something, the file is WAV of floats: lossy takes, and takes of two rates")
    func lossy() throws {
        let (library, _) = try record(try AudioFormat(container: .ogg, rate: 48_000))
        let sound = try heard()
        #expect(try dicta("flatten", "talk").output == "\(folder)/talk~3.wav\n")
        #expect(try heard() == sound)
        #expect(try library.readRecording("talk").segment("talk~3.wav")?.encoding == "float")
        let (_, two) = try record(try AudioFormat(encoding: .pcm16, rate: 48_000), as: "two", rates: [48_000, 44_100])
        let mixed = try heard("two")
        #expect(try dicta("flatten", "two", "--forget").code == 0)
        let flat = try library.readRecording("two")
        #expect(flat.rate == 48_000 && flat.timeline.length == two.timeline.length && flat.segments[0].encoding == "float")
        #expect(try heard("two") == mixed)
    }

    @Test("--forget leaves one file under the recording's name, and says the bytes that are free")
    func forgets() throws {
        let (library, before) = try record(try AudioFormat(rate: 48_000))
        let sound = try heard()
        let bytes = before.bytes
        let run = try dicta("flatten", "talk", "--forget", "--json")
        #expect(run.code == 0)
        #expect(Terminal.json(run.output, "o['freed_bytes'], o['path']") == "\(bytes) \(folder)/talk.wav")
        #expect(names() == ["talk.json", "talk.wav"])
        #expect(try heard() == sound)
        let after = try library.readRecording("talk")
        #expect(after.segments.map(\.file) == ["talk.wav"] && after.markers == before.markers)
        #expect(library.peakState(of: after.segments[0]) == .ready)
        #expect(try dicta("undo", "talk").errors.contains("there is nothing to undo"))
        #expect(try dicta("verify", "--deep").code == 0 && library.recoverLeftovers().isEmpty)
        #expect(try library.find("talk").path == "\(folder)/talk.wav")
    }

    @Test("--forget after an earlier flatten frees as well; a recording of one file stays as it is, and that is said")
    func forgetsLater() throws {
        let (library, before) = try record(try AudioFormat(rate: 48_000))
        let sound = try heard()
        let first = try dicta("flatten", "talk")
        #expect(
            first.errors == "talk is one file now; 'dicta undo talk' brings the edits back, and 'dicta flatten talk --forget'"
                + " gives them up and frees \(ByteSize(before.bytes))\n", "\(first.errors)")
        let again = try dicta("flatten", "talk")
        #expect(again.code == 0 && again.output == "\(folder)/talk~3.wav\n", "\(again)")
        #expect(again.errors == "talk is one file already; nothing was changed\n")
        #expect(try library.readRecording("talk").edits.undoable.count == 3)
        let last = try dicta("flatten", "talk", "--forget")
        #expect(last.errors.contains(" KiB\n") && !last.errors.contains(" bytes"), "\(last.errors)")
        #expect(last.errors == "talk is one file now; files deleted: 2, room freed: \(ByteSize(before.bytes))\n")
        #expect(last.output == "\(folder)/talk.wav\n" && names() == ["talk.json", "talk.wav"])
        #expect(try heard() == sound && library.readRecording("talk").markers == before.markers)
        #expect(library.peakState(of: try library.readRecording("talk").segments[0]) == .ready)
        #expect(try dicta("flatten", "talk", "--forget").errors == "talk is one file, and nothing else could be freed\n")
        #expect(try dicta("verify", "--deep").code == 0)
    }

    @Test(
        "--forget after a flatten deletes nothing when the one file is gone, cut short or no audio",
        // Gone, cut in its sound, no audio at all, and a header alone.
        arguments: ["rm talk~3.wav", "truncate -s 100000 talk~3.wav", "echo garbage > talk~3.wav", "truncate -s 44 talk~3.wav"])
    func damagedKept(damage: String) throws {
        let (_, before) = try record(try AudioFormat(rate: 48_000))
        #expect(try dicta("flatten", "talk").code == 0)
        #expect(Process.run("/bin/sh", ["-c", "cd '\(folder)' && \(damage)"]).code == 0)
        let files = names()
        let run = try dicta("flatten", "talk", "--forget")
        #expect(run.code != 0 && run.errors.contains("talk was left as it is, since its sound is not whole: "), "\(run)")
        #expect(run.errors.contains("talk~3.wav"), "\(run)")
        #expect(names() == files)
        // The takes are still there for undo.
        #expect(try dicta("undo", "talk").code == 0)
        #expect(try heard().count == Int(before.timeline.length))
    }

    @Test("a file that lost a part is not made the whole timeline", arguments: [false, true])
    func damagedSource(isForgetting: Bool) throws {
        let (library, before) = try record(try AudioFormat(rate: 48_000))
        #expect(Process.run("/usr/bin/truncate", ["-s", "200000", "\(folder)/talk~2.wav"]).code == 0)
        let run = try dicta("flatten", "talk", isForgetting ? "--forget" : "--json")
        #expect(run.code != 0, "\(run)")
        #expect((run.errors + run.output).contains("its sound is not whole: talk~2.wav has 200000 bytes"), "\(run)")
        #expect(names() == ["talk.json", "talk.wav", "talk~2.wav"])
        #expect(try library.readRecording("talk") == before)
        // A damaged file that is not heard is in nobody's way.
        try library.updateRecording("talk") { $0.edits.delete(36_000..<84_000) }
        #expect(try dicta("flatten", "talk", "--forget").code == 0)
        #expect(names() == ["talk.json", "talk.wav"])
    }

    @Test(
        "deliver --discard and clean --forget delete nothing either while a file that is heard is damaged",
        arguments: [["deliver", "talk", "--discard"], ["clean", "talk", "--forget"]])
    func damagedElsewhere(words: [String]) throws {
        _ = try record(try AudioFormat(rate: 48_000))
        #expect(try dicta("flatten", "talk").code == 0)
        #expect(Process.run("/usr/bin/truncate", ["-s", "100000", "\(folder)/talk~3.wav"]).code == 0)
        let files = names()
        let run = try terminal.run(words, path: "/usr/bin:/bin")
        #expect(run.code != 0 && run.errors.contains("its sound is not whole: talk~3.wav has 100000 bytes"), "\(run)")
        #expect(names() == files)
    }

    @Test(
        "sound that is missing at the end of a file is told with each file that is made of it, and with its figures",
        arguments: [
            "export talk --to OUT", "export talk --to OUT --loudness -16", "render talk", "deliver talk", "copy talk",
            "analyse talk",
        ])
    func missingSound(line: String) throws {
        _ = try record(try AudioFormat(rate: 48_000))
        #expect(Process.run("/usr/bin/truncate", ["-s", "200000", "\(folder)/talk~2.wav"]).code == 0)
        let words = line.split(separator: " ").map { $0 == "OUT" ? terminal.folder.file("out.wav") : String($0) }
        let run = try terminal.run(words, path: "/usr/bin:/bin")
        #expect(run.code == 0, "\(run)")
        #expect(run.errors.contains(" may be missing: talk"), "\(run)")
        #expect(run.errors.contains(" shorter than what was recorded; see 'dicta verify "), "\(run)")
        // The first take is whole.
        let first = try dicta("export", "talk", "--to", terminal.folder.file("first.wav"), "--until", "0.5s")
        #expect(first.code == 0 && !first.errors.contains("may be missing"), "\(first)")
    }

    @Test("a file that cannot be read since its end is missing is refused as damaged")
    func missingUnread() throws {
        _ = try record(try AudioFormat(container: .flac, encoding: .pcm16, rate: 48_000))
        #expect(Process.run("/usr/bin/truncate", ["-s", "20000", "\(folder)/talk~2.flac"]).code == 0)
        let run = try dicta("export", "talk", "--to", terminal.folder.file("out.wav"))
        #expect(run.code != 0 && run.errors.contains("its sound is not whole: talk~2.flac "), "\(run)")
    }

    @Test("damage inside a file is found before the other files go")
    func damagedInside() throws {
        let (_, _) = try record(try AudioFormat(container: .flac, encoding: .pcm16, rate: 48_000))
        #expect(try dicta("flatten", "talk").code == 0)
        let damage = "printf '%0400d' 7 | dd of='\(folder)/talk~3.flac' bs=1 seek=60000 conv=notrunc status=none"
        #expect(Process.run("/bin/sh", ["-c", damage]).code == 0)
        let files = names()
        let run = try dicta("flatten", "talk", "--forget")
        #expect(run.code != 0 && run.errors.contains("its sound is not whole: "), "\(run)")
        #expect(names() == files)
    }

    @Test(
        "a file elsewhere whose tags another program has edited is accepted by dicta recover; one that is missing is left alone")
    func editedReference() throws {
        let (library, before) = try record(try AudioFormat(container: .flac, encoding: .pcm16, rate: 48_000))
        let file = terminal.folder.file("song.flac")
        try #require(Process.run("/bin/cp", ["\(folder)/talk.flac", file]).code == 0)
        try #require(try dicta("import", file, "--reference").code == 0)
        let words = ["-v", "error", "-y", "-i", "\(folder)/talk.flac", "-c", "copy", "-metadata", "title=A long title", file]
        try #require(Process.run("/usr/bin/ffmpeg", words).code == 0)
        let run = try dicta("flatten", "song", "--forget")
        #expect(run.code != 0 && run.errors.contains("or accept it as it is with 'dicta recover'"), "\(run)")
        #expect(try dicta("recover").output.contains("has changed: it is now"))
        #expect(try library.readRecording("song").segments[0].bytes != before.segments[0].bytes)
        #expect(try dicta("flatten", "song", "--forget").code == 0)
        _ = Files.remove(file)
        #expect(try dicta("recover").output.contains("song") == false)
    }

    @Test("a file whose tags another program has edited is refused until dicta recover accepts it")
    func editedTags() throws {
        let (library, before) = try record(try AudioFormat(container: .flac, encoding: .pcm16, rate: 48_000))
        let file = "\(folder)/talk~2.flac"
        let words = ["-v", "error", "-i", file, "-c", "copy", "-metadata", "title=A long title", "\(folder)/new.flac"]
        try #require(Process.run("/usr/bin/ffmpeg", words).code == 0)
        try #require(Process.run("/bin/mv", ["\(folder)/new.flac", file]).code == 0)
        let run = try dicta("flatten", "talk", "--forget")
        #expect(run.code != 0 && run.errors.contains("or accept it as it is with 'dicta recover'"), "\(run)")
        #expect(try dicta("recover").code == 0)
        #expect(try library.readRecording("talk").timeline == before.timeline)
        #expect(try dicta("flatten", "talk", "--forget").code == 0)
        #expect(names() == ["talk.flac", "talk.json"])
        #expect(try heard().count == Int(before.timeline.length))
    }

    @Test("--forget says before it renders that the description of another recording cannot be read, and why that matters")
    func unreadOther() throws {
        let (library, before) = try record(try AudioFormat(rate: 48_000))
        try #require(Files.write("{", to: "\(folder)/other.json"))
        // Otherwise this fault would be told.
        #expect(Process.run("/usr/bin/truncate", ["-s", "200000", "\(folder)/talk~2.wav"]).code == 0)
        let run = try dicta("flatten", "talk", "--forget")
        #expect(run.code != 0 && run.errors.contains("no file of talk was deleted, since another recording may need"), "\(run)")
        #expect(run.errors.contains("other.json"))
        #expect(try library.readRecording("talk") == before && names() == ["other.json", "talk.json", "talk.wav", "talk~2.wav"])
    }

    @Test("a file that another recording names stays; the delivered file, with all that was cut, goes")
    func shared() throws {
        let (library, _) = try record(try AudioFormat(rate: 48_000))
        try #require(try dicta("deliver", "talk").code == 0)
        var other = try library.readRecording("talk")
        (other.id, other.name) = (.fresh(), "other")
        other.delivered = ""
        other.segments = other.segments.filter { $0.file == "talk~2.wav" }
        other.edits = EditHistory(Timeline([Span(segment: "talk~2.wav", length: 48_000)]))
        try #require(Files.write(String(decoding: other.printed, as: UTF8.self), to: "\(folder)/other.json"))
        let sizes = Process.run("/bin/sh", ["-c", "cd '\(folder)' && stat -c %s talk.m4a talk.wav"]).output
        let bytes = sizes.split(separator: "\n").reduce(0) { $0 + (Int($1) ?? 0) }
        let run = try dicta("flatten", "talk", "--forget", "--json")
        #expect(run.code == 0 && Terminal.json(run.output, "o['freed_bytes']") == "\(bytes)", "\(run)")
        #expect(names() == ["other.json", "talk.json", "talk.wav", "talk~2.wav"])
        #expect(try heard("other").count == 48_000)
        #expect(try library.readRecording("talk").delivered.isEmpty)
        #expect(try dicta("verify", "--deep").code == 0)
    }

    @Test("a delivery that discards all else leaves a file that another recording names")
    func sharedWithADelivery() throws {
        let (_, before) = try record(try AudioFormat(rate: 48_000))
        var other = before
        (other.id, other.name) = (.fresh(), "other")
        other.segments = other.segments.filter { $0.file == "talk~2.wav" }
        other.edits = EditHistory(Timeline([Span(segment: "talk~2.wav", length: 48_000)]))
        try #require(Files.write(String(decoding: other.printed, as: UTF8.self), to: "\(folder)/other.json"))
        let run = try dicta("deliver", "talk", "--discard")
        #expect(run.code == 0, "\(run)")
        #expect(names() == ["other.json", "talk.json", "talk.m4a", "talk~2.wav"])
        #expect(try heard("other").count == 48_000)
    }

    @Test(
        "killed at any moment it leaves the old timeline or the new one whole, and nothing unfinished (F7)",
        arguments: [false, true])
    func killed(isForgetting: Bool) throws {
        var dice = Dice()
        var flat = 0
        let rounds = QuickRun.isOn ? 5 : 12
        for round in 0..<rounds {
            let (library, before) = try record(try AudioFormat(rate: 48_000), frames: 240_000)
            let sound = try heard()
            let words = ["flatten", "talk"] + (isForgetting ? ["--forget"] : [])
            let process = try #require(
                Process(
                    try Terminal.products() + "/dicta", words, environment: terminal.environment(path: "/usr/bin:/bin")))
            // A debug build needs some 300 ms for all of it.
            usleep(UInt32(dice.next(below: 400_000)))
            #expect(kill(process.pid, SIGKILL) == 0)
            _ = process.finish()
            #expect(try dicta("recover").code == 0)
            let hidden = Process.run("/bin/ls", ["-A", folder]).output.split(separator: "\n").filter { $0.hasPrefix(".") }
            #expect(Set(hidden).isSubset(of: [".dicta-lock", ".peaks", ".sidecars"]), "round \(round): \(hidden)")
            let after = try library.readRecording("talk")
            let isFlat = after.timeline.spans.count == 1
            if isFlat { flat += 1 }
            #expect(isFlat || after == before, "round \(round)")
            let files =
                isFlat ? (isForgetting ? ["talk.wav"] : ["talk.wav", "talk~2.wav", "talk~3.wav"]) : ["talk.wav", "talk~2.wav"]
            #expect(names() == ["talk.json"] + files, "round \(round)")
            #expect(try heard() == sound && dicta("verify", "--deep").code == 0, "round \(round)")
            try library.deleteRecording("talk")
        }
        print("flat after \(flat) of \(rounds) kills")
    }

    @Test("several at once, and a running take refuses")
    func several() throws {
        let (library, _) = try record(try AudioFormat(rate: 48_000))
        _ = try record(try AudioFormat(rate: 48_000), as: "two")
        let run = try dicta("flatten", "t*")
        #expect(run.code == 0 && run.output.contains("talk") && run.output.contains("two"), "\(run)")
        let segment = Segment(file: "talk~4.wav", created: "2026-01-02T03:04:05Z", format: try AudioFormat(rate: 48_000))
        let journal = try TakeJournal(library, JournalEntry(name: "talk", segment: segment))
        let refused = try dicta("flatten", "talk", "--forget")
        #expect(refused.code == 1 && refused.errors.contains("stop the take first"), "\(refused)")
        try journal.end()
    }
}
