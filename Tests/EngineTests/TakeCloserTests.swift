// Tests that takes whose files were deleted are written anew, in the order in which they ended.
import Dictation
import Realtime
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Recorder
@testable import Threads

@Suite struct TakeCloserTests {
    private let folder = TempFolder()
    private let outbox = Mailbox<WriterEvent> {}

    /// A part of the take with that many frames in `library`, or in the folder of the test; its file is deleted if it has some.
    private func part(_ number: Int, frames: Int, in library: String? = nil, of take: UInt64? = nil) throws -> EndedTake {
        let format = try AudioFormat(rate: 48_000)
        let name = "part \(number)"
        let path = "\(library ?? folder.path)/\(name).wav"
        var request = TakeRequest(
            id: take ?? UInt64(number), name: name, path: path, format: format, created: "2026-01-01T00:00:00Z", startFrame: 1,
            preRollFrames: 0, limitFrames: nil)
        request.splitFrom = number > 1 ? "part 1" : nil
        let take = Take(request, segment: try SegmentWriter(path: path, format: format))
        if frames > 0 {
            let samples = [Frame](repeating: Frame(repeating: 0.5), count: frames)
            unsafe try samples.withFrames { (frames) throws(StorageError) in unsafe try take.consume(frames, at: 1) }
            try take.segment.flush()
            #expect(Files.remove(path))
        }
        return EndedTake(take, nil, [], xruns: 0, leftAt: 0)
    }

    private func closer() throws -> TakeCloser {
        TakeCloser(try Library(folder: folder.path), outbox, ends: Mailbox<Void> {})
    }

    /// The desk takes an empty part's end for that of the take: it comes after the parts before (R24).
    @Test func anEmptyPartEndsBehindTheDeletedOneBeforeIt() throws {
        var closer = try closer()
        closer.close(try part(1, frames: 9_000))
        closer.close(try part(2, frames: 0))
        #expect(outbox.take().isEmpty)
        while closer.turn() == 0 {}
        let told = outbox.take().map {
            switch $0 {
            case .closed(let summary): "closed \(summary.name) with \(summary.segment.frames)"
            case .dropped(let request, _, _): "dropped \(request.name)"
            default: "else"
            }
        }
        #expect(told == ["closed part 1 with 9000", "dropped part 2"])
        #expect(Files.exists(folder.file("part 1.wav")) && !Files.exists(folder.file("part 2.wav")))
    }

    /// Without a name a file is gone with this program: none waits for the lock of the library, which another take waits for (R24).
    @Test func everyDeletedFileIsWrittenAnewBeforeTheLockIsAskedFor() throws {
        var closer = try closer()
        closer.close(try part(1, frames: 9_000))
        closer.close(try part(2, frames: 9_000))
        var told = 0
        for _ in 0..<100 where told == 0 {
            let areThere = Files.exists(folder.file("part 1.wav")) && Files.exists(folder.file("part 2.wav"))
            _ = closer.turn()
            told = outbox.take().count
            #expect(told == 0 || areThere, "a take was saved before")
        }
        #expect(told == 2)
    }

    /// A deleted folder is made again for the files of its takes (R24, F26).
    @Test func aDeletedFolderIsMadeAgain() throws {
        var closer = try closer()
        let take = try part(1, frames: 9_000)
        try #require(Process.run("/bin/rm", ["-r", folder.path]).code == 0)
        closer.close(take)
        while closer.turn() == 0 {}
        let told = outbox.take().map { (event) -> [String] in
            guard case .closed(let summary) = event else { return [] }
            return summary.troubles.map(\.description)
        }
        #expect(told.count == 1 && told[0].count == 1 && told[0][0].contains("was written anew"), "\(told)")
        #expect(Files.exists(folder.file("part 1.wav")) && Files.exists(folder.file("part 1.json")))
    }

