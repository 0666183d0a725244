// Tests of identities on the disk: they outlast renames, copies of the folder, recoveries and other programs (F12 F7).
import Dictation
import Storage
import TestSupport
import Testing

@Suite("Identities of recordings on the disk (F12)") struct IdentityTests {
    @Test func aRenameKeepsThemAndACopyHasItsOwn() throws {
        let shelf = try TestLibrary()
        var entry = JournalEntry(name: "a", segment: try shelf.audio("a.wav", frames: 100))
        entry.id = .fresh()
        entry.segment.id = .fresh()
        entry.markers = [Marker(frame: 3, name: "three", id: .fresh())]
        let kept = try shelf.library.keepTake(entry)
        #expect(kept.id == entry.id && kept.segments[0].id == entry.segment.id && kept.markers == entry.markers)
        try shelf.library.keepTake(JournalEntry(name: "a", segment: try shelf.audio("a~2.wav", frames: 50)))
        try shelf.library.renameRecording("a", to: "b")
        let renamed = try shelf.library.readRecording("b")
        #expect(renamed.id == entry.id && renamed.segments[0].id == entry.segment.id && renamed.markers == entry.markers)
        #expect(Set(renamed.segments.map(\.id)).count == renamed.segments.count)
        let job = try CopyJob(shelf.library, "b", to: "c")
        while try !job.step() {}
        let copy = try shelf.library.readRecording("c")
        #expect(copy.id != entry.id && copy.segments[0].id != entry.segment.id && copy.markers == renamed.markers)
        let index = try shelf.index()
        let whole = try #require(Identifier.Beginning(entry.id.description))
        #expect(try index.names(whole) == ["b"] && index.namesakes(of: "b", entry.id).isEmpty)
        #expect(try index.names(#require(Identifier.Beginning(String(copy.id.description.prefix(8))))) == ["c"])
        #expect(try index.page(LibraryQuery()).items.map(\.id).contains(copy.id))
    }

    /// A sidecar of an older version has none; every reader derives the same ones, until the next change keeps them.
    @Test func anOlderSidecarHasTheSameOnesForEveryReader() throws {
        let shelf = try TestLibrary()
        var older = Recording(name: "old", created: "2026-01-01T00:00:00Z", segment: try shelf.audio("old.wav", frames: 100))
        older.edits.arrangement.add(Marker(frame: 5, name: "five"))
        #expect(Files.write(String(decoding: older.printed, as: UTF8.self), to: shelf.file("old.json")))
        let first = try shelf.library.readRecording("old")
        #expect(!first.id.isUnset && !first.segments[0].id.isUnset && !first.markers[0].id.isUnset)
        // A copy of the folder that came back from elsewhere, with new times and under another name.
        let back = shelf.scratch.file("back")
        let moved =
            "mkdir '\(back)' && cd '\(shelf.library.folder)' && cat old.wav > '\(back)/new.wav' && sed 's/old/new/g' old.json > '\(back)/new.json'"
        try #require(shell(moved).code == 0)
        let elsewhere = try Library(folder: back).readRecording("new")
        #expect(
            elsewhere.id == first.id && elsewhere.segments[0].id == first.segments[0].id && elsewhere.markers == first.markers)
        try shelf.library.renameRecording("old", to: "newer")
        #expect(try #require(Files.read(shelf.file("newer.json"))).contains(first.id.description))
        try shelf.library.updateRecording("newer") { $0.created = "2020-01-01T00:00:00Z" }
        #expect(try shelf.library.readRecording("newer").id == first.id)
    }

    @Test func bareAudioIsKnownByItsSound() throws {
        let shelf = try TestLibrary()
        _ = try shelf.audio("song.wav", frames: 30_000)
        _ = try shelf.audio("other.wav", frames: 30_001)
        let first = try shelf.library.recording("song")
        #expect(try first.id != shelf.library.recording("other").id)
        try #require(shell("cd '\(shelf.library.folder)' && mv song.wav hymn.wav && touch -d 2001-01-01 hymn.wav").code == 0)
        let renamed = try shelf.library.recording("hymn")
        #expect(renamed.id == first.id && renamed.segments[0].id == first.segments[0].id)
        #expect(try shelf.index().page(LibraryQuery()).items.first { $0.name == "hymn" }?.id == first.id)
        // One byte in the middle makes another sound of the same length.
        try #require(
            shell(
                "cd '\(shelf.library.folder)' && cp hymn.wav near.wav && printf '\\377' | dd of=near.wav bs=1 seek=$(($(stat -c %s near.wav) / 2)) conv=notrunc 2>&1"
            ).code == 0)
        #expect(try shelf.library.recording("near").id != first.id)
        // The next change keeps it, whatever becomes of the file.
        try shelf.library.updateRecording("hymn") { $0.note = "kept" }
        #expect(try shelf.library.readRecording("hymn").id == first.id)
        let job = try CopyJob(shelf.library, "other", to: "twin")
        while try !job.step() {}
        #expect(try shelf.library.recording("twin").id != shelf.library.recording("other").id)
    }

    @Test func aTakeThatWasLeftOpenKeepsThoseOfItsJournal() throws {
        let shelf = try TestLibrary()
        var entry = JournalEntry(name: "t", segment: try shelf.audio("t.wav", frames: 300))
        (entry.id, entry.segment.id) = (.fresh(), .fresh())
        entry.segment.endReason = nil
        entry.markers = [Marker(frame: 7, name: "seven", id: .fresh())]
        #expect(Files.write(String(decoding: entry.printed, as: UTF8.self), to: shelf.file(".t.take")))
        let before = try shelf.library.recording("t")
        #expect(before.id == entry.id && before.segments[0].id == entry.segment.id)
        #expect(try shelf.index().page(LibraryQuery()).items.map(\.id) == [entry.id])
        #expect(try shelf.library.recoverLeftovers().map(\.action) == [.madeWhole])
        let after = try shelf.library.readRecording("t")
        #expect(after.id == entry.id && after.segments[0].id == entry.segment.id && after.markers == entry.markers)
    }

    @Test func twoRecordingsWithOneIdentityAreBothFound() throws {
        let shelf = try TestLibrary()
        let id = try shelf.record("a").id
        try #require(
            shell(
                "cd '\(shelf.library.folder)' && cp a.wav b.wav && sed 's/\"a\\(\\.wav\\)\\{0,1\\}\"/\"b\\1\"/' a.json > b.json"
            ).code == 0)
        let index = try shelf.index()
        #expect(try index.names(#require(Identifier.Beginning(id.description))) == ["a", "b"])
        #expect(try index.namesakes(of: "a", id) == ["b"])
    }

    /// The same sound twice, as other programs leave it, is no fault until one of the two keeps the identity that both have.
    @Test func plainFilesOfOneSoundAreNoNamesakes() throws {
        let shelf = try TestLibrary()
        _ = try shelf.audio("a.wav", frames: 100)
        try #require(shell("cd '\(shelf.library.folder)' && cp a.wav b.wav").code == 0)
        let index = try shelf.index()
        let id = try shelf.library.recording("a").id
        #expect(try !id.isUnset && shelf.library.recording("b").id == id)
        #expect(try index.namesakes(of: "a", id).isEmpty && index.namesakes(of: "b", id).isEmpty)
        try shelf.library.updateRecording("a") { $0.note = "changed" }
        #expect(try index.namesakes(of: "a", id) == ["b"] && index.namesakes(of: "b", id) == ["a"])
    }
}
