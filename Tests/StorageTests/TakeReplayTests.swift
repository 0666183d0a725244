// Tests of adding a recovered take to its recording.
import Dictation
import Storage
import TestSupport
import Testing

struct TakeReplayTests {
    private func take(_ shelf: TestLibrary, _ file: String) throws -> JournalEntry {
        var entry = JournalEntry(name: "t", segment: try shelf.audio(file, frames: 300))
        entry.segment.gaps = [.init(position: 10, length: 20, cause: .missed)]
        entry.segment.joints = [.init(position: 100, paused: 50)]
        entry.markers = [Marker(frame: 5, name: "five")]
        return entry
    }

    /// The journal entry as it is written at the start of a take.
    private func begun(_ entry: JournalEntry) -> JournalEntry {
        var begun = entry
        begun.segment = Segment(
            file: entry.segment.file, created: entry.segment.created, container: "wav", encoding: "pcm16", rate: 48_000,
            channels: 2)
        return begun
    }

    @Test(arguments: [true, false])
    func powerLostBetweenSidecarAndJournalDoublesNothing(isFirst: Bool) throws {
        let shelf = try TestLibrary()
        if !isFirst { try shelf.record("t") }
        let entry = try take(shelf, isFirst ? "t.wav" : "t~2.wav")
        let kept = try shelf.library.keepTake(entry)
        for _ in 0..<2 {
            #expect(Files.write(String(decoding: begun(entry).printed, as: UTF8.self), to: shelf.file(".t.take")))
            #expect(try shelf.library.recoverLeftovers().map(\.action) == [.cleared])
            #expect(try shelf.library.readRecording("t") == kept)
        }
        #expect(try shelf.library.keepTake(entry) == kept && shelf.library.readRecording("t") == kept)
    }

    /// The file of the take was deleted before its engine was killed: that is told, once (R24).
    @Test func aTakeWithoutItsFileIsLost() throws {
        let shelf = try TestLibrary()
        let entry = try take(shelf, "t.wav")
        #expect(Files.write(String(decoding: begun(entry).printed, as: UTF8.self), to: shelf.file(".t.take")))
        #expect(Files.remove(shelf.file("t.wav")))
        let notes = try shelf.library.recoverLeftovers()
        #expect(notes.map(\.action) == [.lost] && notes.map(\.name) == ["t"], "\(notes)")
        #expect(notes.allSatisfy { $0.isOfTake && $0.words.contains("t.wav is missing") }, "\(notes)")
        #expect(try shelf.library.recoverLeftovers().isEmpty)
    }

