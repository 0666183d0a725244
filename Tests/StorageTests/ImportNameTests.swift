// Tests of the names that imported files get.
import Dictation
import TestSupport
import Testing

@testable import Storage

@Suite("Any file name becomes a name of the library (F9, issue 14 no. 18)")
struct ImportNameTests {
    private func bring(_ shelf: TestLibrary, _ path: String) throws -> Recording {
        let job = try ImportJob(shelf.library, path, .init())
        while try !job.step() {}
        return try #require(job.recording)
    }

    /// Makes a short WAV with this file name.
    private func make(_ shelf: TestLibrary, _ file: String) throws -> String {
        let path = shelf.scratch.file(file)
        let writer = try SegmentWriter(path: path, format: try AudioFormat(rate: 48_000))
        try writer.write(all: Signal.counter(480, .pcm24))
        _ = try writer.close()
        return path
    }

    @Test("control characters, leading dots, blanks at the ends, and nothing at all")
    func signs() throws {
        for (text, name) in [
            ("talk", "talk"), ("a b", "a b"), (" talk ", "talk"), ("talk\u{a0}\u{2003}", "talk"), (".hidden", "_hidden"),
            ("..", "__"), (" .x", "_x"), ("a\nb\tc\u{7}\u{1b}[2J", "a_b_c__[2J"), ("a\r\nb", "a__b"), ("\u{85}x", "_x"),
            ("x\u{fffd}y", "x_y"), ("a/b", "a_b"), ("", "imported"), ("  ", "imported"), ("Ünï — 録音 🎙️", "Ünï — 録音 🎙️"),
            ("2026.diary", "2026_diary"), ("talk.transcript", "talk_transcript"), ("diary", "diary"),
            ("what?", "what_"), ("***", "___"),
        ] {
            #expect(Library.legalName(from: text) == name, "\(text.debugDescription)")
        }
    }

    @Test("a long name ends between two characters as people see them")
    func length() throws {
        let family = "👨‍👩‍👧‍👦"
        #expect(Library.legalName(from: String(repeating: "a", count: 300)) == String(repeating: "a", count: 200))
        // 25 bytes each: eight of them are 200.
        #expect(Library.legalName(from: String(repeating: family, count: 20)) == String(repeating: family, count: 8))
        let near = String(repeating: "a", count: 199)
        #expect(Library.legalName(from: near + "é") == near)
        #expect(Library.legalName(from: near + "e\u{301}") == near)
        // A blank at the new end goes as well.
        #expect(Library.legalName(from: near + " b") == near)
        #expect(Library.legalName(from: "x" + String(repeating: "\u{301}", count: 200)) == "imported")
        var dice = Dice()
        let parts = ["a", ".", " ", "\n", "é", family, "\u{301}", "\u{fffd}"]
        for _ in 0..<500 {
            let text = (0..<dice.next(below: 120)).map { _ in parts[dice.next(below: parts.count)] }.joined()
            let name = Library.legalName(from: text)
            #expect(throws: Never.self) { try Library.checkNewName(name) }
            #expect(Library.legalName(from: name) == name, "\(text.debugDescription)")
        }
    }

    @Test("a name that is not UTF-8 is read as the terminal and a listing show it; only a copy can be made of it")
    func otherBytes() throws {
        let shelf = try TestLibrary()
        let folder = shelf.scratch.file("odd")
        let made = shell(
            "mkdir '\(folder)' && cd '\(folder)' && sox -n -r 44100 -c 1 x.wav synth 0.5 sine 440"
                + " && cp x.wav $(printf 'caf\\351.wav') && sox x.wav y.flac && mkdir $(printf 'd\\377')"
                + " && ffmpeg -nostdin -v error -i x.wav -c:a aac $(printf 'm\\374sli.m4a')"
                + " && cp x.wav $(printf 'two\\376.wav') && cp x.wav $(printf 'two\\377.wav') && rm x.wav y.flac")
        try #require(made.code == 0, "\(made.output)")
        let wave = "\(folder)/caf\u{fffd}.wav"
        let copied = try bring(shelf, wave)
        #expect(copied.name == "caf_" && copied.segments[0].file == "caf_.wav" && copied.timeline.length == 22_050)
        let decoded = try bring(shelf, "\(folder)/m\u{fffd}sli.m4a")
        #expect(decoded.name == "m_sli" && decoded.segments[0].file == "m_sli.flac")
        var reference = ImportJob.Options()
        reference.isReference = true
        for (path, options) in [
            (wave, reference), ("\(folder)/two\u{fffd}.wav", ImportJob.Options()), ("\(folder)/none\u{fffd}.wav", .init()),
        ] {
            do throws(StorageError) {
                _ = try ImportJob(shelf.library, path, options)
                Issue.record("\(path) was accepted")
            } catch {
                #expect(error.description.contains(path), "\(error)")
            }
        }
        let found = try ImportFolder(folder, for: shelf.library)
        #expect(found.paths == [wave, "\(folder)/m\u{fffd}sli.m4a"])
        #expect(found.skipped.map(\.path) == ["d", "two", "two"].map { "\(folder)/\($0)\u{fffd}" + ($0 == "d" ? "" : ".wav") })
        #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.verify("caf_", deep: true).isEmpty)
    }

    @Test("such files are imported, each under a name of its own, and play to the last frame")
    func files() throws {
        let shelf = try TestLibrary()
        let long = String(repeating: "ä", count: 120)
        let short = String(repeating: "ä", count: 100)
        for (file, name) in [
            ("\(long)1.wav", short), ("\(long)2.wav", String(repeating: "ä", count: 98) + " (2)"), ("a\nb.wav", "a_b"),
            ("a\tb.wav", "a_b (2)"), (".hidden.wav", "_hidden"), ("end .wav", "end"), ("end.wav", "end (2)"),
        ] {
            let recording = try bring(shelf, try make(shelf, file))
            #expect(recording.name == name)
            #expect(try shelf.library.readRecording(name).timeline.length == 480)
            #expect(try shelf.library.verify(name, deep: true).isEmpty)
        }
    }
}
