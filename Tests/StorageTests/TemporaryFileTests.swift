// Tests of files that are named once they are complete: for exports, and for programs that read from the cache.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Storage

@Suite("Files that get their name at the end (F9 F23)") struct TemporaryFileTests {
    /// The folder of an export has nothing of it until it is complete, and nothing of it if it is given up.
    @Test func anExportIsNotSeenBeforeItsEnd() throws {
        let shelf = try TestLibrary()
        do {
            let file = try TemporaryFile(forExportTo: shelf.file("memo.wav"), isOwn: true)
            try file.append([1, 2, 3])
            #expect(shelf.names(hidden: true).isEmpty)
            #expect(TestLibrary.read(file.path) == [1, 2, 3], "a child reads it by this path")
            #expect(try shelf.library.recoverLeftovers().isEmpty)
        }
        #expect(shelf.names(hidden: true).isEmpty)
    }

    @Test(arguments: [true, false]) func theNameIsTakenInOneStep(isNameless: Bool) throws {
        let shelf = try TestLibrary()
        let file = try isNameless ? TemporaryFile(forExportTo: shelf.file("a"), isOwn: true) : Self.hidden(shelf)
        try file.append([1])
        #expect(TestLibrary.write([9], to: shelf.file("a")))
        #expect(unsafe symlink("nowhere", shelf.file("b")) == 0)
        for name in ["a", "b"] {
            #expect(throws: StorageError.exists(path: shelf.file(name))) {
                _ = try file.takeFresh(name: Place(shelf.file(name)))
            }
        }
        #expect(throws: StorageError.isLink(path: shelf.file("b"))) { _ = try file.take(name: Place(shelf.file("b"))) }
        _ = close(try file.takeFresh(name: Place(shelf.file("c"))))
        #expect(TestLibrary.read(shelf.file("a")) == [9] && TestLibrary.read(shelf.file("c")) == [1])
        #expect(shelf.names(hidden: true) == ["a", "b", "c"] && Files.mode(shelf.file("c")) == 0o600)
    }

    /// On a disk without nameless files, the file of a killed program goes with the next one of its folder; nothing else goes.
    @Test(arguments: ["library", "export", "fallback"]) func whatAKilledProgramLeftGoes(by: String) throws {
        let shelf = try TestLibrary()
        let used = try Self.hidden(shelf)
        let inUse = try #require(shelf.names(hidden: true).first)
        let mark = Library.hiddenName(".dicta-export-")
        let kept = ["\(mark)-x", ".dicta-export-x", ".dicta-export-recordings", ".dicta-export-0123456789abcd", "memo"]
        for name in kept + [mark] { #expect(TestLibrary.write([1], to: shelf.file(name))) }
        switch by {
        case "library":
            let notes = try shelf.library.recoverLeftovers()
            #expect(notes.map(\.name) == [mark] && notes.map(\.action) == [.cleared], "\(notes)")
            #expect(Set(shelf.names(hidden: true)) == Set(kept + [inUse, ".dicta-lock"]))
        case "export":
            // Nameless files leave nothing behind, so nothing is looked for.
            _ = try TemporaryFile(forExportTo: shelf.file("x.wav"), isOwn: true)
            #expect(Set(shelf.names(hidden: true)) == Set(kept + [mark, inUse]))
        default:
            TemporaryFile.clear(beside: Place(shelf.file("x.wav")), prefix: TemporaryFile.exportPrefix)
            #expect(Set(shelf.names(hidden: true)) == Set(kept + [inUse]))
        }
        withExtendedLifetime(used) {}
    }

    /// A user's own file that begins as Dicta's hidden files do.
    @Test func aFileOfTheUserStays() throws {
        let shelf = try TestLibrary()
        try shelf.record("a")
        #expect(Files.makeFolder(shelf.file(".sidecars")) || Files.exists(shelf.file(".sidecars")))
        let own = [
            ".dicta-notes.txt", ".dicta-notes", ".dicta-conversation", ".dicta-copy-of-a", ".dicta-3w5e11264sgsg",
            ".dicta-0A1B2C3D4E5F",
            ".dicta-+0123456789a", ".dicta-0123456789ab.txt", ".dicta-0123456789ab.", ".dicta-0123456789ab.wav.txt", ".dicta-",
        ]
        // Earlier versions wrote fewer digits, and the ending of an export.
        let made = [".dicta-1k2qz8w0x9ab", ".dicta-export-2k2qz8w0x9abc.flac", ".dicta-copy-ab3defghijk", Library.hiddenName()]
        for folder in ["", ".sidecars/"] {
            for name in own + made { #expect(TestLibrary.write([1], to: shelf.file(folder + name))) }
        }
        let notes = try shelf.library.recoverLeftovers() + shelf.library.recoverCopies()
        #expect(notes.map(\.name).sorted() == (made + made).sorted() && notes.allSatisfy { $0.action == .cleared }, "\(notes)")
        for folder in ["", ".sidecars/"] {
            #expect(own.allSatisfy { TestLibrary.read(shelf.file(folder + $0)) == [1] })
            #expect(!made.contains { Files.exists(shelf.file(folder + $0)) })
        }
        #expect(try shelf.library.recoverLeftovers().isEmpty && shelf.library.recoverCopies().isEmpty)
    }

    /// Between its making and its lock a file looks like a left one: what another program clears then is made again.
    @Test func aFileThatIsJustMadeIsNotCleared() async throws {
        let shelf = try TestLibrary()
        let place = Place(shelf.file("x"))
        let clearing = Task.detached {
            while !Task.isCancelled { TemporaryFile.clear(beside: place, prefix: TemporaryFile.exportPrefix) }
        }
        var lost = 0
        for _ in 0..<20_000 where lost == 0 {
            let made = try Library.makeTemporary(beside: place, prefix: TemporaryFile.exportPrefix)
            if try FileStatus(of: made.descriptor, path: made.place.path).links == 0 { lost += 1 }
            made.place.removeQuietly()
            File.close(made.descriptor)
        }
        clearing.cancel()
        await clearing.value
        #expect(lost == 0)
    }

    /// Names that this program makes, for what it does not make.
    @Test func whatOnlyHasTheNameStays() throws {
        let shelf = try TestLibrary()
        let other = try Elsewhere()
        let names = (0..<5).map { _ in Library.hiddenName(".dicta-export-") }
        #expect(unsafe symlink(other.path, shelf.file(names[0])) == 0)
        #expect(unsafe symlink(other.file("settings.json"), shelf.file(names[1])) == 0)
        #expect(unsafe link(other.file("settings.json"), shelf.file(names[2])) == 0)
        #expect(unsafe symlink("nowhere", shelf.file(names[3])) == 0)
        #expect(Files.makeFolder(shelf.file(names[4])) && TestLibrary.write([1], to: shelf.file(names[4] + "/lock")))
        let before = other.state
        let all = shelf.names(hidden: true)
        TemporaryFile.clear(beside: Place(shelf.file("x.wav")), prefix: TemporaryFile.exportPrefix)
        #expect(other.state == before && shelf.names(hidden: true) == all)
        let notes = try shelf.library.recoverLeftovers()
        #expect(notes.map(\.action) == [.left] && notes.map(\.name) == [names[4]], "\(notes)")
        #expect(other.state == before && shelf.names(hidden: true) == (all + [".dicta-lock"]).sorted())
        #expect(Files.exists(shelf.file(names[4] + "/lock")))
    }

    @Test(.enabled(if: geteuid() == 0, "another user's file needs root")) func anotherUsersFileStays() throws {
        let shelf = try TestLibrary()
        let mark = Library.hiddenName(".dicta-export-")
        #expect(TestLibrary.write([1], to: shelf.file(mark)))
        #expect(unsafe chown(shelf.file(mark), 65_534, 65_534) == 0)
        TemporaryFile.clear(beside: Place(shelf.file("x.wav")), prefix: TemporaryFile.exportPrefix)
        _ = try shelf.library.recoverLeftovers()
        #expect(Files.exists(shelf.file(mark)))
    }

    /// Makes the kind that disks without nameless files have.
    private static func hidden(_ shelf: TestLibrary) throws -> TemporaryFile {
        try TemporaryFile(named: Place(shelf.file("x")), prefix: TemporaryFile.exportPrefix, mode: 0o600)
    }
}
