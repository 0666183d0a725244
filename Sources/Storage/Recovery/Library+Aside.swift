// Moves damaged files out of the way. Any thread that may block on the disk.
import Glibc

extension Library {
    /// Renames an unreadable file to `NAME.damaged`, so that a new file can take its place, and returns the new path. No file
    /// is overwritten. Blocks; throws `refusedConfig` after a hundred damaged files of that name.
    public static func putAside(_ path: String) throws(StorageError) -> String {
        for number in 1...100 {
            let aside = path + ".damaged" + (number > 1 ? "-\(number)" : "")
            if unsafe link(path, aside) == 0 {
                guard unsafe unlink(path) == 0 else { throw StorageError(code: errno, operation: "put aside", path: path) }
                return aside
            }
            if errno == EEXIST { continue }
            // This file system has no hard links: FAT, and some network file systems.
            guard unsafe access(aside, F_OK) != 0 else { continue }
            guard unsafe rename(path, aside) == 0 else { throw StorageError(code: errno, operation: "put aside", path: path) }
            return aside
        }
        throw .refusedConfig(path: path, reason: "it is damaged, and a hundred older ones were put aside: delete some")
    }
}
