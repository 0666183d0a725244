// Tests of what a writer says is surely on the disk.
import Dictation
import Glibc
import TestSupport
import Testing

@testable import Storage

@Suite("Frames that are surely on the disk (F26, issue 39 no. 26c)") struct SafeFramesTests {
    private let scratch: Scratch
    private let writer: SegmentWriter

    init() throws {
        scratch = try Scratch()
        writer = try SegmentWriter(path: scratch.file("a.wav"), format: try AudioFormat(rate: 48_000))
    }

    @Test func aSyncConfirmsWhatWasWrittenBeforeIt() throws {
        try writer.writeSilence(frames: 100)
        #expect(writer.framesSafe == 0)
        try writer.sync()
        try writer.writeSilence(frames: 50)
        #expect(writer.framesSafe == 100)
        let wait = try writer.beginSync()
        try writer.writeSilence(frames: 25)
        try wait.run()
        writer.endSync()
        #expect(writer.framesSafe == 150)
        _ = try writer.close()
        #expect(writer.framesSafe == 175 && writer.framesWritten == 175)
    }

    /// A kernel drops what it could not write, and later syncs succeed.
    @Test func afterASyncThatFailedNoLaterOneCounts() throws {
        try writer.writeSilence(frames: 100)
        try writer.sync()
        try writer.writeSilence(frames: 50)
        _ = try writer.beginSync()
        writer.failSync(.system(operation: "sync", path: "a.wav", code: EIO))
        _ = try writer.close()
        #expect(writer.framesSafe == 100 && writer.framesWritten == 150)
    }

    /// A write that was refused leaves what was written before, and the last sync confirms it.
    @Test func aWriteThatFailsTakesNothingAway() throws {
        let disk = try scratch.disk("disk", options: "size=512k")
        let full = try SegmentWriter(path: disk + "/full.wav", format: try AudioFormat(rate: 48_000))
        #expect(throws: StorageError.self) { for _ in 0..<100 { try full.writeSilence(frames: 4800) } }
        _ = try full.close()
        #expect(full.framesWritten > 0 && full.framesSafe == full.framesWritten)
    }
}
