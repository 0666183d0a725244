// A small file system that can fill up and freeze. One thread: the test's. Needs root, as the kernel demands for mounts.
import Glibc
import TestSupport
import Testing

/// A real ext4 file system of a few megabytes on a loop device, which can be frozen by the kernel.
final class SmallDisk {
    private let folder = TempFolder()
    private var image: String { folder.file("image") }
    private var isFrozen = false

    var path: String { folder.file("disk") }

    /// True where file systems can be mounted.
    static let isPossible: Bool = {
        let folder = TempFolder()
        guard Process.run("/bin/mount", ["-t", "tmpfs", "dicta-test", folder.path]).code == 0 else { return false }
        return Process.run("/bin/umount", [folder.path]).code == 0
    }()

    static let reason: Comment = "mounts small file systems: run it as root"

    /// Makes the file system; with `inMemory` a tmpfs, which counts its free space to the page.
    init(megabytes: Int, inMemory: Bool = false) throws {
        if inMemory {
            try #require(Files.makeFolder(path))
            try run("/bin/mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "dicta-test", path)
            return
        }
        try run("/usr/bin/truncate", "-s", "\(megabytes)M", image)
        try run("/sbin/mkfs.ext4", "-q", "-F", "-m", "0", image)
        try #require(Files.makeFolder(path))
        try run("/bin/mount", "-o", "loop", image, path)
    }

    deinit {
        if isFrozen { _ = Process.run("/sbin/fsfreeze", ["-u", path]) }
        // An engine that is about to end may still hold a file open.
        Pause.until { Process.run("/bin/umount", [path]).code == 0 }
    }

    func freeze() throws {
        try run("/sbin/fsfreeze", "-f", path)
        isFrozen = true
    }

    func thaw() throws {
        try run("/sbin/fsfreeze", "-u", path)
        isFrozen = false
    }

    /// Does what ext4 does by itself when its journal cannot be written: the file system is read-only, also for open files.
    func abort() throws { try run("/bin/mount", "-o", "remount,abort", path) }

    /// Takes the file system away from its path, as a lazy unmount does: open files stay open.
    func detach() throws { try run("/bin/umount", "-l", path) }

    /// Puts it back.
    func attach() throws { try run("/bin/mount", "-o", "loop", image, path) }

    private func run(_ program: String, _ words: String...) throws {
        let run = Process.run(program, words)
        try #require(run.code == 0, "\(program) \(words): \(run.errors)")
    }
}
