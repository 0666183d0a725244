// Tests of deleting takes that no recording needs.
import Dictation
import Glibc
import TestSupport
import Testing

@testable import Storage

struct CleanTests {
    private func files(_ shelf: TestLibrary) -> [String] {
        shell("ls '\(shelf.library.folder)'").output.split(separator: "\n").map(String.init)
    }

    @Test("what no timeline and no step has a part of goes; what undo or redo could bring back stays until it is given up")
    func unneeded() throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 3)
        // The third take is undone and can be redone; the first 50 frames of the second are cut and can come back.
        try shelf.library.updateRecording("a") { $0.edits.delete(100..<150) }
        #expect(try shelf.library.cleanRecording("a", isForgetting: false) == .init())
        #expect(files(shelf) == ["a.json", "a.wav", "a~2.wav", "a~3.wav"])
        try shelf.library.updateRecording("a") { recording in
            #expect(recording.edits.undo() == "cut")
            #expect(recording.edits.undo() == "append")
        }
        #expect(try shelf.library.cleanRecording("a", isForgetting: false) == .init(), "it can be redone")
        // A new edit drops the redo step: the third take can never be heard again.
        try shelf.library.updateRecording("a") { $0.edits.delete(0..<10) }
        let bytes = sizeOfFile(shelf.file("a~3.wav"))
        let cleaned = try shelf.library.cleanRecording("a", isForgetting: false)
        #expect(cleaned == .init(files: ["a~3.wav"], bytes: Int64(bytes)))
        #expect(files(shelf) == ["a.json", "a.wav", "a~2.wav"])
        let recording = try shelf.library.readRecording("a")
        #expect(recording.segments.map(\.file) == ["a.wav", "a~2.wav"] && recording.edits.undoable.count == 2)
        #expect(try shelf.library.verify("a", deep: true).isEmpty)

        // No frame of the second take is heard any more, but undo could bring it back.
        try shelf.library.updateRecording("a") { $0.edits.delete(90..<190) }
        #expect(try shelf.library.cleanRecording("a", isForgetting: false).files.isEmpty)
        #expect(try shelf.library.cleanRecording("a", isForgetting: true).files == ["a~2.wav"])
        let left = try shelf.library.readRecording("a")
        #expect(left.timeline == Timeline([Span(segment: "a.wav", first: 10, length: 90)]))
        #expect(left.edits.undoable.isEmpty && left.edits.redoable.isEmpty)
        #expect(try shelf.library.verify("a", deep: true).isEmpty)
        #expect(try shelf.library.find("a").path == shelf.file("a.wav"))
        #expect(try shelf.index().page(LibraryQuery()).items.map(\.name) == ["a"])
        #expect(files(shelf) == ["a.json", "a.wav"])
    }

    @Test("a JSON file of another program names nothing; a damaged description may name any file")
    func foreignFiles() throws {
        let shelf = try TestLibrary()
        for name in ["a", "c"] {
            try shelf.record(name, segments: 2)
            try shelf.library.updateRecording(name) { recording in
                recording.edits = EditHistory(Timeline([recording.segments[0].span]))
            }
        }
        let foreign = [
            ("package", "{\"version\": \"1.0\", \"files\": [\"a~2.wav\", \"c~2.wav\"]}"), ("list", "[1, 2]"),
            ("old", "{\"version\": 7}"),
        ]
        for (name, text) in foreign { #expect(Files.write(text, to: shelf.file("\(name).json"))) }
        #expect(Files.makeFolder(shelf.file("folder.json")))
        for text in ["{\"segments\": []}", "{\"name\": \"b\"", ""] {
            #expect(Files.write(text, to: shelf.file("b.json")))
            #expect(throws: StorageError.self) { try shelf.library.cleanRecording("a", isForgetting: false) }
        }
        #expect(Files.remove(shelf.file("b.json")))
        #expect(try shelf.library.cleanRecording("a", isForgetting: false).files == ["a~2.wav"])
        try shelf.library.deleteRecording("c")
        #expect(files(shelf) == ["a.json", "a.wav", "folder.json", "list.json", "old.json", "package.json"])
    }

    @Test("at a hundred steps and more the oldest takes go, and only they")
    func depth() throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 2, frames: 10_000)
        try shelf.library.updateRecording("a") { recording in
            recording.edits.delete(10_000..<20_000)
            for _ in 0..<EditHistory.limit - 1 { recording.edits.delete(0..<1) }
        }
        #expect(try shelf.library.cleanRecording("a", isForgetting: false).files.isEmpty, "the hundredth step has it")
        try shelf.library.updateRecording("a") { $0.edits.delete(0..<1) }
        #expect(try shelf.library.cleanRecording("a", isForgetting: false).files == ["a~2.wav"])
    }

    @Test("what others share, what lies elsewhere, what is recorded, and a recording of silence only stay")
    func spared() throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 2)
        try shelf.library.updateRecording("a") { $0.edits.delete(100..<200) }
        try shelf.record("b")
        let shared = try #require(try shelf.library.readRecording("a").segment("a~2.wav"))
        try shelf.library.updateRecording("b") { $0.segments.append(shared) }
        #expect(try shelf.library.cleanRecording("a", isForgetting: true).files.isEmpty, "b has it")
        #expect(Files.exists(shelf.file("a~2.wav")))
        try shelf.library.updateRecording("b") { $0.segments.removeLast() }

        let far = shelf.scratch.file("far.wav")
        #expect(shell("cp '\(shelf.file("b.wav"))' '\(far)'").code == 0)
        var reference = try #require(try shelf.library.readRecording("b").segments.first)
        reference.file = far
        try shelf.library.updateRecording("a") { recording in
            recording.segments.append(reference)
            recording.edits.append(Arrangement(Timeline([reference.span])))
            recording.edits.delete(100..<recording.timeline.length)
        }
        #expect(try shelf.library.cleanRecording("a", isForgetting: true).files == ["a~2.wav"])
        #expect(Files.exists(far) && !Files.exists(shelf.file("a~2.wav")))

        try shelf.library.updateRecording("a") { $0.edits.delete(0..<100) }
        #expect(try shelf.library.cleanRecording("a", isForgetting: true) == .init(), "nothing is heard: that is for delete")
        #expect(Files.exists(shelf.file("a.wav")))
        try shelf.record("d", segments: 2)
        try shelf.library.updateRecording("d") { $0.edits.delete(0..<100) }
        #expect(try shelf.library.cleanRecording("d", isForgetting: true).files.isEmpty, "it is found by that file")
        #expect(try shelf.library.find("d").path == shelf.file("d.wav") && shelf.library.verify("d", deep: true).isEmpty)
        // An unreadable sidecar could name any file.
        try shelf.record("c", segments: 2)
        try shelf.library.updateRecording("c") { $0.edits.delete(100..<200) }
        #expect(TestLibrary.write(Array("{".utf8), to: shelf.file("b.json")))
        #expect(throws: StorageError.self) { try shelf.library.cleanRecording("c", isForgetting: true) }
        #expect(Files.exists(shelf.file("c~2.wav")))
    }
}
