// Tests of two engines that choose the same name and both record (F1, F11).
import Dictation
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Recorder

@Suite("the names of takes are claimed by creating them")
struct TakeNameTests {
    private let folder = TempFolder()

    private func request(_ library: Library, _ name: String) throws -> TakeRequest {
        TakeRequest(
            id: 1, name: name, path: library.path(of: "\(name).wav"), format: try AudioFormat(rate: 48_000),
            created: "2026-01-01T00:00:00Z", startFrame: 0, preRollFrames: 0, limitFrames: nil)
    }

    /// Keeps a take that has ended in the library.
    private func keep(
        _ library: Library, _ request: TakeRequest, _ opened: (journal: TakeJournal, segment: SegmentWriter)
    ) throws {
        var entry = request.journalEntry
        try opened.segment.writeSilence(frames: 100)
        entry.segment.bytes = try opened.segment.close()
        (entry.segment.frames, entry.segment.endReason) = (100, .stopped)
        try library.keepTake(entry)
        try opened.journal.end()
    }

    /// Each engine found the name free before any of them made a file.
    @Test("engines that begin a take in the same second all record, each under a name of its own")
    func theSameSecond() throws {
        let library = try Library(folder: folder.path)
        for wanted in ["memo", nil] {
            let name = try library.freshName(wanted)
            var requests = try (0..<3).map { _ in try request(library, name) }
            var opened: [(journal: TakeJournal, segment: SegmentWriter)] = []
            for index in requests.indices { opened.append(try requests[index].open(in: library)) }
            #expect(requests[0].name == name && Set(requests.map(\.name)).count == 3, "\(requests.map(\.name))")
            if wanted != nil { #expect(requests.map(\.name) == ["memo", "memo (2)", "memo (3)"]) }
            for (request, opened) in zip(requests, opened) { try keep(library, request, opened) }
            for request in requests {
                #expect(try library.verify(request.name, deep: true).isEmpty)
                #expect(try library.readRecording(request.name).timeline.length == 100)
            }
        }
    }

    @Test("a take that was begun and ended under that name meanwhile keeps it, whatever its format")
    func begunAndEnded() throws {
        let library = try Library(folder: folder.path)
        var (first, second) = (try request(library, "memo"), try request(library, "memo"))
        second.path = library.path(of: "memo.flac")
        let one = try first.open(in: library)
        try keep(library, first, one)
        let two = try second.open(in: library)
        try keep(library, second, two)
        #expect(first.name == "memo" && second.name == "memo (2)")
        #expect(try library.readRecording("memo").segments.count == 1)
    }

    @Test("a part whose file somebody else has made takes the next one; a recording that is recorded into is refused")
    func parts() throws {
        let library = try Library(folder: folder.path)
        var first = try request(library, "memo")
        let one = try first.open(in: library)
        try keep(library, first, one)
        var part = try request(library, "memo")
        (part.addsToRecording, part.path) = (true, library.path(of: "memo~2.wav"))
        #expect(Files.write("theirs", to: library.path(of: "memo~2.wav")))
        let opened = try part.open(in: library)
        #expect(part.path == library.path(of: "memo~3.wav"))
        var other = part
        #expect(throws: StorageError.busy(name: "memo")) { _ = try other.open(in: library) }
        try keep(library, part, opened)
        #expect(try library.readRecording("memo").segments.map(\.file) == ["memo.wav", "memo~3.wav"])
        #expect(Files.read(library.path(of: "memo~2.wav")) == "theirs")
    }

    /// A take that waits for its first sound, or for a server, meets its recording under another name (F12, C2).
    @Test("a part goes into its recording, whatever name other programs have given it")
    func renamed() throws {
        let library = try Library(folder: folder.path)
        var ids: [String: Identifier] = [:]
        for name in ["memo", "other"] {
            var take = try request(library, name)
            let opened = try take.open(in: library)
            try keep(library, take, opened)
            ids[name] = take.recordingID
        }
        try library.renameRecording("memo", to: "moved")
        try library.renameRecording("other", to: "memo")
        var part = try request(library, "memo")
        (part.addsToRecording, part.recordingID) = (true, try #require(ids["memo"]))
        let opened = try part.open(in: library)
        #expect(part.name == "moved" && part.path == library.path(of: "moved~2.wav"))
        try keep(library, part, opened)
        #expect(try library.readRecording("moved").segments.count == 2 && library.readRecording("memo").segments.count == 1)
    }

    /// The recording was deleted, and another got its name, while the take waited for a server (F12, R24).
    @Test("a part whose recording is gone goes into no other one that has its name")
    func withoutItsRecording() throws {
        let library = try Library(folder: folder.path)
        var take = try request(library, "memo")
        let first = try take.open(in: library)
        try keep(library, take, first)
        var part = try request(library, "memo")
        (part.addsToRecording, part.recordingID) = (true, .fresh())
        let opened = try part.open(in: library)
        try keep(library, part, opened)
        #expect(try library.readRecording("memo").segments.count == 1)
        #expect(try library.readRecording("memo (2)").id == part.recordingID)
    }

    /// The take may have waited for a server as its recording was renamed (C2).
    @Test("a part after a recording that was renamed to the end of all numbers is counted from the beginning")
    func theHighestNumber() throws {
        let library = try Library(folder: folder.path)
        for (name, first) in [
            ("foo (7)", 8), ("foo", 2), ("foo ()", 2), ("foo (-3)", 2), ("foo (9223372036854775807)", 2),
            ("foo (9223372036854775806)", 2),
        ] {
            var take = try request(library, name)
            take.splits = SplitRule(base: "memo")
            let part = take.next(at: 10, after: 9, isPaused: false, created: take.created)
            #expect(part?.name == "memo" && part?.firstNumber == first, "\(name)")
        }
    }
}
