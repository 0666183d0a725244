// Tests of undo and redo of words, and of the second copies of transcripts (F24 F14 F8).
import Dictation
import TestSupport
import Testing
import Words

@testable import Storage

@Suite("Undo, redo and second copies of words (F24)") struct WordsUndoTests {
    private func write(_ shelf: TestLibrary, _ name: String, _ words: String, file: String? = nil) throws {
        try shelf.library.updateTranscript(of: name, step: .fresh()) { transcript, recording in
            let file = file ?? recording.segments[0].file
            transcript[file].hear(0..<100, [Line(text: words, in: 10..<90)])
        }
    }

    private func text(_ shelf: TestLibrary, _ name: String) throws -> String {
        TimelineText(try shelf.library.transcript(of: name), try shelf.library.readRecording(name).timeline).text
    }

    private func copies(_ shelf: TestLibrary) -> [String] {
        shell("ls -A1 '\(shelf.file(".sidecars"))' 2>&1").output.split(separator: "\n").map(String.init)
    }

    @Test func editsOfWordsAndOfSoundAreUndoneInTheirOrder() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try write(shelf, "a", "the right words")
        try shelf.library.updateRecording("a") { $0.edits.delete(50..<100) }
        try write(shelf, "a", "wrong all over")
        try shelf.library.updateRecording("a") { $0.title = "A title" }
        #expect(try text(shelf, "a") == "wrong")
        var undone: [String?] = []
        var texts: [String] = []
        for _ in 0..<4 {
            undone.append(try shelf.library.turn("a", isRedo: false).edit)
            texts.append(try text(shelf, "a"))
        }
        #expect(undone == ["words", "cut", "words", nil] && texts == ["the right", "the right words", "", ""])
        for _ in 0..<4 {
            undone.append(try shelf.library.turn("a", isRedo: true).edit)
            texts.append(try text(shelf, "a"))
        }
        #expect(undone.suffix(4) == ["words", "cut", "words", nil])
        #expect(texts.suffix(4) == ["the right words", "the right", "wrong", "wrong"])
        #expect(try shelf.library.readRecording("a").title == "A title")
        // A change that no user has asked for is not a step.
        try shelf.library.updateTranscript(of: "a") { transcript, _ in transcript["a.wav"].heard.insert(100..<200) }
        #expect(try shelf.library.readRecording("a").edits.undoable.count == 3)
    }

    @Test func stepsFollowTheirRecordingAndAreGivenUpWithUndo() throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 2)
        try write(shelf, "a", "before")
        try write(shelf, "a", "after")
        try shelf.library.renameRecording("a", to: "b")
        let job = try CopyJob(shelf.library, "b", to: "c")
        while try !job.step() {}
        for name in ["b", "c"] {
            #expect(try shelf.library.turn(name, isRedo: false).edit == "words")
            #expect(try text(shelf, name) == "before")
            #expect(try shelf.library.turn(name, isRedo: true).edit == "words")
            #expect(try text(shelf, name) == "after")
        }
        _ = try shelf.library.cleanRecording("b", isForgetting: true)
        #expect(try shelf.library.transcript(of: "b").steps.isEmpty && text(shelf, "b") == "after")
        #expect(Files.read(shelf.file("b.transcript.json"))?.contains("before") == false)
        #expect(Files.read(shelf.file(".sidecars/b.transcript.json"))?.contains("before") == false)
        // A new edit makes an end of redo.
        _ = try shelf.library.turn("c", isRedo: false)
        try write(shelf, "c", "other")
        #expect(try shelf.library.turn("c", isRedo: true).edit == nil)
        #expect(Files.read(shelf.file("c.transcript.json"))?.contains("after") == false)
        // Flattened, the words of the timeline are those of the new file, and undo leads to the words of before.
        let before = try shelf.library.readRecording("c")
        let (hidden, segment) = try shelf.unnamed("c.wav", frames: 200)
        _ = try shelf.library.flatten(hidden, as: segment, of: before, isForgetting: false)
        #expect(try text(shelf, "c") == "other")
        #expect(
            try [shelf.library.turn("c", isRedo: false).edit, shelf.library.turn("c", isRedo: false).edit] == [
                "flatten", "words",
            ])
        #expect(try text(shelf, "c") == "before")
    }

    @Test func stepsWhoseWordsAreGoneArePassedOver() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try shelf.library.updateRecording("a") { $0.edits.delete(50..<100) }
        try write(shelf, "a", "one")
        try write(shelf, "a", "two")
        try #require(Files.remove(shelf.file("a.transcript.json")))
        #expect(try shelf.library.turn("a", isRedo: false).edit == "cut")
        #expect(try shelf.library.readRecording("a").edits.wordings.isEmpty)
        // A transcript that cannot be read is never taken for an empty one.
        try write(shelf, "a", "three")
        #expect(Files.write("{", to: shelf.file("a.transcript.json")))
        let before = Files.read(shelf.file("a.json"))
        #expect(throws: StorageError.self) { try shelf.library.turn("a", isRedo: false) }
        #expect(Files.read(shelf.file("a.json")) == before)
    }

    /// A user who corrects a transcript line by line keeps the cuts of before, and with them the takes that only undo needs.
    @Test func editsOfWordsCostNoEditsOfSound() {
        var history = EditHistory(Timeline([Span(segment: "a", length: 1000)]))
        for _ in 0..<150 { history.delete(0..<1) }
        for _ in 0..<150 { history.noteWords(.fresh()) }
        #expect(history.undoable.count(where: { $0.words != nil }) == 100 && history.undoable.count == 200)
        for _ in 0..<150 { history.delete(0..<1) }
        #expect(history.undoable.count == 200 && history.undoable.last?.name == "cut")
        history = EditHistory(history.arrangement, undoable: history.undoable + history.undoable)
        #expect(history.undoable.count == 200)
        var undone = 0
        while history.undo() != nil { undone += 1 }
        #expect(undone == 200 && history.timeline.length == 800)
        while history.redo() != nil {}
        #expect(history.undoable.count == 200)
    }

    /// Sidecar and transcript are of one moment, wherever a program dies.
    @Test(arguments: ["undo", "words"]) func aKillLeavesBothOfBeforeOrBothOfAfter(verb: String) throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try write(shelf, "a", "before")
        try write(shelf, "a", "after")
        let fault = try DiskFault()
        var (call, outcomes) = (1, Set<String>())
        while true {
            let folder = shelf.scratch.file("try")
            try #require(shell("rm -rf '\(folder)' && cp -a '\(shelf.library.folder)' '\(folder)'").code == 0)
            let end = try fault.run([folder, verb, "a", "a.wav"], call: call, .kill)
            let library = try Library(folder: folder)
            _ = try library.recoverLeftovers()
            let recording = try library.readRecording("a")
            let words = TimelineText(try library.transcript(of: "a"), recording.timeline).text
            outcomes.insert("\(recording.edits.undoable.count) \(words)")
            guard end != nil else { break }
            // Undo still leads to the words of before each edit.
            while try library.turn("a", isRedo: false).edit != nil {}
            #expect(try library.transcript(of: "a").files.isEmpty, "killed at \(call)")
            call += 1
        }
        #expect(outcomes == [verb == "undo" ? "1 before" : "3 hello", "2 after"] && call > 10)
    }

    @Test func aDamagedOrMissingTranscriptComesBackFromItsSecondCopy() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try write(shelf, "a", "before")
        try write(shelf, "a", "corrected by hand")
        let whole = Files.read(shelf.file("a.transcript.json"))
        #expect(Files.read(shelf.file(".sidecars/a.transcript.json")) == whole)
        #expect(try shelf.library.recoverRecording("a") == nil)
        for damage in ["{ \"schema\": 1, \"na", "\0\0\0\0", ""] {
            #expect(Files.write(damage, to: shelf.file("a.transcript.json")))
            #expect(try shelf.library.verify("a", deep: false).contains { $0.contains("'dicta recover'") })
            let note = try #require(try shelf.library.recoverRecording("a"))
            #expect(note.action == .described && note.words.contains("_Corrupted/a.transcript.json"), "\(note.words)")
            #expect(Files.read(shelf.file("a.transcript.json")) == whole)
        }
        try #require(Files.remove(shelf.file("a.transcript.json")))
        #expect(try shelf.library.verify("a", deep: false).contains { $0.contains("'dicta recover'") })
        #expect(try #require(try shelf.library.recoverRecording("a")).words.contains("was missing"))
        #expect(try text(shelf, "a") == "corrected by hand" && shelf.library.verify("a", deep: false).isEmpty)
        #expect(try shelf.library.turn("a", isRedo: false).edit == "words")
        #expect(try text(shelf, "a") == "before")
    }

    @Test func copiesOfTranscriptsFollowTheirFiles() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try write(shelf, "a", "spoken")
        try shelf.library.renameRecording("a", to: "b")
        #expect(copies(shelf) == ["b.json", "b.transcript.json"])
        #expect(Files.read(shelf.file(".sidecars/b.transcript.json")) == Files.read(shelf.file("b.transcript.json")))
        // One that cannot be read goes along, and its good copy too.
        #expect(Files.write("{", to: shelf.file("b.transcript.json")))
        try shelf.library.renameRecording("b", to: "c")
        #expect(copies(shelf) == ["c.json", "c.transcript.json"])
        #expect(try #require(try shelf.library.recoverRecording("c")).words.contains("second copy"))
        #expect(try text(shelf, "c") == "spoken")
        let job = try CopyJob(shelf.library, "c", to: "d")
        while try !job.step() {}
        #expect(copies(shelf) == ["c.json", "c.transcript.json", "d.json", "d.transcript.json"])
        try shelf.library.updateTranscript(of: "d") { transcript, _ in transcript = Transcript() }
        #expect(copies(shelf) == ["c.json", "c.transcript.json", "d.json"])
        try shelf.library.deleteRecording("c")
        #expect(copies(shelf) == ["d.json"])
    }

    /// Words are private: those of a recording that is gone never come to another one of its name.
    @Test func theCopyOfAnotherRecordingIsNeverPutBack() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try write(shelf, "a", "secret words")
        for file in ["a.json", "a.wav", "a.transcript.json"] { try #require(Files.remove(shelf.file(file))) }
        try shelf.record("a")
        #expect(try shelf.library.recoverRecording("a") == nil && !Files.exists(shelf.file("a.transcript.json")))
        #expect(try shelf.library.verify("a", deep: false).isEmpty)
        // A link at the place of a copy leads nowhere.
        try write(shelf, "a", "other words")
        let outside = shelf.scratch.file("outside")
        #expect(Files.write("kept", to: outside) && Files.remove(shelf.file(".sidecars/a.transcript.json")))
        try #require(shell("ln -s '\(outside)' '\(shelf.file(".sidecars/a.transcript.json"))'").code == 0)
        try write(shelf, "a", "more words")
        _ = try shelf.library.turn("a", isRedo: false)
        try shelf.library.deleteRecording("a")
        #expect(Files.read(outside) == "kept")
    }
}
