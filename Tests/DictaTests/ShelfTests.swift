// Tests of favourites, artists, own keys, groups, columns and the order of lists, without an engine (F12).
import Dictation
import Storage
import TestSupport
import Testing

@Suite("dicta: favourites, artists, own keys and groups (F12)") struct ShelfTests {
    let terminal = Terminal()

    /// Records of two artists and none, with tags, on two days.
    private func library() throws -> Library {
        let library = try Library(folder: terminal.folder.file("Recordings"))
        for (name, day, artist, tags, frames) in [
            ("breath", 1, "Asha", ["yoga", "calm"], 48_000), ("rest", 2, "asha", ["calm"], 96_000),
            ("talk", 2, "", [], 24_000), ("walk", 1, "Ben", ["yoga"], 12_000),
        ] {
            let format = try AudioFormat(rate: 48_000)
            let writer = try SegmentWriter(path: library.path(of: "\(name).wav"), format: format)
            try writer.writeSilence(frames: frames)
            var segment = Segment(file: "\(name).wav", created: "2026-01-0\(day)T12:00:00Z", format: format)
            segment.bytes = try writer.close()
            segment.frames = Int64(frames)
            try library.keepTake(JournalEntry(name: name, segment: segment))
            try library.updateRecording(name) { ($0.artist, $0.tags) = (artist, tags) }
        }
        return library
    }

    private func json(_ words: String..., what expression: String) throws -> String {
        let run = try terminal.run(words + ["--json"])
        return Terminal.json(run.output, expression)
    }

    @Test func favouritesAreMadeListedAndGivenUp() throws {
        let library = try library()
        let made = try terminal.run("favourite", "rest", "w*")
        #expect(made.code == 0, "\(made)")
        let names = "[i['name'] for i in o['items']]"
        #expect(try json("ls", "--favourites", "--sort", "name", what: names) == "['rest', 'walk']")
        #expect(try json("info", "rest", what: "o['favourite']") == "True")
        #expect(try json("ls", "--sort", "name", what: "[i['favourite'] for i in o['items']]") == "[False, True, False, True]")
        #expect(Files.read(library.path(of: "rest.json"))?.contains("\"favourite\": true") == true)
        #expect(try terminal.run("favourite", "rest", "--off").code == 0)
        #expect(try json("ls", "--favourites", what: names) == "['walk']")
        // A recording that is no favourite has no key.
        #expect(Files.read(library.path(of: "rest.json"))?.contains("favourite") == false)
        // The table has the column only if somebody is one.
        #expect(try terminal.run("ls", "talk").output.contains("FAVOURITE") == false)
        #expect(try terminal.run("ls", "walk").output.contains("FAVOURITE"))
        #expect(try terminal.run("favourite", "nobody").code != 0)
    }

    @Test func anArtistAndOwnKeysAreSetShownFoundAndRemoved() throws {
        let library = try library()
        let note = try terminal.run("note", "talk", "walk", "--artist", "Ümit", "--field", "room=Studio 2", "--field", "mic=U87")
        #expect(note.code == 0, "\(note)")
        #expect(
            try json("info", "talk", what: "o['artist'], o['field.room'], o['field.mic'], o['note']") == "Ümit Studio 2 U87 ")
        #expect(Files.read(library.path(of: "talk.json"))?.contains("\"room\": \"Studio 2\"") == true)
        #expect(try terminal.run("info", "talk").output.contains("Studio 2"))
        #expect(try json("search", "stud", "u8", what: "sorted(i['name'] for i in o['items'])") == "['talk', 'walk']")
        #expect(try json("ls", "--artist", "ümit", what: "len(o['items'])") == "2")
        let table = try terminal.run("ls", "talk", "--columns", "field.mic,name").output
        #expect(table.hasPrefix("FIELD.MIC  NAME\nU87        talk\n"), "\(table)")
        #expect(try terminal.run("note", "talk", "--artist", "", "--field", "mic=").code == 0)
        #expect(try json("info", "talk", what: "repr(o['artist']), 'field.mic' in o, o['field.room']") == "'' False Studio 2")
        for wrong in [["--field", "room"], ["--field", "a b=c"], ["--artist", "a\nb"], ["--field", "x=a\tb"], []] {
            let run = try terminal.run(["note", "talk"] + wrong)
            #expect(run.code == 2, "\(wrong): \(run)")
        }
    }

    @Test func groupsHaveHeadingsAndAFieldOfTheirOwn() throws {
        _ = try library()
        let pairs = "[(i['group'], i['name']) for i in o['items']]"
        #expect(
            try json("ls", "--group", "artist", "--sort", "name", what: pairs)
                == "[('Asha', 'breath'), ('Asha', 'rest'), ('Ben', 'walk'), ('', 'talk')]")
        #expect(
            try json("ls", "--group", "tag", "--sort", "name", what: "\(pairs), o['total'], o['groups']")
                == "[('calm', 'breath'), ('calm', 'rest'), ('yoga', 'breath'), ('yoga', 'walk'), ('', 'talk')] 5 3")
        #expect(
            try json("ls", "--group", "day", "--sort", "name", what: pairs)
                == "[('2026-01-02', 'rest'), ('2026-01-02', 'talk'), ('2026-01-01', 'breath'), ('2026-01-01', 'walk')]")
        #expect(try json("ls", "--group", "day", "--reverse", what: "o['items'][0]['group']") == "2026-01-01")
        #expect(try json("ls", "--group", "state", what: "{i['group'] for i in o['items']}") == "{'completed'}")
        #expect(
            try json("ls", "--group", "artist", "--sort", "name", "--limit", "2", "--offset", "1", what: pairs)
                == "[('Asha', 'rest'), ('Ben', 'walk')]")
        let text = try terminal.run("ls", "--group", "artist", "--sort", "name", "--columns", "name,length").output
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(
            lines.starts(with: [
                "NAME LENGTH", "", "Asha: 2 recordings, 3.0 s", "breath 1.0 s", "rest 2.0 s", "", "Ben: 1 recording, 0.3 s",
                "walk 0.3 s", "", "Without an artist: 1 recording, 0.5 s", "talk 0.5 s",
            ]), "\(text)")
        #expect(try terminal.run("ls", "--group", "size").code == 2)
    }

    @Test func columnsAreAnyFieldsAndOthersAreToldAll() throws {
        _ = try library()
        let table = try terminal.run("ls", "rest", "--columns", "favourite,artist,position_frames,name").output
        let rows = table.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows.starts(with: ["FAVOURITE ARTIST POSITION FRAMES NAME", "no asha - rest"]), "\(table)")
        let wrong = try terminal.run("ls", "--columns", "name,colour")
        #expect(wrong.code == 2 && wrong.errors.contains("favourite") && wrong.errors.contains("field.KEY"), "\(wrong)")
    }

    @Test func theOrderOfTheSettingHoldsWhereNoneIsNamed() throws {
        _ = try library()
        let names = "[i['name'] for i in o['items']]"
        #expect(try terminal.run("set", "list-sort", "name-reversed").code == 0)
        #expect(try json("ls", what: names) == "['walk', 'talk', 'rest', 'breath']")
        #expect(try json("ls", "--reverse", what: names) == "['breath', 'rest', 'talk', 'walk']")
        #expect(try json("ls", "--sort", "duration", what: names) == "['rest', 'breath', 'talk', 'walk']")
        #expect(try terminal.run("set", "list-sort", "colour").code == 2)
    }

    @Test func anImportGetsATeacherAndATitle() throws {
        let library = try library()
        let source = terminal.folder.file("session.wav")
        try #require(Process.run("/usr/bin/sox", ["-n", source, "synth", "0.1", "sine", "300"]).code == 0)
        let run = try terminal.run("import", source, "--artist", "Asha", "--title", "Body scan")
        #expect(run.code == 0, "\(run)")
        let made = try library.readRecording("session")
        #expect(made.artist == "Asha" && made.title == "Body scan")
        let refused = try terminal.run("import", source, "--artist", "a\u{7}b")
        #expect(refused.code == 2 && !Files.exists(library.path(of: "session (2).wav")), "\(refused)")
    }
}
