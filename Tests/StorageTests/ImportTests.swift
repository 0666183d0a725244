// Tests of importing files.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Storage

struct ImportTests {
    private func bring(_ shelf: TestLibrary, _ path: String, _ options: ImportJob.Options = .init()) throws -> Recording {
        let job = try ImportJob(shelf.library, path, options)
        while try !job.step() { #expect((0...1).contains(job.fraction)) }
        #expect(job.fraction == 1)
        let recording = try #require(job.recording)
        #expect(try shelf.library.readRecording(job.name) == recording)
        for segment in recording.segments { #expect(shelf.library.peakState(of: segment) == .ready) }
        #expect(try shelf.library.verify(job.name, deep: true).isEmpty)
        #expect(try shelf.library.recoverLeftovers().isEmpty)
        return recording
    }

    private func make(_ shelf: TestLibrary, _ name: String, _ words: String, seconds: Double = 2) throws -> String {
        let path = shelf.scratch.file(name)
        let made = shell(
            "ffmpeg -nostdin -v error -f lavfi -i sine=frequency=440:sample_rate=44100:duration=\(seconds) \(words) '\(path)'")
        try #require(made.code == 0, "\(made.output)")
        return path
    }

    private static let tags =
        "-metadata title='Sun salute' -metadata artist=Asha -metadata date=2024-05-06 -metadata comment=slowly"

    @Test(
        "tags of every kind of file are read, and the audio is the same to the bit",
        arguments: ["wav", "flac", "ogg", "opus", "mp3", "aiff"])
    func tags(kind: String) throws {
        let shelf = try TestLibrary()
        let extra = kind == "aiff" ? "-write_id3v2 1" : ""
        let path = try make(shelf, "lesson one.\(kind)", "\(Self.tags) \(extra)")
        var options = ImportJob.Options()
        options.tags = ["yoga"]
        let recording = try bring(shelf, path, options)
        #expect(recording.name == "lesson one" && recording.tags == ["yoga"])
        #expect(recording.title == "Sun salute")
        #expect(recording.artist == "Asha")
        if kind != "aiff" { #expect(recording.note == "slowly" && recording.created == "2024-05-06T00:00:00Z") }
        #expect(recording.segments.map(\.file) == ["lesson one.\(kind)"])
        #expect(shell("cmp '\(path)' '\(shelf.file("lesson one.\(kind)"))'").code == 0)
        #expect(abs(Double(recording.timeline.length) / Double(recording.rate) - 2) < 0.06)
        // A second import takes the next name.
        #expect(try bring(shelf, path).name == "lesson one (2)")
    }

    @Test("what only ffmpeg reads becomes FLAC, with its tags and chapters")
    func decoded() throws {
        let shelf = try TestLibrary()
        let chapters = try shelf.scratch.write(
            ";FFMETADATA1\ntitle=Talk\nartist=Bo\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=Hello\n"
                + "[CHAPTER]\nTIMEBASE=1/1000\nSTART=500\nEND=3000\ntitle=End\n", to: "chapters.txt")
        let path = try make(shelf, "talk.m4a", "-i '\(chapters)' -map_metadata 1 -map_chapters 1 -c:a aac", seconds: 3)
        let recording = try bring(shelf, path)
        #expect(recording.title == "Talk" && recording.artist == "Bo")
        #expect(recording.markers.map(\.name) == ["Hello", "End"] && recording.markers.map(\.frame) == [0, 22_050])
        #expect(recording.segments[0].file == "talk.flac" && recording.segments[0].encoding == "pcm16")
        #expect(shell("soxi -b '\(shelf.file("talk.flac"))'").output == "16\n")
        #expect(abs(recording.timeline.length - 3 * 44_100) < 2048)
    }

    @Test("the chapter that an export puts before its first marker is no marker (F9)", arguments: ["m4a", "mp3"], ["Talk", ""])
    func firstChapter(kind: String, title: String) throws {
        let shelf = try TestLibrary()
        let chapters = try shelf.scratch.write(
            ";FFMETADATA1\ntitle=\(title)\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=\(title)\n"
                + "[CHAPTER]\nTIMEBASE=1/1000\nSTART=500\nEND=2000\ntitle=End\n", to: "chapters.txt")
        let path = try make(shelf, "talk.\(kind)", "-i '\(chapters)' -map_metadata 1 -map_chapters 1")
        let recording = try bring(shelf, path)
        #expect(recording.title == title && recording.markers.map(\.name) == ["End"])
    }

    @Test("cue points of a WAV become markers; a reference stays where it is and is never deleted")
    func references() throws {
        let shelf = try TestLibrary()
        let path = shelf.scratch.file("far.wav")
        let writer = try SegmentWriter(path: path, format: try AudioFormat(rate: 48_000))
        try writer.write(all: Signal.counter(5_000, .pcm24))
        _ = try writer.close(markers: [Marker(frame: 100, name: "one", note: "n"), Marker(frame: 4_000)])
        var options = ImportJob.Options()
        options.isReference = true
        options.name = "near"
        let recording = try bring(shelf, path, options)
        #expect(recording.segments[0].isReference && recording.segments[0].file.hasSuffix("/far.wav"))
        #expect(recording.markers.map(\.frame) == [100, 4_000] && recording.markers[0].note == "n")
        #expect(shelf.names() == ["near.json"])
        #expect(try shelf.index().page(LibraryQuery()).items.map(\.frames) == [5_000])
        try shelf.library.renameRecording("near", to: "nearer")
        try shelf.library.deleteRecording("nearer")
        #expect(sizeOfFile(path) > 40_000 && shelf.names().isEmpty)
        #expect(shell("ls '\(shelf.file(".peaks"))'").output.isEmpty, "its waveform goes with it")
    }

    @Test("other sound in the place of a referenced file is told, and never taken for it (F18)")
    func replacedReference() throws {
        let shelf = try TestLibrary()
        let path = try make(shelf, "far.wav", "")
        var options = ImportJob.Options()
        options.isReference = true
        let before = try bring(shelf, path, options)
        let right = try make(shelf, "right.wav", "")
        for (name, words, seconds) in [("same.wav", "-af volume=0.5", 2.0), ("longer.wav", "", 3.0), ("shorter.wav", "", 1.0)] {
            let other = try make(shelf, name, words, seconds: seconds)
            #expect(shell("cp '\(other)' '\(path)'").code == 0)
            #expect(try shelf.library.verify("far", deep: true).isEmpty == false, "\(name)")
            let note = try shelf.library.recoverRecording("far")
            #expect(note == nil || note?.action == .left && note?.words.contains("put those back") == true, "\(name)")
            #expect(try shelf.library.readRecording("far") == before, "\(name)")
        }
        #expect(shell("cp '\(right)' '\(path)'").code == 0)
        #expect(try shelf.library.verify("far", deep: true).isEmpty)
        // An earlier version has described the wrong file.
        _ = try shelf.library.updateRecording("far") { recording in
            var wrong = recording.segments[0]
            (wrong.frames, wrong.bytes) = (44_100, 88_278)
            recording.keepLength(of: wrong, at: 0)
        }
        #expect(try shelf.library.recoverRecording("far")?.action == .described)
        #expect(try shelf.library.readRecording("far").timeline == before.timeline)
        #expect(try shelf.library.verify("far", deep: true).isEmpty)
    }

    @Test("refused whole: no audio, no such file, a taken name, a folder; nothing is left behind")
    func refusals() throws {
        let shelf = try TestLibrary()
        try shelf.record("taken")
        let text = try shelf.scratch.write("no audio at all", to: "text.wav")
        let good = try make(shelf, "good.wav", "")
        var named = ImportJob.Options()
        named.name = "taken"
        var reference = ImportJob.Options()
        reference.isReference = true
        for (path, options) in [
            (text, ImportJob.Options()), (text, reference), (shelf.scratch.file("none.wav"), .init()), (good, named),
            (shelf.scratch.path, .init()),
        ] {
            #expect(throws: StorageError.self) {
                let job = try ImportJob(shelf.library, path, options)
                while try !job.step() {}
            }
        }
        #expect(shelf.names(hidden: true).filter { $0 != ".peaks" } == [".dicta-lock", "taken.json", "taken.wav"])
    }

    @Test("given up half way it leaves nothing; a disk without room says so")
    func givenUp() throws {
        let shelf = try TestLibrary()
        let path = shelf.scratch.file("long.wav")
        let writer = try SegmentWriter(path: path, format: try AudioFormat(rate: 48_000))
        try writer.writeSilence(frames: 5_000_000)
        _ = try writer.close()
        var job: ImportJob? = try ImportJob(shelf.library, path, .init())
        #expect(try job?.step() == false)
        job = nil
        #expect(shelf.names(hidden: true).filter { $0 != ".peaks" }.isEmpty)
        #expect(throws: StorageError.reserved(path: shelf.file("long.wav"), reserve: 1 << 60)) {
            let job = try ImportJob(shelf.library, path, .init(), reserve: 1 << 60)
            while try !job.step() {}
        }
    }

    /// Broadcast files and cameras separate the numbers of a date by other characters than ISO 8601. A time without a zone is that of
    /// the machine's clock.
    @Test("the progress grows from the first byte that is compared to the last that is drawn (issue 39 no. 16)")
    func progress() throws {
        let shelf = try TestLibrary()
        let path = try make(shelf, "long.wav", "-ar 48000 -c:a pcm_s16le -ac 2", seconds: 180)
        let job = try ImportJob(shelf.library, path, .init())
        var seen = [job.fraction]
        while try !job.step() { seen.append(job.fraction) }
        #expect(seen == seen.sorted())
        #expect(seen.dropFirst().prefix(2).allSatisfy { $0 > 0 })
    }

    @Test func datesAreReadWithAnySeparators() {
        for date in [
            "2026-11-21 13:05:09", "2026:11:21 13:05:09", "2026-11-21T13-05-09", "2026_11_21 13.05.09", "20261121T130509",
            "2026-11-21 13:05:09.25",
        ] {
            #expect(RecordedDate(date)?.time.local.hasPrefix("2026-11-21T13:05:09") == true, "\(date)")
            #expect(RecordedDate(date)?.hasTime == true)
        }
        for (date, utc) in [
            ("2026-11-21T13:05:09Z", "2026-11-21T13:05:09Z"), ("2026-11-21T13:05:09.000000Z", "2026-11-21T13:05:09Z"),
            ("2026-11-21T13-05-09+02:00", "2026-11-21T11:05:09Z"), ("2026-11-21T13:05:09-0130", "2026-11-21T14:35:09Z"),
            ("2026-11-21 13:05:09 UTC", "2026-11-21T13:05:09Z"),
        ] { #expect(RecordedDate(date)?.time.iso8601 == utc, "\(date)") }
        for date in ["2026:11:21", "2026-11-21", "20261121 "] {
            #expect(RecordedDate(date)?.time.local.hasPrefix("2026-11-21T00:00:00") == true, "\(date)")
            #expect(RecordedDate(date)?.hasTime == false)
        }
        for (date, local) in [
            ("1965-04-03", "1965-04-03T00:00:00"), ("1965-04-03 09:30:15", "1965-04-03T09:30:15"),
            ("1860-04-09", "1860-04-09T00:00:00"), ("1987", "1987-01-01T00:00:00"), ("1987 ", "1987-01-01T00:00:00"),
            ("1987-05", "1987-05-01T00:00:00"), ("1970-01-01", "1970-01-01T00:00:00"), ("1904", "1904-01-01T00:00:00"),
        ] { #expect(RecordedDate(date)?.time.local.hasPrefix(local) == true, "\(date)") }
        for date in [
            "", "1859", "20261", "202611", "2026-13", "2026-13-21", "2026-11-21 25:05:09", "21.11.2026 13:05:09",
            "next week, 2026-11-21", "1904-01-01T00:00:00Z", "1970-01-01 00:00:00", "1970-01-01T00:03:12Z",
            "0000-00-00", "2026-11-21 13", "2026-02-30 10:00:00", "2026-11-21 13:05:09+99:00",
        ] { #expect(RecordedDate(date) == nil, "\(date)") }
    }

    @Test("a date alone is that day; the time of day is that of the file if it was written then")
    func dayOnly() throws {
        var tags = AudioTags()
        tags.date = "2026-11-21"
        let midnight = try #require(RecordedDate("2026-11-21")).time
        let noon = Timestamp(seconds: midnight.seconds + 43_200)
        #expect(tags.beginning(written: noon) == noon)
        #expect(tags.beginning(written: Timestamp(seconds: midnight.seconds - 1)) == midnight)
        for date in ["2026", "2026-11"] {
            tags.date = date
            #expect(tags.beginning(written: noon) == noon)
            let before = Timestamp(seconds: midnight.seconds - 400 * 86_400)
            #expect(tags.beginning(written: before) == RecordedDate(date)?.time)
        }
        tags.recorded = "2026-11-20 23:00:01"
        #expect(tags.beginning(written: noon)?.local.hasPrefix("2026-11-20T23:00:01") == true)
    }
}
