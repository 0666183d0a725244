// Tests of recordings whose files elsewhere have moved (F9).
import Dictation
import TestSupport
import Testing

@testable import Storage

@Suite("Files elsewhere that have moved (F9)") struct RelinkTests {
    /// A library with the recording `near`, which refers to `far.wav` in a folder of its own.
    private func referring(_ shelf: TestLibrary, frames: Int = 5_000) throws -> Recording {
        try #require(shell("mkdir -p '\(shelf.scratch.file("old"))' '\(shelf.scratch.file("new"))'").code == 0)
        let path = shelf.scratch.file("old/far.wav")
        try write(path, frames)
        var options = ImportJob.Options()
        (options.isReference, options.name) = (true, "near")
        let job = try ImportJob(shelf.library, path, options)
        while try !job.step() {}
        return try shelf.library.updateRecording("near") { recording in
            recording.title = "A title"
            recording.edits.arrangement.add(Marker(frame: 77, name: "here"))
            recording.edits.delete(4_000..<4_500)
        }
    }

    private func write(_ path: String, _ frames: Int, rate: Int = 48_000) throws {
        let writer = try SegmentWriter(path: path, format: try AudioFormat(encoding: .pcm16, rate: rate))
        try writer.write(all: Signal.counter(frames, .pcm16))
        _ = try writer.close()
    }

    private func relink(_ shelf: TestLibrary, _ path: String, isForced: Bool = false) throws {
        let cache = DecodeCache(folder: shelf.scratch.file("decoded"))
        let job = RelinkJob(shelf.library, "near", to: path, isForced: isForced, cache: cache)
        while try !job.step() { #expect((0...1).contains(job.fraction)) }
    }

    private func sh(_ shelf: TestLibrary, _ words: String) throws {
        try #require(shell("cd '\(shelf.scratch.path)' && \(words)").code == 0, "\(words)")
    }

    /// ffmpeg takes the place where two streams meet for damage, and Dicta knows that they are joined.
    @Test(arguments: ["mp3", "ogg"]) func aJoinedFileElsewhereIsNotDamaged(kind: String) throws {
        let shelf = try TestLibrary()
        for (name, rate) in [("one", 44_100), ("two", kind == "mp3" ? 48_000 : 44_100)] {
            let header = kind == "mp3" && name == "one" ? "-write_xing 0" : ""
            try sh(shelf, "ffmpeg -nostdin -v error -f lavfi -i sine=d=1:sample_rate=\(rate) \(header) \(name).\(kind)")
        }
        try sh(shelf, "cat one.\(kind) two.\(kind) > far.\(kind)")
        let path = shelf.scratch.file("far.\(kind)")
        #expect(SegmentReader.fallsShort(path))
        var options = ImportJob.Options()
        (options.isReference, options.name) = (true, "near")
        let job = try ImportJob(shelf.library, path, options)
        while try !job.step() {}
        let told = try shelf.library.verify("near", deep: true)
        #expect(told.isEmpty, "\(told)")
    }

    /// A command line in a message can be pasted.
    @Test func namesInCommandLinesAreWordsOfTheShell() {
        let names = ["near", "öffne-1.2", "near (2)", "it's", "a \"b\" $c", "back\\slash!", ""]
        for name in names {
            #expect(shell("printf %s \(name.shellWord)").output == name, "\(name.shellWord)")
        }
        #expect("near (2)".shellWord == "\"near (2)\"")
        #expect(StorageError.moved(name: "my take", path: "/x").description.contains("'dicta relink \"my take\" PATH'"))
    }

    @Test func verifyTellsAndTheNewPlaceIsTaken() throws {
        let shelf = try TestLibrary()
        let before = try referring(shelf)
        #expect(try shelf.library.verify("near", deep: true).isEmpty && before.segments[0].inode?.contains(":") == true)
        try sh(shelf, "mv old/far.wav new/other.wav")
        let told = try shelf.library.verify("near", deep: false)
        #expect(told.contains { $0.contains("/old/far.wav is moved or missing: 'dicta relink near PATH'") }, "\(told)")
        // The disk of the file may be away: nothing is at fault.
        #expect(try shelf.library.recoverRecording("near") == nil && shelf.library.leftFaults("near").isEmpty)
        #expect(throws: StorageError.moved(name: "near", path: before.segments[0].file)) { try shelf.library.find("near") }
        try relink(shelf, shelf.scratch.file("new/other.wav"))
        let after = try shelf.library.readRecording("near")
        #expect(after.segments[0].file == shelf.scratch.file("new/other.wav"))
        #expect(after == before.withFiles { $0 == before.segments[0].file ? after.segments[0].file : $0 })
        #expect(try shelf.library.verify("near", deep: true).isEmpty)
        #expect(shelf.library.peakState(of: after.segments[0]) == .ready)
        var back = after
        #expect(back.edits.undo() == "cut" && back.timeline.length == 5_000)
    }

    /// In a folder: the very same file, then one of its name, then one of its size and length.
    @Test(arguments: [
        ("mv old/far.wav new/x.wav && cp new/x.wav new/far.wav", "new/x.wav"),
        ("cp old/far.wav new/far.wav && rm old/far.wav", "new/far.wav"),
        ("cp old/far.wav new/y.wav && rm old/far.wav && head -c 99 /dev/zero > new/z.wav", "new/y.wav"),
    ])
    func aFolderIsSearched(words: String, found: String) throws {
        let shelf = try TestLibrary()
        _ = try referring(shelf)
        try sh(shelf, words)
        try relink(shelf, shelf.scratch.file("new"))
        let segment = try shelf.library.readRecording("near").segments[0]
        #expect(segment.file == shelf.scratch.file(found))
        #expect(try shelf.library.verify("near", deep: true).isEmpty)
    }

    /// A file elsewhere that comes back changes nothing in the folder of the library, and is seen all the same.
    @Test func aListSeesAFileThatCameBack() throws {
        let shelf = try TestLibrary()
        _ = try referring(shelf)
        let index = try shelf.index()
        func problems() throws -> [String] { try index.page(LibraryQuery()).items.map(\.problem) }
        #expect(try problems() == [""])
        try sh(shelf, "mv old/far.wav new/far.wav")
        try shelf.library.renameRecording("near", to: "renamed")
        #expect(try problems().allSatisfy { $0.contains("old/far.wav") })
        try shelf.library.updateRecording("renamed") { $0.note = "changed meanwhile" }
        #expect(try problems().allSatisfy { $0.contains("old/far.wav") })
        try sh(shelf, "mv new/far.wav old/far.wav")
        #expect(try problems() == [""])
        #expect(try shelf.index().page(LibraryQuery()).problems == 0)
        // One that is deleted while its file is away is listed no more.
        try sh(shelf, "mv old/far.wav new/far.wav")
        try shelf.library.updateRecording("renamed") { $0.note = "changed again" }
        #expect(try problems().count == 1)
        try shelf.library.deleteRecording("renamed")
        #expect(try problems().isEmpty)
    }

    @Test func anotherSoundIsRefusedAndForcedOnlyIfItIsLongEnough() throws {
        let shelf = try TestLibrary()
        let before = try referring(shelf)
        try sh(shelf, "mv old/far.wav gone.wav")
        let place = { (name: String) in shelf.scratch.file("new/\(name).wav") }
        try write(place("longer"), 6_000)
        try write(place("shorter"), 4_999)
        try write(place("rate"), 5_000, rate: 44_100)
        func words(_ name: String, isForced: Bool = false) -> String {
            do { try relink(shelf, place(name), isForced: isForced) } catch { return "\(error)" }
            return ""
        }
        #expect(words("longer").contains("is another sound") && words("longer").contains("--force"))
        #expect(words("rate").contains("44100 Hz instead of 48000 Hz"))
        #expect(words("shorter", isForced: true).contains("cannot hold the timeline"))
        #expect(words("rate", isForced: true).contains("cannot hold the timeline"))
        #expect(words("none").contains("does not exist"))
        #expect(try shelf.library.readRecording("near") == before)
        #expect(words("longer", isForced: true).isEmpty)
        let after = try shelf.library.readRecording("near")
        #expect(after.segments[0].frames == 6_000 && after.timeline.length == before.timeline.length && after.id == before.id)
        #expect(after.markers == before.markers)
        #expect(try shelf.library.verify("near", deep: true).isEmpty)
    }

    @Test func whatRefersToNothingElsewhereIsRefused() throws {
        let shelf = try TestLibrary()
        try shelf.record("near")
        try write(shelf.scratch.file("far.wav"), 100)
        func words(_ path: String) -> String {
            do { try relink(shelf, path) } catch { return "\(error)" }
            return ""
        }
        #expect(words(shelf.scratch.file("far.wav")).contains("refers to no file outside"))
        try shelf.library.deleteRecording("near")
        _ = try referring(shelf)
        try shelf.record("own", frames: 5_000)
        #expect(words(shelf.file("own.wav")).contains("lies in the library itself"))
        #expect(words(shelf.library.folder).contains("lies in the library itself"))
    }

    /// A file that only ffmpeg can read is known by its size, or by the length of its sound.
    @Test func aFileThatOnlyFfmpegReadsIsFoundToo() throws {
        let shelf = try TestLibrary()
        try sh(shelf, "mkdir old new && ffmpeg -nostdin -v error -f lavfi -i sine=d=2:r=44100 -c:a aac old/far.m4a")
        var options = ImportJob.Options()
        (options.isReference, options.name) = (true, "near")
        let job = try ImportJob(shelf.library, shelf.scratch.file("old/far.m4a"), options)
        while try !job.step() {}
        try sh(shelf, "mv old/far.m4a new/moved.m4a")
        try relink(shelf, shelf.scratch.file("new"))
        #expect(try shelf.library.readRecording("near").segments[0].file == shelf.scratch.file("new/moved.m4a"))
        // The same sound with tags has another size.
        try sh(
            shelf,
            "ffmpeg -nostdin -v error -i new/moved.m4a -metadata title=x -metadata comment=longer -c copy new/tagged.m4a && rm new/moved.m4a"
        )
        try relink(shelf, shelf.scratch.file("new/tagged.m4a"))
        let segment = try shelf.library.readRecording("near").segments[0]
        #expect(segment.file == shelf.scratch.file("new/tagged.m4a"))
        #expect(try shelf.library.verify("near", deep: true).isEmpty)
    }
}
