// Tests of names whose letters join with a dot or a slash.
import Dictation
import TestSupport
import Testing
import Words

@testable import Storage

@Suite("Names of files are bytes: no letter hides a dot or a slash (F1, issue 39 no. 32)") struct NameBytesTests {
    /// U+0600 joins with what follows it, so that no letter of the file name is a dot.
    @Test(arguments: ["talk\u{600}", "\u{6dd}", "a\u{110bd}"]) func aNameBeforeAJoiningMarkIsLikeAnyOther(name: String) throws {
        let shelf = try TestLibrary()
        let made = try shelf.record(name, segments: 2)
        #expect(made.segments.map(\.file) == ["\(name).wav", "\(name)~2.wav"])
        let index = try shelf.index()
        #expect(try index.page(LibraryQuery()).items.map(\.name) == [name])
        #expect(try shelf.library.sidecars() == [name] && shelf.library.find(name).name == name)
        #expect(try shelf.library.nameOfRecording("\(name).wav") == name)
        try shelf.library.updateTranscript(of: name) { transcript, recording in
            transcript["\(name).wav"].hear(0..<100, [])
        }
        #expect(try !shelf.library.transcript(of: name).isEmpty)
        #expect(try shelf.library.copy(of: Library.transcriptFile(name)) != nil)
        #expect(Library.mostBytes(of: shelf.file(Library.transcriptFile(name))) == Transcript.mostBytes)
        #expect(try shelf.library.freshName(name) == "\(name) (2)")
        // A take of this name that was left open is found.
        let entry = JournalEntry(name: name, segment: try shelf.audio("\(name)~3.wav", frames: 10))
        var journal: TakeJournal? = try TakeJournal(shelf.library, entry)
        #expect(throws: StorageError.busy(name: name)) { try shelf.library.deleteRecording(name) }
        journal = nil
        #expect(journal == nil)
        #expect(try shelf.library.recoverLeftovers().map(\.name) == [name])
        #expect(try shelf.library.readRecording(name).segments.count == 3)
        try shelf.library.renameRecording(name, to: "plain")
        #expect(try index.page(LibraryQuery()).items.map(\.name) == ["plain"])
        try shelf.library.renameRecording("plain", to: name)
        try shelf.library.deleteRecording(name)
        #expect(shell("ls '\(shelf.library.folder)'").output.isEmpty)
    }

    /// An accent joins with what stands before it.
    @Test(arguments: [".\u{301}hidden", "a/\u{301}b", "\u{600}/b"]) func aDotOrSlashWithAnAccentIsOne(name: String) throws {
        let shelf = try TestLibrary()
        #expect(throws: StorageError.self) { try Library.checkName(name) }
        #expect(throws: StorageError.self) { try shelf.library.renameRecording(shelf.record("x").name, to: name) }
        #expect(shell("ls -A '\(shelf.library.folder)'").output.contains("x.wav"))
    }

    @Test(
        "searches find ё by е and ß by ss, and the other way round",
        arguments: [
            ("Ещё раз", "еще"), ("Еще раз", "ещё"), ("Straße", "strasse"), ("Strasse", "Straße"), ("Łódź", "lodz"),
            ("Ærø", "aero"), ("İstanbul", "istanbul"), ("ﬁnal", "final"), ("Ｆｉｎａｌ", "final"), ("Tiếng", "tie\u{302}\u{301}ng"),
            ("Мои\u{306} дом", "мой"), ("Мой дом", "мои\u{306}"),
        ])
    func folded(title: String, word: String) throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try shelf.record("b")
        try shelf.library.updateRecording("a") { $0.title = title }
        var query = LibraryQuery()
        query.words = [word]
        #expect(try shelf.index().page(query).items.map(\.name) == ["a"])
        try shelf.library.updateTranscript(of: "b") { transcript, _ in
            transcript["b.wav"].hear(0..<100, [Line(text: title, in: 10..<90)])
        }
        let found = try shelf.index().page(query).items
        #expect(found.map(\.name).sorted() == ["a", "b"])
        #expect(found.first { $0.name == "b" }?.spoken.map(\.text) == [title], "the line is shown as it was said")
        // Letters that are others stay others.
        query.words = ["мои"]
        try shelf.library.updateRecording("a") { $0.title = "мой" }
        #expect(try shelf.index().page(query).items.isEmpty)
    }

    @Test(
        "words within others are found in each form of their letters",
        arguments: [
            ("İstanbul", "istanbul"), ("İstanbul", "tanb"), ("ﬁnal", "inal"), ("Tiếng Việt", "ieng"),
            ("Tie\u{302}\u{301}ng", "ieng"),
            ("мои\u{306}ка", "ойк"), ("мойка", "ои\u{306}к"), ("за\u{301}мок", "замо"), ("\u{1112}\u{1161}\u{11ab}글", "한"),
            ("ガス", "カ\u{3099}"), ("क्षत्रिय", "क्ष"),
        ])
    func anywhereInEachForm(text: String, part: String) throws {
        let shelf = try TestLibrary()
        for name in ["a", "b"] { try shelf.record(name) }
        try shelf.library.updateRecording("a") { $0.note = text }
        try shelf.library.updateTranscript(of: "b") { transcript, _ in
            transcript["b.wav"].hear(0..<100, [Line(text: text, in: 10..<90)])
        }
        var query = LibraryQuery()
        query.words = [part]
        query.isAnywhere = true
        let found = try shelf.index().page(query).items
        #expect(found.map(\.name).sorted() == ["a", "b"])
        #expect(found.first { $0.name == "b" }?.spoken.map(\.text) == [text])
        query.words = ["мои"]
        #expect(try shelf.index().page(query).items.isEmpty)
    }

    @Test("words within others are found on request, in names, notes and what was said", arguments: ["ahrt", "FAHR", "übe"])
    func anywhere(part: String) throws {
        let shelf = try TestLibrary()
        for name in ["a", "b", "c"] { try shelf.record(name) }
        let text = "Die Autofahrt über Land"
        try shelf.library.updateRecording("a") { $0.note = text }
        try shelf.library.updateTranscript(of: "b") { transcript, _ in
            transcript["b.wav"].hear(0..<100, [Line(text: text, in: 10..<90)])
        }
        var query = LibraryQuery()
        query.words = [part, "!"]
        query.isAnywhere = true
        let found = try shelf.index().page(query)
        #expect(found.items.map(\.name).sorted() == ["a", "b"] && found.total == 2)
        #expect(found.items.first { $0.name == "b" }?.spoken.map(\.text) == [text])
        query.words = [part, "nowhere"]
        #expect(try shelf.index().page(query).items.isEmpty)
        query.words = ["ahrt%", "_"]
        #expect(try shelf.index().page(query).items.isEmpty, "no letter stands for others")
    }

    @Test func aNameThatTheDiskDoesNotTakeIsNotThere() throws {
        let scratch = try Scratch()
        let path = scratch.file(String(repeating: "a", count: 256))
        #expect(try Place(path).status() == nil)
        #expect(throws: StorageError.missing(path: path)) { try Library.contents(of: path) }
    }
}
