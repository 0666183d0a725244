// Tests of the words of recordings without an engine: import, output, search, corrections (W5, W6, W7).
import Dictation
import Glibc
import Storage
import TestSupport
import Testing
import Words

@Suite("dicta: transcripts without an engine (W5 W6 W7)")
struct TranscriptCommandTests {
    let terminal = Terminal()

    private static let captions = """
        WEBVTT

        00:00.000 --> 00:02.000
        <v Ann>The mayor spoke

        00:02.000 --> 00:04.000
        about the old bridge.

        """

    private func library() throws -> Library {
        let library = try Library(folder: terminal.folder.file("Recordings"))
        let format = try AudioFormat(rate: 48_000)
        let writer = try SegmentWriter(path: library.path(of: "talk.wav"), format: format)
        try writer.writeSilence(frames: 240_000)
        var segment = Segment(file: "talk.wav", created: "2026-01-01T00:00:00Z", format: format)
        segment.bytes = try writer.close()
        segment.frames = 240_000
        try library.keepTake(JournalEntry(name: "talk", segment: segment))
        let file = terminal.folder.file("talk.vtt")
        #expect(Files.write(Self.captions, to: file))
        let read = try terminal.run("transcript", "import", "talk", file)
        #expect(read.code == 0, "\(read)")
        #expect(read.output.contains("7 words"))
        return library
    }

