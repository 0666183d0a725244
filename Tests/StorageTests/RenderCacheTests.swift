// Tests of the caches: their number of files, their age, and folders that are somebody else's.
import Dictation
import Glibc
import System
import TestSupport
import Testing

@testable import Storage

@Suite struct RenderCacheTests {
    let shelf: TestLibrary
    let cache: RenderCache

    init() throws {
        shelf = try TestLibrary()
        cache = RenderCache(folder: shelf.scratch.file("caches/rendered"), limit: 1)
    }

    /// A recording of two takes has no file that is all of it.
    private func place() throws -> String {
        try shelf.record("a", segments: 2)
        return try cache.place(of: try shelf.library.readRecording("a"), in: shelf.library, fileExtension: "wav")
    }

    private func age(_ path: String) { #expect(shell("touch -h -d 2001-01-01 '\(path)'").code == 0) }

    /// The path of a file in an entry of its own.
    private func entry(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        let owner = String(repeating: "0", count: 32 - digits.utf8.count) + digits
        return "\(cache.folder)/\(owner)-\(owner)/x.wav"
    }

    @Test func moreFilesThanDescriptorsAreLookedThrough() throws {
        let most = shell("ulimit -Sn").output.filter(\.isNumber)
        try #require(shell("prlimit --pid \(getpid()) --nofile=1024:").code == 0)
        defer { _ = shell("prlimit --pid \(getpid()) --nofile=\(most):") }
        let count = 1100
        for number in 0..<count {
            let path = entry(number)
            withExtendedLifetime(try cache.makeFolder(for: path)) { #expect(TestLibrary.write([1], to: path)) }
        }
        try #require(shell("touch -d 2001-01-01 '\(cache.folder)'/*/x.wav").code == 0)
        try cache.prune(keeping: entry(count))
        // One byte is what the cache may have.
        #expect(shell("ls '\(cache.folder)' | wc -l").output == "1\n")
    }

    /// The file of a rendering has no name for as long as it takes, and its folder looks empty.
    @Test func aRenderingThatTakesHoursKeepsItsFolder() throws {
        let path = try place()
        let workplace = try cache.makeFolder(for: path)
        let file = try TemporaryFile(forExportTo: path, isOwn: true)
        try file.append([1, 2])
        age(File.parent(of: path))
        try cache.prune(keeping: entry(1))
        cache.removeLeft()
        withExtendedLifetime(workplace) {}
        _ = close(try file.take(name: Place(path)))
        #expect(TestLibrary.read(path) == [1, 2])
        #expect(try cache.find(try shelf.library.readRecording("a"), in: shelf.library) == path)
    }

    /// A killed program leaves an empty folder, which goes when it is old.
    @Test func aFolderThatWasLeftGoes() throws {
        let path = try place()
        _ = try cache.makeFolder(for: path)
        age(File.parent(of: path))
        try cache.prune(keeping: entry(1))
        #expect(!Files.exists(File.parent(of: path)))
    }

    /// On a disk without nameless files, the hidden file of another machine is locked; that of a dead program is not.
    @Test func aHiddenFileInUseStays() throws {
        let path = try place()
        _ = try cache.makeFolder(for: path)
        var file: TemporaryFile? = try TemporaryFile(named: Place(path), prefix: TemporaryFile.exportPrefix, mode: 0o600)
        let left = "\(File.parent(of: path))/\(Library.hiddenName(TemporaryFile.exportPrefix))"
        #expect(TestLibrary.write([1], to: left))
        age(File.parent(of: path))
        try cache.prune(keeping: entry(1))
        #expect(!Files.exists(left))
        _ = close(try #require(file).take(name: Place(path)))
        file = nil
        #expect(Files.exists(path))
    }

    /// A recording that is deleted takes its rendering along, also one that is being made.
    @Test func aDeletedRecordingLeavesNothing() throws {
        let path = try place()
        let workplace = try cache.makeFolder(for: path)
        let file = try TemporaryFile(named: Place(path), prefix: TemporaryFile.exportPrefix, mode: 0o600)
        cache.forget("a", in: shelf.library)
        #expect(!Files.exists(File.parent(of: path)))
        #expect(throws: StorageError.self) { _ = try file.take(name: Place(path)) }
        withExtendedLifetime(workplace) {}
    }

    @Test(.enabled(if: geteuid() == 0, "another user's folder needs root")) func cachesOfOthersAreNotRead() throws {
        let path = try place()
        let recording = try shelf.library.readRecording("a")
        withExtendedLifetime(try cache.makeFolder(for: path)) { #expect(TestLibrary.write([1], to: path)) }
        let decodes = DecodeCache(folder: shelf.scratch.file("caches/decoded"))
        #expect(Files.makeFolder(decodes.folder))
        // Anybody may have made them here.
        #expect(unsafe chmod(shelf.scratch.file("caches"), 0o1777) == 0)
        for folder in [cache.folder, decodes.folder] { #expect(unsafe chown(folder, 65_534, 65_534) == 0) }
        let error = { StorageError.notOwn(path: $0, owner: 65_534) }
        #expect(throws: error(cache.folder)) { _ = try cache.find(recording, in: shelf.library) }
        #expect(throws: error(decodes.folder)) { _ = try decodes.find(shelf.file("a.wav")) }
        #expect(throws: error(decodes.folder)) { try decodes.prune(keeping: "x") }
        cache.forget("a", in: shelf.library)
        #expect(Files.exists(path))
    }

    /// Anybody may make a link in /tmp.
    @Test func aLinkInTheFolderForAllIsNotFollowed() throws {
        let path = try place()
        withExtendedLifetime(try cache.makeFolder(for: path)) { #expect(TestLibrary.write([1], to: path)) }
        let link = "/tmp/dicta-link-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        #expect(unsafe symlink(shelf.scratch.file("caches"), link) == 0)
        defer { _ = Files.remove(link) }
        let linked = RenderCache(folder: "\(link)/rendered")
        let recording = try shelf.library.readRecording("a")
        #expect(throws: StorageError.isLink(path: link)) { _ = try linked.find(recording, in: shelf.library) }
        #expect(throws: StorageError.isLink(path: link)) { _ = try linked.makeFolder(for: "\(link)/rendered/x/x.wav") }
        let decodes = DecodeCache(folder: "\(link)/decoded")
        #expect(throws: StorageError.isLink(path: link)) { _ = try decodes.find(shelf.file("a.wav")) }
    }
}
