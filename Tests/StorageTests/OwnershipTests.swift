// Tests of the files that belong to a recording.
import Dictation
import Storage
import TestSupport
import Testing

struct OwnershipTests {
    private func names(_ shelf: TestLibrary) throws -> [String] {
        try shelf.index().page(LibraryQuery()).items.map(\.name).sorted()
    }

    /// `t.wav`, with a sidecar or without, beside a recording `t~2` of its own.
    @Test(arguments: [true, false], [true, false])
    func aRecordingCalledLikeALaterPartIsLeftAlone(hasSidecar: Bool, otherHasSidecar: Bool) throws {
        for verb in ["delete", "rename", "tag", "copy", "clean"] {
            let shelf = try TestLibrary()
            if hasSidecar { try shelf.record("t") } else { _ = try shelf.audio("t.wav", frames: 100) }
            if otherHasSidecar { try shelf.record("t~2") } else { _ = try shelf.audio("t~2.wav", frames: 70) }
            let other = otherHasSidecar ? ["t~2.json", "t~2.wav"] : ["t~2.wav"]
            #expect(try names(shelf) == ["t", "t~2"])
            switch verb {
            case "delete":
                try shelf.library.deleteRecording("t")
                #expect(shelf.names() == other)
            case "rename":
                try shelf.library.renameRecording("t", to: "u")
                #expect(shelf.names() == other + (hasSidecar ? ["u.json", "u.wav"] : ["u.wav"]))
            case "copy":
                let job = try CopyJob(shelf.library, "t", to: "u")
                while try !job.step() {}
                #expect(!shelf.names().contains("u~2.wav"))
            case "clean": _ = try shelf.library.cleanRecording("t", isForgetting: true)
            default:
                try shelf.library.updateRecording("t") { $0.tags = ["x"] }
                #expect(try shelf.library.readRecording("t").segments.map(\.file) == ["t.wav"])
                try shelf.library.deleteRecording("t")
            }
            #expect(shelf.names().filter { $0.hasPrefix("t~2") } == other, "\(verb)")
            #expect(try shelf.library.recording("t~2").segments.map(\.file) == ["t~2.wav"])
        }
    }

    /// A file that belongs to a recording is found by the recording's name, and is no recording itself.
    @Test func aPartOfARecordingIsNoRecording() throws {
        let shelf = try TestLibrary()
        try shelf.record("t", segments: 2)
        #expect(try shelf.library.nameOfRecording("t~2.wav") == "t" && shelf.library.nameOfRecording("t.wav") == "t")
        let none = StorageError.noSuchRecording(name: "t~2", folder: shelf.library.folder)
        #expect(throws: none) { try shelf.library.nameOfRecording("t~2") }
        #expect(throws: none) { try shelf.library.find("t~2") }
        #expect(throws: none) { try shelf.library.updateRecording("t~2") { $0.note = "x" } }
        #expect(throws: none) { try shelf.library.deleteRecording("t~2") }
        #expect(shelf.names() == ["t.json", "t.wav", "t~2.wav"])
    }

    /// A list has such recordings, so they are found, too (F1).
    @Test func aRecordingIsFoundWithoutAFileOfItsName() throws {
        let shelf = try TestLibrary()
        try shelf.record("t")
        try #require(shell("mv '\(shelf.file("t.wav"))' '\(shelf.scratch.file("away.wav"))'").code == 0)
        let gone = StorageError.gone(name: "t", path: shelf.file("t.wav"))
        #expect(throws: gone) { try shelf.library.find("t") }
        #expect(try shelf.library.verify("t", deep: false) == [gone.description])
        let missing = StorageError.missing(path: shelf.file("t.wav"))
        #expect(shelf.library.told(missing, of: "t") == gone && shelf.library.told(missing, of: "none") == missing)
        try shelf.library.renameRecording("t", to: "u")
        try #require(shell("mv '\(shelf.scratch.file("away.wav"))' '\(shelf.file("t.wav"))'").code == 0)
        #expect(try shelf.library.find("u").path == shelf.file("t.wav"))
        #expect(try shelf.index().page(LibraryQuery()).items.contains { $0.name == "u" && $0.problem.isEmpty })
        #expect(throws: StorageError.noSuchRecording(name: "v", folder: shelf.library.folder)) { try shelf.library.find("v") }
    }

