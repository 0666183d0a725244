// Moves damaged files out of the way. Any thread that may block on the disk.
internal import Messages
import System

extension Library {
    /// Renames an unreadable file to `NAME.damaged`, so that a new file can take its place, and returns the new path. No file
    /// is overwritten. Blocks; throws `refusedConfig` after a hundred damaged files of that name.
    public static func putAside(_ path: String) throws(StorageError) -> String {
        for number in 1...100 {
            let aside = path + ".damaged" + (number > 1 ? "-\(number)" : "")
            do throws(SystemError) {
                try File.link(path, to: aside)
            } catch {
                if error.code == Errno.exists { continue }
                // FAT and some network file systems have no hard links.
                guard !File.exists(aside) else { continue }
                try onDisk("put aside", path, File.rename(path, to: aside))
                return aside
            }
            try onDisk("put aside", path, File.remove(path))
            return aside
        }
        throw .refusedConfig(path: path, reason: tr("it is damaged, and a hundred older ones were put aside: delete some"))
    }
}
