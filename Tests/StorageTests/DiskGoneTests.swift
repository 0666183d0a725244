// Tests of a library whose disk goes away (F26).
import Dictation
import System
import TestSupport
import Testing

@testable import Storage

@Suite("A library's disk that goes away (F26)") struct DiskGoneTests {
    @Test func nothingIsWrittenInItsPlace() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("disk", options: "size=4m")
        let library = try Library(folder: disk)
        let entry = JournalEntry(
            name: "a", segment: Segment(file: "a.wav", created: "2026-01-01T00:00:00Z", format: try AudioFormat(rate: 48_000)))
        let writer = try SegmentWriter(path: library.path(of: "a.wav"), format: try AudioFormat(rate: 48_000))
        try writer.writeSilence(frames: 100)
        _ = try writer.close()
        try library.keepTake(entry)
        let index = try LibraryIndex(library, folder: scratch.file("index"))
        #expect(try index.page(LibraryQuery()).total == 1)
        try #require(shell("umount '\(disk)'").code == 0)
        let error = StorageError.diskGone(path: disk)
        #expect(throws: error) { try library.checkPlace() }
        #expect(throws: error) { try library.updateRecording("a") { $0.note = "x" } }
        #expect(throws: error) { try library.keepTake(entry) }
        #expect(throws: error) { try library.deleteRecording("a") }
        #expect(throws: error) { try library.keep(ConnectionMemory(), of: "dicta") }
        #expect(throws: error) { try index.page(LibraryQuery()) }
        #expect(shell("ls -A '\(disk)'").output.isEmpty)
        #expect("\(error)".contains("is away, and nothing is written in its place: mount it there again"))
    }

    /// A stick in place of another has a folder of the same inode number.
    @Test func anotherDiskInItsPlaceIsAnother() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("disk", options: "size=4m")
        let library = try Library(folder: disk)
        try #require(shell("umount '\(disk)' && mount -t tmpfs -o size=4m tmpfs '\(disk)'").code == 0)
        let error = StorageError.diskGone(path: disk)
        #expect(throws: error) { try library.checkPlace() }
        #expect(throws: error) { try library.makeTemporary(prefix: ".dicta-import-", mode: FileMode.ordinary) }
        #expect(throws: error) { try PeakWriter(library, channels: 1, bytesPerFrame: 4) }
        #expect(shell("ls -A '\(disk)'").output.isEmpty)
        try #require(shell("umount '\(disk)'").code == 0)
    }

    /// A folder that is made anew on the same disk, and the same disk under another number, are the library.
    @Test func aFolderOnTheSameDiskIsTheLibrary() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        try #require(shell("rm -rf '\(shelf.library.folder)' && mkdir '\(shelf.library.folder)'").code == 0)
        try shelf.library.checkPlace()
        try shelf.record("b")
    }
}