    @Test("an imported text is shown, written in every format, found with its line, and cut with its sound")
    func showsAndFinds() throws {
        let library = try library()
        let shown = try terminal.run("transcript", "talk")
        #expect(shown.code == 0)
        #expect(shown.output.contains("[00:00:00.0] Ann: The mayor spoke\n"), "\(shown)")
        for (format, part) in [
            ("text", "about the old bridge."), ("vtt", "WEBVTT"), ("srt", "00:00:02,000 --> "), ("json", "\"segments\""),
        ] {
            let printed = try terminal.run("transcript", "talk", "--as", format)
            #expect(printed.code == 0 && printed.output.contains(part), "\(format): \(printed)")
        }
        // A stretch has its own words only, at their places in the whole.
        let part = try terminal.run("transcript", "talk", "--from", "1s", "--until", "3s", "--as", "text")
        #expect(part.code == 0 && part.output == "spoke\nabout the\n", "\(part)")
        let last = try terminal.run("transcript", "talk", "--from", "2s")
        #expect(last.code == 0 && last.output.hasPrefix("[00:00:02.0] about the old bridge.\n"), "\(last)")
        #expect(try terminal.run("transcript", "talk", "--from", "4.5s").output == "No word of talk lies in that stretch\n")
        #expect(try terminal.run("transcript", "talk", "--from", "2s", "--until", "1s").code != 0)
        let path = terminal.folder.file("out.srt")
        #expect(try terminal.run("transcript", "talk", "--to", path).output == "\(path)\n")
        let opened = Process.run("/usr/bin/ffmpeg", ["-v", "error", "-i", path, "-f", "webvtt", "-"])
        #expect(opened.code == 0 && opened.output.contains("bridge"), "\(opened)")
        // Nothing is overwritten.
        let again = try terminal.run("transcript", "talk", "--to", path)
        #expect(again.code == 1 && again.errors.contains("out.srt"), "\(again)")
        let found = try terminal.run("search", "bridge", "--json")
        #expect(
            Terminal.json(found.output, "o['items'][0]['name'], o['items'][0]['said'], o['items'][0]['said_seconds']")
                == "talk about the old bridge. 2")
        #expect(
            Terminal.json(
                try terminal.run("transcript", "talk", "--find", "old", "--json").output,
                "len(o['items']), o['items'][0]['words']") == "1 old")
        // The cut takes the words along, and undo brings them back.
        #expect(try terminal.run("cut", "talk", "--from", "0s", "--to", "2s").code == 0)
        #expect(try terminal.run("transcript", "talk", "--as", "text").output == "about the old bridge.\n")
        #expect(Terminal.json(try terminal.run("search", "mayor", "--json").output, "o['total']") == "0")
        #expect(try terminal.run("undo", "talk").code == 0)
        #expect(try terminal.run("transcript", "talk", "--as", "text").output.hasPrefix("The mayor spoke\n"))
        #expect(!Files.exists(terminal.log), "no engine was started")
        _ = library
    }

    private func edit(_ editor: String) throws -> Finished {
        try terminal.run(
            ["transcript", "edit", "talk"], path: "/usr/bin:/bin", adding: ["EDITOR": editor, "VISUAL": editor])
    }

    @Test("an edited text comes back with its times, even if the sound is cut meanwhile")
    func edits() throws {
        let library = try library()
        let editor = terminal.folder.file("editor.sh")
        let program = try Terminal.products() + "/dicta"
        let script = """
            #!/bin/sh
            sed -i 's/mayor/Mayor Miller/; s/old/new/' "$1"
            '\(program)' cut talk --from 0s --to 1s >/dev/null
            """
        #expect(Files.write(script, to: editor))
        #expect(unsafe chmod(editor, 0o755) == 0)
        let before = try library.transcript(of: "talk")["talk.wav"]
        let edited = try edit(editor)
        #expect(edited.code == 0, "\(edited)")
        let after = try library.transcript(of: "talk")["talk.wav"]
        #expect(after.lines.map(\.spoken) == ["The Mayor Miller spoke", "about the new bridge."])
        // Words that stay keep their times and their certainty; changed and new ones are certain.
        #expect(after.lines[1].words.last?.start == before.lines[1].words.last?.start)
        #expect(after.lines[0].words.map(\.confidence) == [nil, 1, 1, nil])
        // The sound of the first second is gone, and so are its words from what is heard; undo brings first the old words back, then
        // the sound, and redo both edits.
        for word in ["words", "cut"] {
            #expect(Terminal.json(try terminal.run("undo", "talk", "--json").output, "o['undone']") == word)
        }
        #expect(try terminal.run("transcript", "talk", "--as", "text").output == "The mayor spoke\nabout the old bridge.\n")
        for _ in 0..<2 { #expect(try terminal.run("redo", "talk").code == 0) }
        #expect(try library.transcript(of: "talk")["talk.wav"] == after)
    }

    @Test("a wrong import, a text written over others, and a recognition once more are undone and redone (F24)")
    func undoesWords() throws {
        let library = try library()
        #expect(
            try terminal.run("transcript", "write", "talk", "--from", "0s", "--until", "2s", "--text", "The Mayor spoke").code
                == 0)
        let corrected = try terminal.run("transcript", "talk", "--as", "text").output
        #expect(corrected == "The Mayor spoke\nabout the old bridge.\n")
        let wrong = terminal.folder.file("wrong.srt")
        #expect(Files.write("1\n00:00:00,000 --> 00:00:04,000\nwords of another talk\n", to: wrong))
        #expect(try terminal.run("transcript", "import", "talk", wrong).code == 0)
        let wrongText = try terminal.run("transcript", "talk", "--as", "text").output
        #expect(wrongText == "words of another talk\n")
        let undone = try terminal.run("undo", "talk")
        #expect(undone.code == 0 && undone.output.contains("words"), "\(undone)")
        #expect(try terminal.run("transcript", "talk", "--as", "text").output == corrected)
        #expect(Terminal.json(try terminal.run("search", "Mayor", "--json").output, "o['total']") == "1")
        #expect(try terminal.run("redo", "talk").code == 0)
        #expect(try terminal.run("transcript", "talk", "--as", "text").output == wrongText)
        // All of it leads back to a recording without words, and no further.
        for _ in 0..<3 { #expect(try terminal.run("undo", "talk").code == 0) }
        let bare = try terminal.run("transcript", "talk", "--as", "text")
        #expect(bare.code == 1 && bare.output.isEmpty && bare.errors.contains("talk has no transcript yet: make one"), "\(bare)")
        let none = try terminal.run("undo", "talk")
        #expect(none.code == 1 && none.errors.contains("nothing to undo"), "\(none)")
        for _ in 0..<2 { #expect(try terminal.run("redo", "talk").code == 0) }
        #expect(try terminal.run("transcript", "talk", "--as", "text").output == corrected)
        _ = library
    }

    @Test("an editor that fails, and an empty text, change nothing, and the text is kept")
    func keepsTheText() throws {
        let library = try library()
        let before = try library.transcript(of: "talk")
        for line in ["false", "truncate -s 0"] {
            let edited = try edit(line)
            #expect(edited.code != 0 && edited.errors.contains("is kept in /"), "\(line): \(edited)")
            #expect(try library.transcript(of: "talk") == before)
        }
    }

    @Test("the answer to an edit counts words and lines, one of each too")
    func countsOne() throws {
        _ = try library()
        #expect(try edit("sed -i s/old/new/").output == "talk: 1 word changed, 0 new, 0 removed in 1 line\n")
        let both = try edit("sed -i 's/mayor/major/; s/bridge/road/'")
        #expect(both.output == "talk: 2 words changed, 0 new, 0 removed in 2 lines\n", "\(both)")
    }

    @Test("words that are others than the writer saw stay, and the request is refused, not called wrong (C4)")
    func refusesOtherWords() throws {
        _ = try library()
        let words = ["transcript", "write", "talk", "--from", "0s", "--until", "2s", "--text", "mine", "--instead", "seen"]
        let run = try terminal.run(words)
        #expect(run.code == 1 && run.errors.contains("have changed meanwhile"), "\(run)")
        #expect(try terminal.run("redo", "talk").code == 1)
    }

    @Test("a text that was removed by hand is no failure of a recogniser")
    func tellsRemovedWords() throws {
        _ = try library()
        #expect(try terminal.run("transcript", "write", "talk", "--from", "0s", "--until", "4.5s", "--text", "").code == 0)
        let shown = try terminal.run("transcript", "talk")
        #expect(shown.code == 0 && shown.output.hasPrefix("The transcript of talk has no words: "), "\(shown)")
    }

    @Test("garbage, and a text of another length, are refused with the reason")
    func refuses() throws {
        let library = try library()
        let before = try library.transcript(of: "talk")
        let file = terminal.folder.file("bad.vtt")
        #expect(Files.write("WEBVTT\n\n00:90.000 --> x\nhello\n", to: file))
        let read = try terminal.run("transcript", "import", "talk", file)
        #expect(read.code != 0 && read.errors.contains("line 3"), "\(read)")
        #expect(try terminal.run("transcript", "import", "talk", "/none/x.srt").code != 0)
        #expect(try terminal.run("transcript", "import", "talk").errors.contains("name the file"))
        let device = try terminal.run("transcript", "import", "talk", "/dev/zero")
        #expect(device.code != 0 && device.errors.contains("not a regular file") && !device.errors.contains("take"), "\(device)")
        #expect(try library.transcript(of: "talk") == before)
    }

    @Test("a text that is no UTF-8 is read as Windows-1252, and the answer says so: it may be another code page")
    func tellsTheEncoding() throws {
        _ = try library()
        let file = terminal.folder.file("old.srt")
        let text = "1\\n00:00:01,000 --> 00:00:02,000\\n\\357\\360\\356\\n"
        #expect(Process.run("/bin/sh", ["-c", "printf '\(text)' > '\(file)'"]).code == 0)
        let told = try terminal.run("transcript", "import", "talk", file)
        #expect(told.code == 0 && told.output.contains("read as Windows-1252, since it is no UTF-8"), "\(told)")
        let json = try terminal.run("transcript", "import", "talk", file, "--json").output
        #expect(Terminal.json(json, "o['read_as']") == "Windows-1252", "\(json)")
        #expect(Process.run("/bin/sh", ["-c", "iconv -f CP1251 -t UTF-8 '\(file)' > '\(file).new.srt'"]).code == 0)
        let whole = try terminal.run("transcript", "import", "talk", file + ".new.srt")
        #expect(whole.code == 0 && !whole.output.contains("Windows"), "\(whole)")
        #expect(try terminal.run("transcript", "talk", "--as", "text").output.contains("про"))
    }

    @Test("words after the end of the recording are left out, and the answer tells their number")
    func tellsWhatIsLeftOut() throws {
        _ = try library()
        let file = terminal.folder.file("long.srt")
        let cues = [("00:00:01,000 --> 00:00:02,000", "one two"), ("00:00:06,000 --> 00:00:08,000", "three four five")]
        let early = ("00:00:09,000 --> 00:00:02,000", "six")
        func write(_ cues: [(String, String)]) {
            #expect(Files.write(cues.map { "\($0)\n\($1)\n\n" }.joined(), to: file))
        }
        write(cues + [early])
        let told = try terminal.run("transcript", "import", "talk", file)
        let taken = "2 words of \(file) are the text of talk\n"
        #expect(
            told.output == taken + "5 words were replaced (dicta undo talk brings them back)\n"
                + "4 words lie after the end of talk and were left out\n", "\(told)")
        let json = try terminal.run("transcript", "import", "talk", file, "--json").output
        #expect(Terminal.json(json, "o['words'], o['words_left_out']") == "2 4", "\(json)")
        write([cues[0]])
        let again = taken + "2 words were replaced (dicta undo talk brings them back)\n"
        #expect(try terminal.run("transcript", "import", "talk", file).output == again)
    }

    @Test("an import leaves words before its first line and between its lines alone, and tells of those that it replaces (W5)")
    func importsLeaveOtherWordsAlone() throws {
        let library = try library()
        let before = try library.transcript(of: "talk")
        let file = terminal.folder.file("end.srt")
        #expect(Files.write("1\n00:00:02,900 --> 00:00:04,500\nnew words\n", to: file))
        let read = try terminal.run("transcript", "import", "talk", file)
        #expect(read.output.hasSuffix("\n2 words were replaced (dicta undo talk brings them back)\n"), "\(read)")
        #expect(try terminal.run("transcript", "talk", "--as", "text").output == "The mayor spoke\nabout the\nnew words\n")
        #expect(try terminal.run("undo", "talk").code == 0)
        #expect(try library.transcript(of: "talk")["talk.wav"] == before["talk.wav"])
    }

    @Test("an edit for which the disk has no room is told as one that failed, without a result", .enabled(if: getuid() == 0))
    func tellsAFailedWrite() throws {
        let library = try library()
        let disk = terminal.folder.file("disk")
        try #require(Files.makeFolder(disk))
        let script = """
            disk=$1 dicta=$3 words=$4
            mount -t tmpfs -o size=3m tmpfs "$disk" && cp -a "$2/." "$disk" || exit 9
            cat /dev/zero >"$disk/.fill" 2>/dev/null
            try() { "$dicta" "$@" --library "$disk"; echo "code $?"; }
            try cut talk --from 1s --until 2s
            try move talk --from 1s --until 2s --before 4s
            try transcript write talk --from 0s --until 2s --text new
            try transcript import talk "$words"
            """
        let file = terminal.folder.file("new.vtt")
        try #require(Files.write(Self.captions.replacing("mayor", with: "minister"), to: file))
        let run = Process.run(
            "/usr/bin/unshare",
            ["--mount", "sh", "-c", script, "sh", disk, library.folder, try Terminal.products() + "/dicta", file],
            environment: terminal.environment(path: "/usr/bin:/bin"))
        #expect(run.code == 0 && run.output == String(repeating: "code 1\n", count: 4), "\(run)")
        #expect(run.errors.split(separator: "\n").count { $0.contains("the disk is full") } == 4, "\(run)")
        #expect(!run.errors.contains("others are done"), "\(run)")
    }

    @Test("work in the background is answered with its number", arguments: ["import", "write"])
    func tellsTheNumber(what: String) throws {
        let stub = try terminal.engine { _, _ in .success(Reply(["operation": .int(3)])) }
        defer { stub.stop() }
        let rest = what == "import" ? ["/tmp/talk.srt"] : ["--from", "0s", "--until", "2s", "--text", "new"]
        let run = try terminal.run(["transcript", what, "talk"] + rest + ["--background"])
        #expect(run.code == 0 && run.output == "Operation  3\n", "\(run)")
    }
}
