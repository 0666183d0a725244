// Tests of the second copies of sidecars: written, followed, and used when the first is damaged or missing (F14 F8).
import Dictation
import TestSupport
import Testing

@testable import Storage

@Suite("Second copies of sidecars (F14 F8)") struct SecondCopyTests {
    private func copies(_ shelf: TestLibrary) -> [String] {
        shell("ls -A1 '\(shelf.file(".sidecars"))' 2>&1").output.split(separator: "\n").map(String.init)
    }

    /// A recording with all that people type, an edit, and a marker.
    private func full(_ shelf: TestLibrary, segments: Int = 2) throws -> Recording {
        try shelf.record("a", segments: segments)
        return try shelf.library.updateRecording("a") { recording in
            (recording.title, recording.note, recording.tags) = ("A title", "A note", ["one", "two"])
            recording.edits.arrangement.add(Marker(frame: 5, name: "five"))
            recording.edits.delete(50..<60)
        }
    }

    @Test func aDamagedSidecarComesBackWithAllThatWasTyped() throws {
        let shelf = try TestLibrary()
        let before = try full(shelf)
        #expect(Files.write("{ \"schema\": 2, \"na", to: shelf.file("a.json")))
        let item = try #require(try shelf.index().page(LibraryQuery()).items.first)
        #expect(item.title == "A title" && item.id == before.id && item.problem.contains("a.json is not a readable"))
        #expect(try shelf.library.verify("a", deep: false).contains { $0.contains("a.json is not a readable") })
        let note = try #require(try shelf.library.recoverRecording("a"))
        #expect(note.action == .described && note.words.contains("the second copy of it, of 20"), "\(note.words)")
        #expect(note.words.contains("_Corrupted/a.json") && Files.exists(shelf.file("_Corrupted/a.json")))
        #expect(try shelf.library.readRecording("a") == before)
        #expect(try shelf.library.verify("a", deep: true).isEmpty)
    }

    @Test func lengthsFollowTheAudio() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try shelf.library.updateRecording("a") { $0.title = "A title" }
        try #require(Files.remove(shelf.file("a.wav")))
        _ = try shelf.audio("a.wav", frames: 150)
        #expect(Files.write("x", to: shelf.file("a.json")))
        _ = try shelf.library.recoverRecording("a")
        let after = try shelf.library.readRecording("a")
        #expect(after.title == "A title" && after.timeline.length == 150 && after.segments[0].frames == 150)
        #expect(try shelf.library.verify("a", deep: true).isEmpty)
    }

    @Test func aMissingSidecarIsReadFromItsCopyAndPutBack() throws {
        let shelf = try TestLibrary()
        let before = try full(shelf)
        #expect(Files.remove(shelf.file("a.json")))
        #expect(try shelf.library.recording("a") == before && shelf.library.nameOfRecording("a~2.wav") == "a")
        let items = try shelf.index().page(LibraryQuery()).items
        #expect(items.map(\.name) == ["a"] && items.first?.segments == 2 && items.first?.id == before.id, "\(items)")
        #expect(try shelf.library.verify("a", deep: false).contains { $0.contains("a.json is missing") })
        #expect(try shelf.library.lostSidecars() == ["a"])
        #expect(try #require(try shelf.library.recoverRecording("a")).words.contains("was put back"))
        #expect(try shelf.library.readRecording("a") == before && shelf.library.lostSidecars().isEmpty)
        #expect(try shelf.library.recoverRecording("a") == nil)
    }

    /// Sound that has got the name of a recording that is gone has nothing to do with it.
    @Test func otherAudioOfThatNameIsNotDescribedByIt() throws {
        let shelf = try TestLibrary()
        let before = try full(shelf, segments: 1)
        try #require(Files.remove(shelf.file("a.json")) && Files.remove(shelf.file("a.wav")))
        _ = try shelf.audio("a.wav", frames: 999)
        let other = try shelf.library.recording("a")
        #expect(other.title.isEmpty && other.timeline.length == 999 && other.id != before.id)
        #expect(try shelf.library.recoverRecording("a") == nil && !Files.exists(shelf.file("a.json")))
        // A take that has just begun under that name is no part of it either.
        var entry = JournalEntry(name: "a", segment: other.segments[0])
        entry.id = .fresh()
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".a.take")))
        #expect(try shelf.library.recording("a").id == entry.id)
    }

    @Test func theyFollowRenamesCopiesAndDeletes() throws {
        let shelf = try TestLibrary()
        _ = try full(shelf)
        #expect(copies(shelf) == ["a.json"])
        try shelf.library.renameRecording("a", to: "b")
        #expect(copies(shelf) == ["b.json"])
        #expect(Files.read(shelf.file(".sidecars/b.json")) == Files.read(shelf.file("b.json")))
        let job = try CopyJob(shelf.library, "b", to: "c")
        while try !job.step() {}
        #expect(copies(shelf) == ["b.json", "c.json"])
        #expect(Files.setMode(shelf.file("b.json"), 0o640))
        try shelf.library.updateRecording("b") { $0.note = "another" }
        #expect(Files.mode(shelf.file(".sidecars/b.json")) == 0o640 && Files.mode(shelf.file(".sidecars/c.json")) == 0o600)
        #expect(Files.read(shelf.file(".sidecars/b.json")) == Files.read(shelf.file("b.json")))
        _ = try shelf.library.cleanRecording("b", isForgetting: true)
        #expect(Files.read(shelf.file(".sidecars/b.json")) == Files.read(shelf.file("b.json")))
        // Without its sidecar too, a recording is renamed and deleted with all that is known of it.
        #expect(Files.remove(shelf.file("b.json")))
        try shelf.library.renameRecording("b", to: "d")
        #expect(copies(shelf) == ["c.json", "d.json"])
        #expect(try shelf.library.readRecording("d").note == "another")
        #expect(Files.remove(shelf.file("d.json")))
        try shelf.library.deleteRecording("d")
        try shelf.library.deleteRecording("c")
        #expect(copies(shelf).isEmpty && shelf.names().isEmpty, "\(copies(shelf)), \(shelf.names())")
    }

    @Test func aChangeThatAnotherProgramHadBegunIsFollowed() throws {
        let shelf = try TestLibrary()
        _ = try full(shelf)
        let fault = try DiskFault()
        var call = 1
        while true {
            let folder = shelf.scratch.file("try")
            try #require(shell("rm -rf '\(folder)' && cp -a '\(shelf.library.folder)' '\(folder)'").code == 0)
            guard try fault.run([folder, "rename", "a", "b"], call: call, .kill) != nil else { break }
            let library = try Library(folder: folder)
            _ = try library.recoverLeftovers()
            for name in try library.lostSidecars() { _ = try library.recoverRecording(name) }
            let name = try #require(try library.sidecars().first)
            #expect(try library.recoverCopies().allSatisfy { $0.action == .cleared })
            // The copy is there, or an older one is, and it is whole.
            #expect(Files.write("x", to: "\(folder)/\(name).json"))
            let note = try #require(try library.recoverRecording(name))
            #expect(try note.words.contains("second copy") && library.readRecording(name).title == "A title", "killed at \(call)")
            call += 1
        }
        #expect(call > 20)
    }

    @Test func aLibraryThatTakesNoCopiesGoesOnWithoutAndSaysItOnce() throws {
        let shelf = try TestLibrary()
        #expect(Files.write("in the way", to: shelf.file(".sidecars")))
        try shelf.record("a")
        try shelf.library.updateRecording("a") { $0.title = "A title" }
        #expect(try shelf.library.readRecording("a").title == "A title")
        let words = "\(try #require(shelf.library.copyTrouble()))"
        #expect(words.contains(shelf.library.folder) && words.contains("no second copies"), "\(words)")
        try shelf.library.renameRecording("a", to: "b")
        try shelf.library.deleteRecording("b")
        #expect(shelf.library.copyTrouble() == nil)
        #expect(try shelf.library.lostSidecars().isEmpty && shelf.library.recoverCopies().isEmpty)
    }

    @Test func theCopyOfARecordingThatIsGoneIsRemoved() throws {
        let shelf = try TestLibrary()
        _ = try full(shelf)
        try #require(shell("cd '\(shelf.library.folder)' && rm a.json a.wav").code == 0)
        // One of its files is still there: it may be needed.
        #expect(try shelf.library.recoverRecording("a") != nil)
        try #require(shell("cd '\(shelf.library.folder)' && rm a.json a~2.wav && : > .sidecars/.dicta-1k2qz8w0x9ab").code == 0)
        #expect(try #require(try shelf.library.recoverRecording("a")).action == .cleared)
        #expect(try shelf.library.recoverCopies().count == 1 && copies(shelf).isEmpty)
    }
}
