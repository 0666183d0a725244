// Tests of the diary form, its files, moves and exports of parts, without an engine (F17).
import Dictation
import Storage
import TestSupport
import Testing
import Words

@Suite("dicta: the diary form and its files (F17)") struct DiaryTests {
    let terminal = Terminal()

    /// A draft of two takes of a second each, with a word in the second.
    private func library() throws -> Library {
        let library = try Library(folder: terminal.folder.file("Recordings"))
        try library.keepTwoTakes("dream", try AudioFormat(rate: 48_000), frames: 48_000)
        try library.updateRecording("dream") { recording in
            recording.state = .draft
            recording.edits.arrangement.add(Marker(frame: 60_000, name: "sea"))
        }
        try library.updateTranscript(of: "dream") { transcript, _ in
            transcript["dream~2.wav"].lines = [Line([Word("waves", start: 10_000, end: 20_000)])]
        }
        return library
    }

    private func diary(_ library: Library, _ name: String = "dream") throws -> String {
        try #require(Files.read(library.path(of: "\(name).diary.json")), "no diary file of \(name)")
    }

    @Test func theFormIsPrintedAndToldInWords() throws {
        let library = try library()
        let form = try terminal.run("describe", "dream", "--as", "diary")
        let wanted = String(decoding: try library.diary(of: "dream").printed, as: UTF8.self)
        #expect(form.code == 0 && form.output == wanted, "\(form)")
        #expect(
            Terminal.json(form.output, "list(o), o['title'], o['transcript'], o['created']")
                == "['id', 'created', 'state', 'title', 'transcript', 'segments'] Untitled waves 2026-01-02T03:04:05Z")
        #expect(
            Terminal.json(form.output, "[(s['filename'], s['duration'], s['order']) for s in o['segments']]")
                == "[('dream.wav', 1.0, 0), ('dream~2.wav', 1.0, 1)]")
        let words = try terminal.run("describe", "dream").output
        #expect(
            words
                == "Untitled\ndraft, begun 2026-01-02T03:04:05Z, 2.0 s in 2 parts\n  1  dream.wav  1.0 s\n  2  dream~2.wav  1.0 s\n"
                + "\nwaves\n", "\(words)")
        let json = try terminal.run("describe", "dream", "--json").output
        #expect(Terminal.json(json, "o['title'], o['transcript'], [i['number'] for i in o['items']]") == "Untitled waves [1, 2]")
        #expect(try terminal.run("describe", "nobody").code == 1)
        #expect(!Files.exists(library.path(of: "dream.diary.json")), "the setting is off")
    }

    /// Each verb that changes a recording keeps its diary file true, and the file is no recording.
    @Test func filesAreKeptAtEachChange() throws {
        let library = try library()
        let set = try terminal.run("set", "diary-files", "on")
        #expect(set.code == 0, "\(set)")
        #expect(try diary(library) == String(decoding: try library.diary(of: "dream").printed, as: UTF8.self), "made for all")
        func check(_ words: String..., name: String = "dream", has text: String) throws {
            let run = try terminal.run(words)
            #expect(run.code == 0, "\(run)")
            let found = try diary(library, name)
            #expect(found == String(decoding: try library.diary(of: name).printed, as: UTF8.self), "\(words)")
            #expect(found.contains(text), "\(words): \(found)")
        }
        try check("note", "dream", "--title", "The sea", has: "\"The sea\"")
        try check("complete", "dream", has: "\"completed\"")
        try check("reopen", "dream", has: "\"draft\"")
        try check("cut", "dream", "--from", "0s", "--until", "0.5s", has: "\"duration\": 0.5")
        try check("undo", "dream", has: "\"duration\": 1.0")
        try check("move", "dream", "--segment", "2", "--before", "1", has: "\"order\": 0")
        #expect(Terminal.json(try diary(library), "[s['filename'] for s in o['segments']]") == "['dream~2.wav', 'dream.wav']")
        try check("rename", "dream", "--to", "sea", name: "sea", has: "\"sea~2.wav\"")
        #expect(!Files.exists(library.path(of: "dream.diary.json")))
        try check("copy", "sea", "--to", "twin", name: "twin", has: "\"twin.wav\"")
        #expect(Terminal.json(try diary(library, "sea"), "o['id'] != '\(try library.readRecording("twin").id)'") == "True")
        // A correction of the transcript by hand.
        try #require(terminal.folder.write("WEBVTT\n\n00:00.100 --> 00:00.400\nquiet waters\n", to: "words.vtt"))
        try check("transcript", "import", "sea", terminal.folder.file("words.vtt"), name: "sea", has: "quiet waters")
        try check("flatten", "sea", name: "sea", has: "\"duration\": 2.0")
        #expect(
            Terminal.json(try terminal.run("ls", "--sort", "name", "--json").output, "[i['name'] for i in o['items']]")
                == "['sea', 'twin']")
        #expect(try terminal.run("verify", "--deep").code == 0)
        #expect(try terminal.run("recover").code == 0)
        #expect(try terminal.run("delete", "twin", "--yes").code == 0)
        #expect(!Files.exists(library.path(of: "twin.diary.json")))
        // Off again: the file stays as it is.
        #expect(try terminal.run("set", "diary-files", "off").code == 0)
        let before = try diary(library, "sea")
        #expect(try terminal.run("note", "sea", "--title", "Other").code == 0)
        #expect(try diary(library, "sea") == before)
        // On again: what was not kept meanwhile is written.
        #expect(try terminal.run("set", "diary-files", "on").code == 0)
        #expect(try diary(library, "sea").contains("Other"))
        // An import of a folder with such files takes none of them for a recording.
        let imported = try terminal.run(
            "import", library.folder, "--recursive", "--library", terminal.folder.file("other"), "--json")
        #expect(Terminal.json(imported.output, "sorted(i['name'] for i in o['items'] if 'name' in i)[0]") == "sea", "\(imported)")
        #expect(!imported.output.contains("sea.diary\""))
    }

    /// The next program finishes a change that was interrupted, and its diary file. One that is old or gone is told and mended.
    @Test func anInterruptedChangeHasItsDiaryFile() throws {
        let library = try library()
        #expect(try terminal.run("set", "diary-files", "on").code == 0)
        #expect(try diary(library).contains("waves"))
        try #require(terminal.folder.write("WEBVTT\n\n00:00.100 --> 00:00.400\nquiet waters\n", to: "words.vtt"))
        let preload = try #require(terminal.folder.preload(Self.killed))
        _ = try terminal.run(
            ["transcript", "import", "dream", terminal.folder.file("words.vtt")], adding: ["LD_PRELOAD": preload])
        #expect(Files.exists(library.path(of: ".dream.intent")), "it was killed in the middle")
        func expectDiary(has text: String) throws {
            let found = try diary(library)
            #expect(found == String(decoding: try library.diary(of: "dream").printed, as: UTF8.self) && found.contains(text))
        }
        #expect(try terminal.run("ls").code == 0 && !Files.exists(library.path(of: ".dream.intent")))
        try expectDiary(has: "quiet waters")
        #expect(try terminal.run("verify", "dream").code == 0)
        for damage in ["{}", nil] {
            let path = library.path(of: "dream.diary.json")
            try #require(damage.map { Files.write($0, to: path) } ?? Files.remove(path))
            let verify = try terminal.run("verify", "dream")
            #expect(verify.code == 1 && verify.output.contains("the diary file of dream is missing"), "\(verify)")
            #expect(try terminal.run("recover").output.contains("its diary file was missing"))
            try expectDiary(has: "quiet waters")
            #expect(try terminal.run("verify", "dream").code == 0)
        }
        // Nobody asks for it: nothing is told and nothing is written.
        #expect(try terminal.run("set", "diary-files", "off").code == 0)
        try #require(Files.remove(library.path(of: "dream.diary.json")))
        #expect(try terminal.run("verify", "dream").code == 0 && terminal.run("recover").code == 0)
        #expect(!Files.exists(library.path(of: "dream.diary.json")))
    }

    /// Ends the program when the new transcript is about to get its name.
    private static let killed = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <signal.h>
        #include <string.h>
        #include <unistd.h>
        int rename(const char *from, const char *to) {
            const char *name = strrchr(to, '/');
            if (name && strcmp(name, "/dream.transcript.json") == 0) kill(getpid(), SIGKILL);
            int (*next)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
            return next(from, to);
        }
        """

    /// A diary file that cannot be written is told; the change itself is done.
    @Test func aFileThatCannotBeWrittenIsTold() throws {
        let library = try library()
        #expect(try terminal.run("set", "diary-files", "on").code == 0)
        // The sidecar of a recording of an older version has the name.
        try #require(terminal.folder.write("{\"schema\": 2, \"name\": \"dream.diary\"}", to: "Recordings/dream.diary.json"))
        let run = try terminal.run("note", "dream", "--title", "New")
        #expect(run.code == 0 && run.errors.contains("dream.diary.json"), "\(run)")
        #expect(try library.readRecording("dream").title == "New")
        // Nor is it told as one that 'recover' would write.
        let verify = try terminal.run("verify", "dream")
        #expect(verify.code == 0, "\(verify)")
        #expect(try diary(library).contains("schema"))
    }

    @Test func aMovedPartTakesItsSoundMarkersAndWordsAlong() throws {
        let library = try library()
        let before = try library.readRecording("dream")
        let run = try terminal.run("move", "dream", "--from", "1s", "--until", "1.5s", "--before", "0.25s")
        #expect(run.code == 0, "\(run)")
        var wanted = before.timeline.part(0..<12_000)
        wanted.append(before.timeline.part(48_000..<72_000))
        wanted.append(before.timeline.part(12_000..<48_000))
        wanted.append(before.timeline.part(72_000..<96_000))
        let after = try library.readRecording("dream")
        #expect(after.timeline == wanted)
        #expect(after.markers.map(\.frame) == [24_000])
        let word = try #require(TimelineText(try library.transcript(of: "dream"), after.timeline).words.first)
        #expect(word.start == 22_000)
        #expect(try terminal.run("undo", "dream").code == 0)
        #expect(try library.readRecording("dream").timeline == before.timeline)
        #expect(try library.readRecording("dream").markers == before.markers)
        #expect(try terminal.run("redo", "dream").code == 0)
        #expect(try library.readRecording("dream").timeline == wanted)
        // Four stretches now: the last one goes to the front, and one more than the last number is the end.
        #expect(try terminal.run("move", "dream", "--segment", "4", "--before", "1").code == 0)
        #expect(try library.readRecording("dream").timeline.stretches.first?.segment == "dream~2.wav")
        #expect(try terminal.run("undo", "dream").code == 0)
        #expect(try terminal.run("move", "dream", "--segment", "1", "--before", "5").code == 0)
        #expect(try library.readRecording("dream").timeline.stretches.last?.segment == "dream.wav")
        for wrong in [
            ["--segment", "9", "--before", "1"], ["--segment", "1", "--before", "2"], ["--segment", "1", "--before", "9"],
            ["--segment", "1", "--before", "1.5s"], ["--before", "1s"], ["--from", "0s", "--until", "1s"],
            ["--from", "0s", "--until", "1s", "--before", "0.5s"], ["--segment", "1", "--from", "0s", "--before", "3"],
        ] {
            let run = try terminal.run(["move", "dream"] + wrong)
            #expect(run.code == 2 && !run.errors.isEmpty, "\(wrong): \(run)")
        }
    }

    @Test func eachPartBecomesAFileWithItsNumber() throws {
        let library = try library()
        try library.updateRecording("dream") { ($0.title, $0.artist) = ("The sea", "Me") }
        let out = terminal.folder.file("out")
        try #require(Files.makeFolder(out))
        let run = try terminal.run(["export", "dream", "--segments", "--to", out + "/", "--json"], path: "/usr/bin:/bin")
        #expect(run.code == 0, "\(run)")
        #expect(
            Terminal.json(run.output, "[(i['number'], i['path'].split('/')[-1], i['seconds'], i['markers']) for i in o['items']]")
                == "[(1, 'dream-1.wav', 1, 0), (2, 'dream-2.wav', 1, 1)]")
        for number in 1...2 {
            let own = try SegmentReader.frames(library.path(of: number == 1 ? "dream.wav" : "dream~2.wav"))
            #expect(try SegmentReader.frames("\(out)/dream-\(number).wav") == own)
            let tags = Process.run(
                "/usr/bin/ffprobe",
                ["-v", "error", "-show_entries", "format_tags", "-of", "compact=p=0", "\(out)/dream-\(number).wav"]
            ).output
            #expect(tags.contains("track=\(number)/2") && tags.contains("title=The sea") && tags.contains("artist=Me"), "\(tags)")
        }
        // Nothing is overwritten, and nothing is begun.
        let again = try terminal.run("export", "dream", "--segments", "--to", out + "/")
        #expect(again.code != 0 && again.errors.contains("dream-1.wav"), "\(again)")
        // Other formats and channels, of a part.
        let coded = try terminal.run(
            ["export", "dream", "--segments", "--to", out, "--format", "m4a", "--voice", "both", "--from", "0.5s"],
            path: "/usr/bin:/bin")
        #expect(coded.code == 0, "\(coded)")
        for name in ["dream-1-left", "dream-1-right", "dream-2-left", "dream-2-right"] {
            let tags = Process.run(
                "/usr/bin/ffprobe",
                ["-v", "error", "-show_entries", "format_tags=track:format=duration", "-of", "compact=p=0", "\(out)/\(name).m4a"]
            ).output
            #expect(tags.contains("track=\(name.contains("-1") ? 1 : 2)/2"), "\(name): \(tags)")
        }
        let file = try terminal.run("export", "dream", "--segments", "--to", terminal.folder.file("x.wav"))
        #expect(file.code == 2 && file.errors.contains("--segments"), "\(file)")
    }
}
