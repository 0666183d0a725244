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

    /// A folder on the disk is missing then, and is not made in its place. One that was deleted is made again.
    @Test func aFolderOnItIsNotMadeInItsPlace() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("disk", options: "size=4m")
        let library = try Library(folder: "\(disk)/my/takes")
        try #require(shell("rm -r '\(disk)/my'").code == 0)
        #expect(throws: StorageError.missing(path: library.folder)) { try library.checkPlace() }
        try library.makeAgain()
        try library.checkPlace()
        try #require(shell("umount '\(disk)'").code == 0)
        let error = StorageError.diskGone(path: library.folder)
        #expect(throws: error) { try library.checkPlace() }
        #expect(throws: error) { try library.makeAgain() }
        // The advice to make the folder would lead away from the disk, and one that was made all the same is another.
        #expect(throws: error) { try library.checkFolder() }
        #expect(shell("ls -A '\(disk)'").output.isEmpty)
        try #require(shell("mkdir -p '\(library.folder)'").code == 0)
        #expect(throws: error) { try library.checkFolder() }
    }

    /// A list that somebody asks for meanwhile ends no watch: each later one would look at all files of the library.
    @Test func theFolderIsWatchedOnceItIsBack() throws {
        let scratch = try Scratch()
        let folder = scratch.file("takes")
        try #require(shell("mkdir '\(folder)'").code == 0)
        let index = try LibraryIndex(try Library(folder: folder), folder: scratch.file("index"))
        #expect(try index.page(LibraryQuery()).total == 0)
        try #require(index.watch?.isThere == true)
        try #require(shell("mv '\(folder)' '\(folder)-2'").code == 0)
        #expect(throws: StorageError.self) { try index.page(LibraryQuery()) }
        try #require(shell("mkdir '\(folder)'").code == 0)
        #expect(try index.page(LibraryQuery()).total == 0)
        #expect(index.watch?.isThere == true)
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

    /// Before, the disk was known only as long as one program ran: the next one took the bare mount point for an empty library.
    @Test func aBareMountPointIsNotTheLibrary() throws {
        let scratch = try Scratch()
        let disk = try scratch.disk("disk", options: "size=4m")
        let list = scratch.file("state/disks")
        try LibraryDisk.check(disk, list: list, mayWrite: false)
        #expect(!File.exists(list), "nothing was to be written")
        try LibraryDisk.check(disk, list: list, mayWrite: true)
        try LibraryDisk.check("\(disk)/Recordings/", list: list, mayWrite: true)
        #expect(shell("cat '\(list)'").output == "\(disk)\n", "a folder that is not there yet is not remembered")
        try #require(shell("mkdir '\(disk)/Recordings'").code == 0)
        try LibraryDisk.check("\(disk)/Recordings/", list: list, mayWrite: true)
        // Temporary libraries, more than the list has room for, do not push out one that was used between them.
        for number in 0..<60 {
            let other = "\(disk)/\(number)"
            try #require(shell("mkdir '\(other)'").code == 0)
            try LibraryDisk.check(other, list: list, mayWrite: true)
            guard number == 30 else { continue }
            for used in [disk, "\(disk)/Recordings"] { try LibraryDisk.check(used, list: list, mayWrite: true) }
        }
        try #require(shell("umount '\(disk)'; touch '\(disk)/.dicta-lock'").code == 0)
        for folder in [disk, "\(disk)/Recordings"] {
            for mayWrite in [false, true] {
                #expect(throws: StorageError.diskAway(path: folder)) {
                    try LibraryDisk.check(folder, list: list, mayWrite: mayWrite)
                }
            }
        }
        #expect(shell("ls -A '\(disk)'").output == ".dicta-lock\n")
        // Mounted again, also another one, it is the library, empty or not.
        try #require(shell("mount -t tmpfs -o size=4m tmpfs '\(disk)'").code == 0)
        try LibraryDisk.check(disk, list: list, mayWrite: true)
        try #require(shell("umount '\(disk)'").code == 0)
        #expect(throws: StorageError.diskAway(path: disk)) { try LibraryDisk.check(disk, list: list, mayWrite: true) }
        // A library that has moved to the system's disk: from then on it may be empty too.
        try #require(shell("touch '\(disk)/a.wav'").code == 0)
        try LibraryDisk.check(disk, list: list, mayWrite: true)
        try #require(shell("rm '\(disk)/a.wav'").code == 0)
        try LibraryDisk.check(disk, list: list, mayWrite: true)
    }

    /// A first use, a library that was emptied, and a user without a state folder.
    @Test func anEmptyLibraryOfTheSystemGoesOnWorking() throws {
        let scratch = try Scratch()
        let folder = scratch.file("Recordings")
        let list = scratch.file("state/disks")
        try LibraryDisk.check(folder, list: list, mayWrite: true)
        try #require(shell("mkdir '\(folder)' && touch '\(folder)/a.wav'").code == 0)
        try LibraryDisk.check(folder, list: list, mayWrite: true)
        try #require(shell("rm -r '\(folder)'").code == 0)
        try LibraryDisk.check(folder, list: list, mayWrite: true)
        #expect(!File.exists(list), "the system's disk is not remembered")
        let disk = try scratch.disk("disk", options: "size=4m")
        // A list that cannot be kept, and none.
        try #require(shell("touch '\(scratch.file("file"))'").code == 0)
        for list in [scratch.file("file/disks"), nil] {
            try LibraryDisk.check(disk, list: list, mayWrite: true)
        }
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
