// Finds file systems that keep their files in memory. Any thread.
import CLinux
import Glibc

enum MemoryDisk {
    /// Tells if a folder lies in memory; true for a path that cannot be examined.
    static func holds(_ path: String) -> Bool {
        var status = statfs()
        guard unsafe statfs(path, &status) == 0 else { return true }
        return [0x0102_1994, 0x8584_58f6].contains(UInt32(truncatingIfNeeded: status.f_type))  // tmpfs, ramfs
    }
}
