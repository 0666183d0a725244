// Tests of takes that go into a recording whose description is damaged.
import Dictation
import TestSupport
import Testing

@testable import Storage

@Suite("A take in a recording with a damaged description (F8, issue 39 no. 35)") struct DamagedSidecarTests {
    private let shelf: TestLibrary

    init() throws { shelf = try TestLibrary() }

    /// A recording of two segments whose sidecar is damaged and whose second copy is gone.
    private func damaged(_ name: String) throws {
        try shelf.record(name, segments: 2)
        try #require(shell("rm -rf '\(shelf.file(".sidecars"))'; echo '{' > '\(shelf.file("\(name).json"))'").code == 0)
    }

    @Test("earlier segments stay in it, in their order, and the take has its place behind them")
    func append() throws {
        try damaged("talk")
        var entry = JournalEntry(name: "talk", segment: try shelf.audio("talk~3.wav", frames: 50))
        entry.markers = [Marker(frame: 5, name: "here")]
        let kept = try shelf.library.keepTake(entry)
        #expect(kept.segments.map(\.file) == ["talk.wav", "talk~2.wav", "talk~3.wav"])
        #expect(kept.timeline.length == 250 && kept.markers.map(\.frame) == [205])
        #expect(try shelf.library.readRecording("talk") == kept)
        // The description that could not be read is not lost.
        #expect(shell("ls '\(shelf.file("_Corrupted"))'").output.contains("talk.json"))
    }

    @Test("a take that was inserted stays inserted")
    func insert() throws {
        try damaged("talk")
        let segment = try shelf.audio("talk~3.wav", frames: 50)
        let kept = try shelf.library.keepTake(JournalEntry(name: "talk", segment: segment, edit: .insert(at: 100)))
        #expect(kept.timeline.segments.count == 3 && kept.timeline.spans.map(\.segment)[1] == "talk~3.wav")
    }

    @Test("its second copy describes it where there is one")
    func copy() throws {
        let before = try shelf.record("talk", segments: 2)
        try #require(shell("echo '{' > '\(shelf.file("talk.json"))'").code == 0)
        let kept = try shelf.library.keepTake(
            JournalEntry(name: "talk", segment: try shelf.audio("talk~3.wav", frames: 50)))
        #expect(kept.segments.prefix(2) == before.segments[...] && kept.segments.count == 3 && kept.id == before.id)
        #expect(try shelf.library.readRecording("talk") == kept)
    }

    @Test("a description that went away during a take does not take the earlier file out of the recording")
    func missing() throws {
        try shelf.record("talk")
        try #require(shell("rm -rf '\(shelf.file(".sidecars"))' '\(shelf.file("talk.json"))'").code == 0)
        let kept = try shelf.library.keepTake(
            JournalEntry(name: "talk", segment: try shelf.audio("talk~2.wav", frames: 50)))
        #expect(kept.segments.map(\.file) == ["talk.wav", "talk~2.wav"] && kept.timeline.length == 150)
    }

    @Test("a damaged journal beside it does not keep the take from being recovered")
    func journal() throws {
        try damaged("talk")
        _ = try shelf.audio("talk~3.wav", frames: 50)
        try #require(shell("echo '{' > '\(shelf.file(".talk.take"))'").code == 0)
        let notes = try shelf.library.recoverLeftovers()
        #expect(notes.contains { $0.name == "talk" && $0.action == .madeWhole }, "\(notes)")
        let kept = try shelf.library.readRecording("talk")
        let files = kept.segments.map(\.file)
        #expect(files == ["talk.wav", "talk~2.wav", "talk~3.wav"] && kept.timeline.length == 250, "\(files)")
        #expect(try shelf.library.recoverLeftovers().isEmpty)
    }
}