    /// Other programs, and older versions of Dicta, made such sidecars.
    @Test func aFileThatTwoSidecarsNameGoesWithNeither() throws {
        let shelf = try TestLibrary()
        try shelf.record("t", segments: 2)
        var twin = try shelf.library.readRecording("t")
        twin.segments.removeFirst()
        twin.name = "t~2"
        twin.edits = EditHistory(Timeline(twin.segments.map(\.span)))
        try shelf.library.writeRecording(twin)
        try shelf.library.renameRecording("t", to: "u")
        #expect(shelf.names() == ["t~2.json", "t~2.wav", "u.json", "u.wav"])
        #expect(try shelf.library.readRecording("u").segments.map(\.file) == ["u.wav", "t~2.wav"])
        #expect(try shelf.index().page(LibraryQuery()).items.map(\.problem) == ["", ""])
        try shelf.library.renameRecording("u", to: "t")
        try shelf.library.deleteRecording("t")
        #expect(shelf.names() == ["t~2.json", "t~2.wav"])
    }

    /// A copy of a recording with a shared file names that file too, and is called otherwise.
    @Test(arguments: ["delete", "rename"], [false, true])
    func aFileThatAnyOtherRecordingNamesStays(verb: String, isBatch: Bool) throws {
        let shelf = try TestLibrary()
        try shelf.record("a", segments: 2)
        try shelf.record("b")
        let shared = try #require(try shelf.library.readRecording("a").segment("a~2.wav"))
        try shelf.library.updateRecording("b") { recording in
            recording.segments.append(shared)
            recording.edits = EditHistory(Timeline(recording.segments.map(\.span)))
        }
        let stay = isBatch ? NamesStay(shelf.library) : nil
        defer { withExtendedLifetime(stay) {} }
        switch verb {
        case "delete":
            try shelf.library.deleteRecording("a")
            #expect(shelf.names() == ["a~2.wav", "b.json", "b.wav"])
        default:
            try shelf.library.renameRecording("a", to: "c")
            #expect(shelf.names() == ["a~2.wav", "b.json", "b.wav", "c.json", "c.wav"])
            #expect(try shelf.library.verify("c", deep: true).isEmpty)
        }
        #expect(try shelf.library.verify("b", deep: true).isEmpty)
        // The file is listed as a recording of its own now.
        let needed = StorageError.namedByOther(name: "a~2", file: "a~2.wav")
        #expect(throws: needed) { try shelf.library.deleteRecording("a~2") }
        #expect(throws: needed) { try shelf.library.renameRecording("a~2", to: "d") }
        #expect(try shelf.library.verify("b", deep: true).isEmpty)
        try shelf.library.deleteRecording("b")
        try shelf.library.updateRecording("a~2") { $0.note = "mine" }
        if verb == "rename" { try shelf.library.deleteRecording("c") }
        try shelf.library.deleteRecording("a~2")
        #expect(shelf.names().isEmpty)
    }

    @Test("a damaged description keeps the files that it or its second copy names, and stops no other deletion")
    func damagedOthers() throws {
        let shelf = try TestLibrary()
        for name in ["a", "b", "ä", "other"] { try shelf.record(name, segments: 2) }
        let shared = try #require(try shelf.library.readRecording("ä").segment("ä~2.wav"))
        try shelf.library.updateRecording("other") { $0.segments.append(shared) }
        #expect(Files.write("{\"schema\": 2, \"segments\": [{\"file\": \"a~2.wav\", \"cre", to: shelf.file("cut.json")))
        #expect(Files.write("{\"mine\": \"b\\n\"}", to: shelf.file("foreign.json")))
        #expect(Files.write("", to: shelf.file("other.json")))
        for name in ["a", "b", "ä"] { try shelf.library.deleteRecording(name) }
        let left = ["a~2.wav", "cut.json", "foreign.json", "other.json", "other.wav", "other~2.wav", "ä~2.wav"]
        #expect(Set(shelf.names()) == Set(left))
    }

    @Test func theNextPartTakesANameThatNobodyHas() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try shelf.record("a~2")
        _ = try shelf.audio("a~3.wav", frames: 5)
        let recording = try shelf.library.readRecording("a")
        #expect(try shelf.library.freshSegmentPath(of: recording, fileExtension: "flac") == shelf.file("a~4.flac"))
        // A renamed recording leaves out the number of a part that belongs to another recording.
        try shelf.record("b", segments: 3)
        try shelf.record("c~2")
        try shelf.library.renameRecording("b", to: "c")
        #expect(try shelf.library.readRecording("c").segments.map(\.file) == ["c.wav", "c~3.wav", "c~4.wav"])
        #expect(try shelf.library.readRecording("c~2").segments.map(\.file) == ["c~2.wav"])
        #expect(try shelf.library.verify("c", deep: true).isEmpty)
        #expect(try names(shelf) == ["a", "a~2", "a~3", "c", "c~2"])
    }
}
