// Tests of the diary form, and of diary files that are no recordings (F17). The setting is that of the process, so files are kept
// in tests of the programs only.
import Dictation
import Storage
import TestSupport
import Testing
import Words

@Suite("The diary form and its files (F17)") struct DiaryFileTests {
    @Test func theFormHasExactlyItsKeys() throws {
        let shelf = try TestLibrary()
        try shelf.record("dream", segments: 2, frames: 600, created: "2025-06-18T13:02:31Z")
        try shelf.library.updateRecording("dream") { recording in
            recording.state = .draft
            // The second take is inserted into the first one, and a third of it is cut.
            let second = Arrangement(recording.timeline.part(600..<1000))
            recording.edits = EditHistory(recording.timeline.part(0..<600))
            recording.edits.insert(second, at: 100)
        }
        let form = try shelf.library.diary(of: "dream")
        let text = String(decoding: form.printed, as: UTF8.self)
        let python = """
            import json, sys
            o = json.loads(sys.argv[1])
            print(list(o), [list(s) for s in o['segments']], o['created'], o['state'], o['title'], o['transcript'])
            print([(s['filename'], s['duration'], s['order']) for s in o['segments']])
            print(o['id'] == '\(try shelf.library.readRecording("dream").id)', len({s['id'] for s in o['segments']}), len(o['id']))
            """
        let keys = "['id', 'filename', 'duration', 'order']"
        #expect(
            Process.python(python, [text]).output == """
                ['id', 'created', 'state', 'title', 'transcript', 'segments'] [\(keys), \(keys)] 2025-06-18T13:02:31Z draft Untitled None
                [('dream.wav', 0.0125, 0), ('dream~2.wav', \(400.0 / 48_000), 1)]
                True 2 36

                """)
        try shelf.library.updateRecording("dream") { recording in
            recording.title = "The sea"
            recording.state = .completed
        }
        try shelf.library.updateTranscript(of: "dream") { transcript, _ in
            transcript["dream.wav"].lines = [Line([Word("waves", start: 0, end: 50, confidence: nil)])]
        }
        let later = try shelf.library.diary(of: "dream")
        #expect(later.title == "The sea" && later.transcript == "waves" && later.state == "completed")
    }

    /// A diary file beside a recording is no recording and no orphan, and goes where its recording goes.
    @Test func theFileIsNoRecording() throws {
        let shelf = try TestLibrary()
        try shelf.record("dream")
        #expect(TestLibrary.write(Array(#"{"id": "x"}"#.utf8), to: shelf.file("dream.diary.json")))
        #expect(TestLibrary.write(Array(#"{"id": "x"}"#.utf8), to: shelf.file("gone.diary.json")))
        let page = try shelf.index().page(LibraryQuery())
        #expect(page.items.map(\.name) == ["dream"] && page.problems == 0)
        #expect(try shelf.library.sidecars() == ["dream"])
        #expect(try shelf.library.verify("dream", deep: true).isEmpty && shelf.library.transcriptsAlone().isEmpty)
        #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.recoverRecording("dream") == nil)
        #expect(throws: StorageError.self) { try Library.checkName("x.diary") }
        try shelf.library.renameRecording("dream", to: "sea")
        #expect(shelf.names() == ["gone.diary.json", "sea.diary.json", "sea.json", "sea.wav"])
        let text = try #require(Files.read(shelf.file("sea.diary.json")))
        #expect(text.contains(#""filename": "sea.wav""#) && text.contains("Untitled"))
        // The file of a recording that is gone is in nobody's way.
        try shelf.library.renameRecording("sea", to: "gone")
        #expect(shelf.names() == ["gone.diary.json", "gone.json", "gone.wav"])
        try shelf.library.deleteRecording("gone")
        #expect(shelf.names() == [])
    }

    @Test func theListKnowsFavouritesArtistsAndOwnKeys() throws {
        let shelf = try TestLibrary()
        for name in ["one", "two", "three"] { try shelf.record(name) }
        let room = try #require(OwnField("room=Großer Saal"))
        try shelf.library.updateRecording("two") { recording in
            recording.isFavourite = true
            recording.artist = "Ästha"
            let isSet = recording.set(room)
            #expect(isSet)
        }
        let index = try shelf.index()
        func names(_ change: (inout LibraryQuery) -> Void) throws -> [String] {
            var query = LibraryQuery()
            change(&query)
            return try index.page(query).items.map(\.name)
        }
        #expect(try names { $0.isFavourite = true } == ["two"])
        #expect(try names { $0.artist = "äSTHA" } == ["two"])
        #expect(try names { $0.artist = "äst" } == [])
        #expect(try names { $0.words = ["grosz"] } == [] && names { $0.words = ["grosser"] } == ["two"])
        #expect(try names { $0.words = ["groß", "saal"] } == ["two"])
        let item = try #require(try index.page(LibraryQuery()).items.first { $0.name == "two" })
        #expect(item.isFavourite && item.fields == [room])
        // Another index of the same files knows the same.
        #expect(try index.page(LibraryQuery()).items.count { $0.isFavourite } == 1)
    }
}