    /// A file, or a folder that cannot be written, in the place of the library's is another's: the take becomes a recording in a folder
    /// beside it (R24, F26).
    @Test(arguments: [true, false]) func whatHasThePlaceOfTheFolderCostsNoSound(isFile: Bool) throws {
        let library = folder.file("library")
        defer { _ = Process.run("/usr/bin/chattr", ["-i", library]) }
        var closer = TakeCloser(try Library(folder: library), outbox, ends: Mailbox<Void> {})
        let take = try part(1, frames: 9_000, in: library)
        let other = isFile ? "echo x > '\(library)'" : "mkdir '\(library)'"
        try #require(Process.run("/bin/sh", ["-c", "rm -r '\(library)' && \(other)"]).code == 0)
        // Not even root can write there. Some file systems in memory have no such folders.
        guard isFile || Process.run("/usr/bin/chattr", ["+i", library]).code == 0 else { return }
        #expect(take.file.findLoss() == .takeDeleted(path: library + "/part 1.wav"))
        closer.close(take)
        while closer.turn() == 0 {}
        let told = outbox.take().map { (event) -> [String] in
            guard case .closed(let summary) = event else { return [] }
            return summary.troubles.map(\.description)
        }
        #expect(told.count == 1 && told[0].count == 1 && told[0][0].hasSuffix("to \(library)-kept/part 1.wav"), "\(told)")
        let kept = try Library(folder: library + "-kept", mayWrite: false)
        #expect(try kept.readRecording("part 1").timeline.length == 9_000 && Files.exists(library + "-kept/part 1.wav"))
        #expect(!isFile || Files.read(library).map { $0.utf8.count } == 2)
    }

    /// A part that was closed has no descriptor: it is gone with its folder, and the words name it (R17, R24).
    @Test func aClosedPartThatIsGoneWithItsFolderIsTold() throws {
        let library = folder.file("library")
        var closer = TakeCloser(try Library(folder: library), outbox, ends: Mailbox<Void> {})
        closer.close(try part(1, frames: 9_000, in: library, of: 7))
        while closer.turn() == 0 {}
        #expect(outbox.take().count == 1 && Files.exists(library + "/part 1.wav"))
        let second = try part(2, frames: 9_000, in: library, of: 7)
        try #require(Process.run("/bin/rm", ["-r", library]).code == 0)
        closer.close(second)
        while closer.turn() == 0 {}
        let told = outbox.take().map { (event) -> [String] in
            guard case .closed(let summary) = event else { return [] }
            return summary.troubles.map(\.description)
        }
        let words = "to \(library)/part 2.wav; 1 earlier file of the take was closed by then and is gone: part 1.wav"
        #expect(told.count == 1 && told[0].count == 1 && told[0][0].hasSuffix(words), "\(told)")
    }

    /// A deleted take whose copy finds no room goes on, since room may be made before its end (R8, R24).
    @Test func aDeletedTakeGoesOnWithoutRoomForItsCopy() throws {
        let disk = folder.file("disk")
        try #require(Files.makeFolder(disk))
        let mounted = Process.run("/bin/mount", ["-t", "tmpfs", "-o", "size=8m", "dicta-test", disk])
        try #require(mounted.code == 0, "needs a small file system of its own; run it as root: \(mounted.errors)")
        defer { _ = Process.run("/bin/umount", ["-l", disk]) }
        var fixture = try WriterFixture(library: disk, reserve: 800_000)
        try fixture.begin(nil)
        fixture.capture(200_000)
        let filler = try DiskSpace.at(disk).available - 600_000
        try #require(Process.run("/bin/sh", ["-c", "head -c \(filler) /dev/zero > '\(disk)/filler'"]).code == 0)
        #expect(Files.remove(disk + "/take.wav"))
        fixture.capture(10)
        fixture.capture(20_000)
        let goesOn = fixture.writer.take != nil
        #expect(fixture.closed.isEmpty && goesOn)
        #expect(Files.remove(disk + "/filler"))
        fixture.stop()
        let outbox = fixture.outbox
        var closed = fixture.closed
        Pause.until {
            closed += outbox.take().compactMap { (event) -> TakeSummary? in
                guard case .closed(let summary) = event else { return nil }
                return summary
            }
            return !closed.isEmpty
        }
        #expect(closed.map(\.segment.frames) == [220_010] && closed.map(\.segment.endReason) == [.stopped])
        #expect(try SegmentReader(path: disk + "/take.wav").info.frames == 220_010)
    }
}
