// Any thread; blocks on the disk.
import Glibc

extension Library {
    /// Blocks. Moves a file that cannot be understood out of the way of the one that takes its place, over no other; gives
    /// where it is.
    public static func putAside(_ path: String) throws(StorageError) -> String {
        for number in 1...100 {
            let aside = path + ".damaged" + (number > 1 ? "-\(number)" : "")
            if unsafe link(path, aside) == 0 {
                guard unsafe unlink(path) == 0 else { throw StorageError(code: errno, operation: "put aside", path: path) }
                return aside
            }
            if errno == EEXIST { continue }
            // A file system without links: FAT, and some networks'.
            guard unsafe access(aside, F_OK) != 0 else { continue }
            guard unsafe rename(path, aside) == 0 else { throw StorageError(code: errno, operation: "put aside", path: path) }
            return aside
        }
        throw .refusedConfig(path: path, reason: "it is damaged, and a hundred before it were put aside: delete some")
    }
}