    /// A scheduled take that is killed in the second before its time has no frame: it leaves nothing, and its name is free (R18, F7).
    @Test(arguments: [true, false]) func aTakeWithoutAFrameLeavesNothing(isFirst: Bool) throws {
        let shelf = try TestLibrary()
        if !isFirst { try shelf.record("t") }
        let before = shelf.names()
        let file = isFirst ? "t.wav" : "t~2.wav"
        let format = try AudioFormat(encoding: .pcm16, rate: 48_000)
        _ = try SegmentWriter(path: shelf.file(file), format: format).close()
        let entry = JournalEntry(name: "t", segment: Segment(file: file, created: "2099-01-01T00:00:00Z", format: format))
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".t.take")))
        #expect(try shelf.library.recoverLeftovers().map(\.action) == [.cleared])
        #expect(shelf.names() == before && !Files.exists(shelf.file(".t.take")))
        #expect(try shelf.library.freshName("t") == (isFirst ? "t" : "t (2)"))
    }

    /// A file in which nothing can be read has more than a head: it stays, here or in quarantine (F7).
    @Test func aTakeThatCannotBeReadIsNotRemoved() throws {
        let shelf = try TestLibrary()
        let format = try AudioFormat(container: .flac, rate: 48_000)
        _ = try SegmentWriter(path: shelf.file("t.flac"), format: format).close()
        try #require(shell("yes damaged | head -c 300000 >>'\(shelf.file("t.flac"))'").code == 0)
        let entry = JournalEntry(name: "t", segment: Segment(file: "t.flac", created: "2099-01-01T00:00:00Z", format: format))
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".t.take")))
        let notes = try shelf.library.recoverLeftovers()
        #expect(try Files.exists(shelf.file("t.flac")) || !shelf.library.quarantined().isEmpty, "\(notes)")
    }

    /// The file of the take was moved away before its engine was killed: it comes back with all that the journal knew, and no other file of
    /// that name is taken for it (R24, F7).
    @Test func aTakeWhoseFileComesBackIsWhole() throws {
        let shelf = try TestLibrary()
        var entry = begun(try take(shelf, "t.wav"))
        entry.segment.id = .fresh()
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".t.take")))
        try #require(shell("mv '\(shelf.file("t.wav"))' '\(shelf.scratch.file("t.wav"))'").code == 0)
        #expect(try shelf.library.recoverLeftovers().map(\.action) == [.lost])
        #expect(try shelf.library.quarantined().map(\.original) == [".t.take"] && shelf.library.openness("t") == .closed)
        // A later take of that name.
        let later = try shelf.record("t", frames: 200)
        #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.readRecording("t") == later)
        try shelf.library.deleteRecording("t")

        try #require(shell("mv '\(shelf.scratch.file("t.wav"))' '\(shelf.file("t.wav"))'").code == 0)
        let notes = try shelf.library.recoverLeftovers()
        #expect(notes.map(\.action) == [.madeWhole] && notes.allSatisfy(\.isOfTake), "\(notes)")
        let recording = try shelf.library.readRecording("t")
        #expect(recording.timeline.length == 300 && recording.markers.map(\.frame) == [5])
        #expect(recording.segments.map(\.id) == [entry.segment.id])
        #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.quarantined().isEmpty)
    }

    /// Other programs rename and exchange recordings while a take goes into one: it goes by the identity (F7, F12, R24).
    @Test(arguments: [JournalEntry.Edit.append, .insert(at: 50), .overwrite(from: 50)], [true, false])
    func aTakeFollowsItsRecording(edit: JournalEntry.Edit, isKilled: Bool) throws {
        let shelf = try TestLibrary()
        let id = try shelf.record("a").id
        let other = try shelf.record("b")
        try shelf.library.renameRecording("a", to: "z")
        try shelf.library.renameRecording("b", to: "a")
        var entry = JournalEntry(name: "a", segment: try shelf.audio("a~2.wav", frames: 300), edit: edit)
        (entry.id, entry.segment.id) = (id, .fresh())
        entry.markers = [Marker(frame: 5, name: "five")]
        #expect(try shelf.library.recording(with: entry).name == "z")
        if isKilled {
            #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".a.take")))
            let notes = try shelf.library.recoverLeftovers()
            #expect(notes.map(\.action) == [.madeWhole] && notes.map(\.name) == ["z"], "\(notes)")
        } else {
            #expect(try shelf.library.keepTake(entry).name == "z")
        }
        let kept = try shelf.library.readRecording("z")
        #expect(kept.id == id && kept.segments.map(\.id).last == entry.segment.id && kept.markers.count == 1)
        // The file has the name of its recording, by which that owns it.
        #expect(kept.segments.map(\.file) == ["z.wav", "z~2.wav"])
        #expect(Set(shelf.names()) == ["a.json", "a.wav", "z.json", "z.wav", "z~2.wav"])
        let beside = try shelf.library.readRecording("a")
        #expect(beside.id == other.id && beside.segments.count == 1 && beside.markers.isEmpty)
        // Once more, as after a power loss.
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".a.take")))
        #expect(try shelf.library.recoverLeftovers().map(\.action) == [.cleared])
        #expect(try shelf.library.readRecording("z") == kept && shelf.library.readRecording("a") == beside)
    }

    /// The recording is gone and another one has its name: the take is a recording of its own, and that is told (F12, R24).
    @Test func aTakeWithoutItsRecordingIsOneOfItsOwn() throws {
        let shelf = try TestLibrary()
        let other = try shelf.record("a")
        var entry = JournalEntry(name: "a", segment: try shelf.audio("a~2.wav", frames: 300))
        (entry.id, entry.segment.id) = (.fresh(), .fresh())
        for isFirst in [true, false] {
            var told: [StorageError] = []
            let kept = try shelf.library.keepTake(entry) { told.append($0) }
            #expect(kept.name == "a (2)")
            #expect(told == (isFirst ? [.takeApart(name: "a", kept: "a (2)")] : []))
        }
        #expect(try shelf.library.readRecording("a") == other)
        #expect(try shelf.library.readRecording("a (2)").timeline.length == 300)
        #expect(Set(shelf.names()) == ["a (2).json", "a (2).wav", "a.json", "a.wav"])
    }

    /// A file that was moved away comes back under its name: no later take gets that, until the journal is discarded (R24).
    @Test(arguments: [true, false]) func theNameOfAFileThatWasMovedAwayIsKept(isFirst: Bool) throws {
        let shelf = try TestLibrary()
        if !isFirst { try shelf.record("t") }
        let entry = begun(try take(shelf, isFirst ? "t.wav" : "t~2.wav"))
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".t.take")))
        #expect(Files.remove(shelf.file(entry.segment.file)))
        #expect(try shelf.library.recoverLeftovers().map(\.action) == [.lost])
        func next() throws -> String {
            if isFirst { return try shelf.library.freshName("t") }
            return try shelf.library.freshSegmentPath(of: shelf.library.readRecording("t"), fileExtension: "flac")
        }
        #expect(try next() == (isFirst ? "t (2)" : shelf.file("t~3.flac")))
        _ = try shelf.library.discardQuarantined("t.take")
        #expect(try next() == (isFirst ? "t" : shelf.file("t~2.flac")))
    }

    /// The recording was renamed before the file that was moved away came back (F7, F12, R24).
    @Test func aTakeThatComesBackFollowsItsRecording() throws {
        let shelf = try TestLibrary()
        let id = try shelf.record("er").id
        var entry = JournalEntry(name: "er", segment: try shelf.audio("er~2.wav", frames: 300))
        (entry.id, entry.segment.id, entry.segment.endReason) = (id, .fresh(), nil)
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".er.take")))
        try #require(shell("mv '\(shelf.file("er~2.wav"))' '\(shelf.scratch.file("away.wav"))'").code == 0)
        #expect(try shelf.library.recoverLeftovers().map(\.action) == [.lost])
        try shelf.library.renameRecording("er", to: "er2")
        try #require(shell("mv '\(shelf.scratch.file("away.wav"))' '\(shelf.file("er~2.wav"))'").code == 0)
        let notes = try shelf.library.recoverLeftovers()
        #expect(notes.map(\.action) == [.madeWhole] && notes.map(\.name) == ["er2"], "\(notes)")
        let recording = try shelf.library.readRecording("er2")
        #expect(recording.id == id && recording.timeline.length == 400)
        #expect(Set(shelf.names()) == ["er2.json", "er2.wav", "er2~2.wav"])
        #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.quarantined().isEmpty)
    }

    /// The take was given a tag while it was open, and was described from its audio then.
    @Test func aTakeThatWasDescribedWhileItWasOpenIsNotDoubled() throws {
        let shelf = try TestLibrary()
        let entry = try take(shelf, "t.wav")
        #expect(Files.write(String(decoding: begun(entry).printed, as: UTF8.self), to: shelf.file(".t.take")))
        try shelf.library.updateRecording("t") { $0.tags = ["x"] }
        for _ in 0..<2 { _ = try shelf.library.recoverLeftovers() }
        let recording = try shelf.library.readRecording("t")
        #expect(recording.timeline.length == 300 && recording.segments.count == 1 && recording.tags == ["x"])
        #expect(recording.segments.first?.endReason == .interrupted && recording.markers.map(\.frame) == [5])
    }

    /// A program that did not know its journal has described it while it was open: it is that recording, and stays in its place (R24, F7).
    @Test func aTakeThatOthersHaveDescribedStaysInItsPlace() throws {
        let shelf = try TestLibrary()
        var entry = begun(try take(shelf, "t.wav"))
        try shelf.library.updateRecording("t") { $0.tags = ["x"] }
        (entry.id, entry.segment.id) = (.fresh(), .fresh())
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".t.take")))
        #expect(try shelf.library.recoverLeftovers().map(\.action) == [.madeWhole])
        let recording = try shelf.library.readRecording("t")
        #expect(recording.timeline.length == 300 && recording.segments.count == 1 && recording.tags == ["x"])
        #expect(recording.segments.first?.endReason == .interrupted)
        #expect(Set(shelf.names()) == ["t.json", "t.wav"])
    }
}
