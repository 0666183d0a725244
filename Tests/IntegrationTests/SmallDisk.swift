// One thread: the test's. Needs root, as the kernel asks for mounts.
import Glibc
import TestSupport
import Testing

/// A real ext4 file system of a few megabytes on a loop device, which can be frozen by the kernel.
final class SmallDisk {
    private let folder = TempFolder()
    private var isFrozen = false

    var path: String { folder.file("disk") }

    /// Whether file systems can be mounted here at all.
    static let isPossible: Bool = {
        let folder = TempFolder()
        guard Process.run("/bin/mount", ["-t", "tmpfs", "dicta-test", folder.path]).code == 0 else { return false }
        return Process.run("/bin/umount", [folder.path]).code == 0
    }()

    static let reason: Comment = "mounts small file systems: run it as root"

    /// One in memory counts its room to the page.
    init(megabytes: Int, inMemory: Bool = false) throws {
        if inMemory {
            try #require(Files.makeFolder(path))
            try run("/bin/mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "dicta-test", path)
            return
        }
        let image = folder.file("image")
        try run("/usr/bin/truncate", "-s", "\(megabytes)M", image)
        try run("/sbin/mkfs.ext4", "-q", "-F", "-m", "0", image)
        try #require(Files.makeFolder(path))
        try run("/bin/mount", "-o", "loop", image, path)
    }

    deinit {
        if isFrozen { _ = Process.run("/sbin/fsfreeze", ["-u", path]) }
        // An engine that is about to end may still hold a file for a moment.
        for _ in 0..<50 where Process.run("/bin/umount", [path]).code != 0 { _ = usleep(100_000) }
    }

    func freeze() throws {
        try run("/sbin/fsfreeze", "-f", path)
        isFrozen = true
    }

    func thaw() throws {
        try run("/sbin/fsfreeze", "-u", path)
        isFrozen = false
    }

    /// What ext4 does by itself where its journal cannot be written: from here on it is read-only, also for open files.
    func abort() throws { try run("/bin/mount", "-o", "remount,abort", path) }

    private func run(_ program: String, _ words: String...) throws {
        let run = Process.run(program, words)
        try #require(run.code == 0, "\(program) \(words): \(run.errors)")
    }
}
