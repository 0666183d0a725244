// Tests of transcripts beside recordings: they follow each change of the library (W1, W2, W6).
import Dictation
import Glibc
import Storage
import TestSupport
import Testing
import Words

struct LibraryTranscriptTests {
    /// A recording of `segments` files of 100 frames, with a line of two words in each.
    private func spoken(_ shelf: TestLibrary, _ name: String, segments: Int = 1) throws {
        try shelf.record(name, segments: segments)
        try shelf.library.updateTranscript(of: name) { transcript, recording in
            for (number, segment) in recording.segments.enumerated() {
                transcript[segment.file].hear(0..<100, [Line(text: "hello number\(number)", in: 10..<90)])
            }
        }
    }

    private func text(_ shelf: TestLibrary, _ name: String) throws -> String {
        TimelineText(try shelf.library.transcript(of: name), try shelf.library.readRecording(name).timeline).text
    }

    @Test func followsRenameCopyAndDelete() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", segments: 2)
        let before = try shelf.library.transcript(of: "a")
        let moved = try shelf.library.renameRecording("a", to: "b")
        #expect(moved["a.transcript.json"] == "b.transcript.json")
        #expect(shelf.names() == ["b.json", "b.transcript.json", "b.wav", "b~2.wav"])
        #expect(try text(shelf, "b") == "hello number0\nhello number1")
        let job = try CopyJob(shelf.library, "b", to: "c")
        while try !job.step() {}
        #expect(try shelf.library.transcript(of: "c") == before.withFiles { "c" + $0.dropFirst() })
        #expect(try shelf.library.sidecars() == ["b", "c"])
        try shelf.library.deleteRecording("b")
        #expect(shelf.names() == ["c.json", "c.transcript.json", "c.wav", "c~2.wav"])
    }

    @Test func followsAFileRenamedByHand() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a")
        for ending in [".json", ".wav", ".transcript.json"] {
            #expect(unsafe rename(shelf.file("a\(ending)"), shelf.file("z\(ending)")) == 0)
        }
        #expect(try text(shelf, "z") == "hello number0")
    }

    @Test func aFlattenedFileHasTheWordsOfTheTimeline() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", segments: 2)
        try shelf.library.updateRecording("a") { $0.edits.delete(50..<150) }
        let before = try shelf.library.readRecording("a")
        let heard = try text(shelf, "a")
        #expect(heard == "hello\nnumber1")
        let (hidden, segment) = try shelf.unnamed("a.wav", frames: 100)
        _ = try shelf.library.flatten(hidden, as: segment, of: before, isForgetting: true)
        #expect(try text(shelf, "a") == heard)
        #expect(try shelf.library.transcript(of: "a").files.map(\.file) == ["a.wav"])
    }

    @Test func cleaningForgetsWordsOfDeletedFiles() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", segments: 2)
        try shelf.library.updateRecording("a") { $0.edits.delete(100..<200) }
        _ = try shelf.library.cleanRecording("a", isForgetting: true)
        #expect(try shelf.library.transcript(of: "a").files.map(\.file) == ["a.wav"])
    }

    @Test func anUnreadableTranscriptGoesAlongAndIsTold() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a")
        #expect(TestLibrary.write(Array("{".utf8), to: shelf.file("a.transcript.json")))
        #expect(try shelf.library.verify("a", deep: false).contains { $0.contains("a.transcript.json") })
        #expect(throws: StorageError.self) { try shelf.library.transcript(of: "a") }
        #expect(throws: StorageError.self) {
            try shelf.library.updateTranscript(of: "a") { transcript, _ in transcript = Transcript() }
        }
        try shelf.library.renameRecording("a", to: "b")
        #expect(shelf.names() == ["b.json", "b.transcript.json", "b.wav"])
        #expect(TestLibrary.read(shelf.file("b.transcript.json")) == Array("{".utf8))
        try shelf.library.deleteRecording("b")
        #expect(shelf.names().isEmpty)
    }

    /// A search that does not know all words says so.
    @Test func anUnreadableTranscriptIsAProblemOfListsAndSearches() throws {
        let shelf = try TestLibrary()
        for name in ["a", "b"] { try spoken(shelf, name) }
        let index = try shelf.index()
        func search(_ words: [String]?, pattern: String? = nil, isAnywhere: Bool = false) throws -> LibraryPage {
            var query = LibraryQuery()
            (query.words, query.pattern, query.isAnywhere) = (words, pattern, isAnywhere)
            return try index.page(query)
        }
        #expect(try search(["hello"]).total == 2 && search(["hello"]).problems == 0)
        let text = TestLibrary.read(shelf.file("a.transcript.json"))
        #expect(TestLibrary.write(Array("{".utf8), to: shelf.file("a.transcript.json")))
        for isAnywhere in [false, true] {
            let found = try search(["hello"], isAnywhere: isAnywhere)
            #expect(found.items.map(\.name) == ["b"] && found.total == 1 && found.problems == 1)
        }
        #expect(try search(["hello"], pattern: "b").problems == 0)
        #expect(try search(["hello"], pattern: "a").problems == 1)
        let list = try search(nil)
        #expect(list.problems == 1 && list.items.contains { $0.name == "a" && $0.problem.contains("a.transcript.json") })
        // Its name is known: it is counted once.
        #expect(try search(["a"]).items.map(\.name) == ["a"] && search(["a"]).problems == 1)
        #expect(TestLibrary.write(text, to: shelf.file("a.transcript.json")))
        #expect(try search(["hello"]).total == 2 && search(["hello"]).problems == 0)
    }

    /// An error of the disk is no transcript without words: a change that would lose or misplace them is refused.
    @Test func aTranscriptThatCannotBeReadRefusesTheChange() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", segments: 2)
        try shelf.library.updateRecording("a") { $0.edits.delete(50..<150) }
        let before = try shelf.library.readRecording("a")
        let words = try #require(Files.read(shelf.file("a.transcript.json")))
        try #require(Files.remove(shelf.file("a.transcript.json")))
        // A folder cannot be read, by root either. A damaged text keeps its name only.
        for isFolder in [true, false] {
            if isFolder {
                try #require(unsafe mkdir(shelf.file("a.transcript.json"), 0o700) == 0)
                #expect(throws: StorageError.self) { try shelf.library.renameRecording("a", to: "b") }
            } else {
                try #require(unsafe rmdir(shelf.file("a.transcript.json")) == 0)
                try #require(Files.write("{", to: shelf.file("a.transcript.json")))
            }
            let names = shelf.names()
            #expect(throws: StorageError.self) {
                try shelf.library.refuseLongTranscript(flattening: before, isForgetting: true, fileExtension: "wav")
            }
            #expect(throws: StorageError.self) {
                let (hidden, segment) = try shelf.unnamed("a.wav", frames: 100)
                _ = try shelf.library.flatten(hidden, as: segment, of: before, isForgetting: true)
            }
            #expect(throws: StorageError.self) {
                let job = try CopyJob(shelf.library, "a", to: "c")
                while try !job.step() {}
            }
            #expect(shelf.names() == names && names.contains("a~2.wav"))
            #expect(try shelf.library.readRecording("a") == before)
        }
        try #require(Files.write(words, to: shelf.file("a.transcript.json")))
        #expect(try text(shelf, "a") == "hello\nnumber1")
    }

    @Test func aNewRecordingGetsNoTranscriptOfAnOldOne() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a")
        for file in ["a.json", "a.wav"] { #expect(unsafe unlink(shelf.file(file)) == 0) }
        #expect(try shelf.library.freshName("a") == "a (2)")
        try shelf.record("b")
        #expect(throws: StorageError.self) { try shelf.library.renameRecording("b", to: "a") }
        #expect(throws: StorageError.self) { try Library.checkName("a.transcript") }
    }

    @Test func anEmptyTranscriptHasNoFile() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a")
        try shelf.library.updateTranscript(of: "a") { transcript, _ in transcript = Transcript() }
        #expect(shelf.names() == ["a.json", "a.wav"])
    }

    @Test func searchFindsSpokenWordsWithTheirLines() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", segments: 2)
        try spoken(shelf, "b")
        let index = try shelf.index()
        func search(_ words: String...) throws -> [LibraryItem] {
            var query = LibraryQuery()
            (query.words, query.sort) = (words, .name)
            return try index.page(query).items
        }
        #expect(try search("number1").map(\.name) == ["a"])
        #expect(try search("number1").first?.spoken == [FoundLine(frame: 110, text: "hello number1")])
        // Words of two lines, and of a name and a line.
        #expect(try search("number0", "number1").map(\.name) == ["a"])
        #expect(try search("b", "hel").map(\.name) == ["b"])
        // A cut takes the line away, undo brings it back.
        try shelf.library.updateRecording("a") { $0.edits.delete(100..<200) }
        #expect(try search("number1").isEmpty)
        try shelf.library.updateRecording("a") { _ = $0.edits.undo() }
        #expect(try search("number1").map(\.name) == ["a"])
        // A change of the transcript only.
        try shelf.library.updateTranscript(of: "b") { transcript, _ in
            transcript["b.wav"].hear(0..<100, [Line(text: "farewell", in: 0..<100)])
        }
        #expect(try search("farewell").map(\.name) == ["b"])
        #expect(try search("hello").map(\.name) == ["a"])
        try shelf.library.deleteRecording("a")
        #expect(try search("hello").isEmpty)
    }

    /// A transcript of a day takes seconds to read, and each marker changes the recording.
    @Test func aChangeBesideTheWordsReadsNoWords() throws {
        let shelf = try TestLibrary()
        try spoken(shelf, "a", segments: 2)
        let index = try shelf.index()
        func search(_ words: String...) throws -> [LibraryItem] {
            var query = LibraryQuery()
            query.words = words
            return try index.page(query).items
        }
        #expect(try search("hello").map(\.name) == ["a"])
        // Other words in the same file at the same time: nobody finds them unless the file is read again.
        let (file, other) = (shelf.file("a.transcript.json"), shelf.scratch.file("other"))
        let script = "cp -p '\(file)' '\(other)' && sed s/hello/hullo/g '\(other)' > '\(file)' && touch -r '\(other)' '\(file)'"
        try #require(shell(script).code == 0)
        try shelf.library.updateRecording("a") { $0.edits.arrangement.add(Marker(frame: 7, name: "here")) }
        #expect(try search("here").first?.markers == 1 && index.lastRead == 1)
        #expect(try search("number1").first?.spoken == [FoundLine(frame: 110, text: "hello number1")])
        #expect(try search("here", "hello").map(\.name) == ["a"] && search("hullo").isEmpty)
        // The same in an index that was opened again.
        try shelf.library.updateRecording("a") { $0.note = "news" }
        #expect(try shelf.index().page(LibraryQuery()).total == 1)
        #expect(try search("news", "hello").map(\.name) == ["a"] && search("hullo").isEmpty)
        // A cut has other lines, and so has another transcript.
        try shelf.library.updateRecording("a") { $0.edits.delete(0..<100) }
        #expect(try search("hello").isEmpty)
        #expect(try search("hullo").first?.spoken == [FoundLine(frame: 10, text: "hullo number1")])
        try shelf.library.updateTranscript(of: "a") { transcript, _ in
            transcript["a~2.wav"].hear(0..<100, [Line(text: "farewell", in: 0..<100)])
        }
        #expect(try search("farewell").map(\.name) == ["a"] && search("hullo").isEmpty)
        // Another name keeps the words.
        try shelf.library.renameRecording("a", to: "c")
        #expect(try search("farewell").map(\.name) == ["c"])
    }
}
