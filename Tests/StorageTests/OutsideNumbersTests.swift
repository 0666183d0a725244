// Tests of numbers that other programs write.
import Dictation
import Glibc
import System
import Testing

@testable import Storage

struct OutsideNumbersTests {
    /// NTFS and SMB show 1601 for an unset date. The test runs on tmpfs, whose dates have 64 bits too.
    @Test(arguments: [
        (-11_644_473_600, "1601-01-01T00:00:00Z"), (9_300_000_000, "2264-09-14T21:20:00Z"),
        (Int.max, "9999-12-31T23:59:59Z"), (Int.min, "1000-01-01T00:00:00Z"),
    ])
    func aFileOfAnyDateIsListedWithIt(seconds: Int, told: String) throws {
        let scratch = try Scratch()
        let library = try Library(folder: try scratch.disk("library", options: "size=8m"))
        let shelf = try TestLibrary()
        _ = try shelf.audio("dated.wav", frames: 48_000)
        let path = "\(library.folder)/dated.wav"
        #expect(TestLibrary.write(TestLibrary.read(shelf.file("dated.wav")), to: path))
        let moment = timespec(tv_sec: seconds, tv_nsec: 5)
        #expect(unsafe utimensat(AT_FDCWD, path, [moment, moment], 0) == 0)
        let index = try LibraryIndex(library, folder: scratch.file("index"))
        let item = try #require(try index.page(LibraryQuery()).items.first)
        #expect(item.modified?.seconds == seconds && item.modified?.iso8601 == told && item.problem.isEmpty)
        #expect(try library.find("dated").modified.iso8601 == told)
        #expect(try library.recoverLeftovers().isEmpty)
        let copy = try CopyJob(library, "dated", to: "again")
        while try !copy.step() {}
        let scan = try PeakScan(library, "dated.wav")
        while try !scan.step() {}
        #expect(library.peakState(of: try library.recording("dated").segments[0]) == .ready)
        // The old index finds the file unchanged, and a new index gives the same lists.
        #expect(try index.page(LibraryQuery()).items.map(\.modified).contains(item.modified))
        let fresh = try LibraryIndex(library, folder: scratch.file("fresh"))
        #expect(try fresh.page(LibraryQuery()).items == index.page(LibraryQuery()).items)
    }

    @Test func newestFirstHoldsForAllDates() {
        let moments = [
            Timestamp(seconds: .min), Timestamp(seconds: -1), Timestamp(seconds: 0, nanoseconds: 1), Timestamp(seconds: .max),
        ]
        #expect(moments == moments.sorted() && moments[1].earlier(by: .max) < moments[1])
        #expect(moments[0].earlier(by: 1) == moments[0] && moments[3].earlier(by: -1) == moments[3])
        #expect(Timestamp(seconds: .min).mark != Timestamp(seconds: .max).mark)
    }

    @Test func aThousandMissingSegmentsOfTheGreatestSizeAreListed() throws {
        let shelf = try TestLibrary()
        var recording = try shelf.record("huge")
        let first = recording.segments[0]
        for number in 2...1026 {
            var segment = first
            segment.file = Recording.fileName("huge", segment: number, fileExtension: "wav")
            (segment.bytes, segment.frames) = (Timeline.longest, Timeline.longest)
            (segment.dropoutCount, segment.dropouts, segment.xruns) = (Int(Timeline.longest), [], Int(Timeline.longest))
            recording.segments.append(segment)
            recording.edits.append(Arrangement(Timeline([segment.span])))
        }
        try shelf.library.writeRecording(recording)
        let item = try #require(try shelf.index().page(LibraryQuery()).items.first)
        #expect(item.bytes == .max && item.frames == Timeline.longest && item.problem.contains("is missing"))
        #expect(recording.bytes == .max)
        let again = try shelf.library.readRecording("huge")
        #expect(again == recording)
    }

    @Test func segmentsOfTenMegahertzAndOneHertzAreBroughtTogether() throws {
        let shelf = try TestLibrary()
        var recording = try shelf.record("rates", segments: 2)
        recording.segments[0].rate = 10_000_000
        (recording.segments[1].rate, recording.segments[1].frames) = (1, Timeline.longest)
        let slow = recording.segments[1]
        #expect(slow.frames(at: recording.rate) == Timeline.longest && recording.span(of: slow).length == Timeline.longest)
        #expect(recording.markers([Marker(frame: Timeline.longest)], of: slow).map(\.frame) == [Timeline.longest])
        recording.edits.append(Arrangement(Timeline([recording.span(of: slow)])))
        try shelf.library.writeRecording(recording)
        #expect(try shelf.index().page(LibraryQuery()).items.map(\.frames) == [Timeline.longest])
        #expect(try !shelf.library.verify("rates", deep: false).isEmpty)
        let waveform = try Waveform(shelf.library, recording, 0..<Timeline.longest, zoom: 1 << 40)
        #expect(throws: StorageError.self) { while try !waveform.step() {} }
    }

    /// A timeline that plays a file of no segment blocked the library for ever; found by fuzzing folders.
    @Test(.timeLimit(.minutes(1))) func aWaveformOfAFileThatIsNoneOfItsOwnIsAnError() throws {
        let shelf = try TestLibrary()
        var recording = try shelf.record("a")
        recording.edits.append(Arrangement(Timeline([Span(segment: "b.wav", length: 50)])))
        let waveform = try Waveform(shelf.library, recording, 0..<150, zoom: 10)
        #expect(throws: StorageError.missing(path: shelf.file("b.wav"))) { while try !waveform.step() {} }
    }

    /// The next segment of a recording has a number past the highest one.
    @Test func theHighestNumberInAFileNameLeavesANextOne() throws {
        let shelf = try TestLibrary()
        for file in ["a.wav", "a~9223372036854775807.wav", "a~999999999.wav"] { _ = try shelf.audio(file, frames: 10) }
        #expect(try shelf.index().page(LibraryQuery()).items.count > 1)
        var recording = try shelf.library.rebuiltRecording("a")
        recording.segments.append(try shelf.library.segment(file: "a~999999999.wav"))
        let next = recording.nextFileName(fileExtension: "wav")
        #expect(next == "a~2.wav" && Recording.ending(of: next, name: "a") != nil)
        #expect(Recording.ending(of: "a~9223372036854775807.wav", name: "a") == nil)
        // Only digits are read, and no other text that Swift takes for a number.
        #expect(Recording.ending(of: "a~+2.wav", name: "a") == nil)
        recording.segments.removeLast()
        #expect(recording.nextFileName(fileExtension: "wav") == "a~2.wav")
    }

    /// A rate in a header that no sidecar can hold would make a sidecar that cannot be read back.
    @Test func anAbsurdRateInAHeaderIsNoAudio() throws {
        let shelf = try TestLibrary()
        _ = try shelf.audio("fast.wav", frames: 10)
        var bytes = TestLibrary.read(shelf.file("fast.wav"))
        let format = try #require(bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual("fmt ".utf8) })
        bytes.replaceSubrange(format + 12..<format + 16, with: [0xff, 0xff, 0xff, 0x7f])
        #expect(TestLibrary.write(bytes, to: shelf.file("fast.wav")))
        #expect(throws: StorageError.self) { try shelf.library.rebuiltRecording("fast") }
        #expect(try shelf.index().page(LibraryQuery()).items.map { $0.problem.isEmpty } == [false])
    }
}
