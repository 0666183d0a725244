// Finds file systems that keep their files in memory. Any thread.
import System

enum MemoryDisk {
    /// Tells if a folder lies in memory; true for a path that cannot be examined.
    static func holds(_ path: String) -> Bool { FileSystem.kind(of: path) == nil || FileSystem.isInMemory(path) }
}
