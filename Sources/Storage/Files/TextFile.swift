// Files of text outside of the library. Any thread; blocks on the disk.
import System

extension Library {
    /// Writes a new file, and waits until it is on the disk. Any thread; blocks. Throws `exists` for a path that is taken; a file
    /// that cannot be written to its end is removed. A secret file is readable by the user alone.
    public static func writeNew(_ bytes: [UInt8], to path: String, isSecret: Bool = false) throws(StorageError) {
        let mode = isSecret ? FileMode.secret : FileMode.exported
        let descriptor = try onDisk("create", path, File.open(path, .write, [.create, .exclusive, .noLink], mode: mode))
        do throws(StorageError) {
            do throws(StorageError) {
                try write(bytes, to: descriptor, path: path)
                try onDisk("sync", path, File.sync(descriptor))
            } catch {
                File.close(descriptor)
                throw error
            }
            try onDisk("close", path, File.finish(descriptor))
            try Folder.sync(Folder.parent(of: path))
        } catch {
            Folder.removeQuietly(path)
            throw error
        }
    }

    /// Removes a file that `writeNew` made. Any thread; blocks. A file that cannot be removed stays.
    public static func removeText(_ path: String) { Folder.removeQuietly(path) }

    /// Reads a file of text of at most `limit` bytes, such as a foreign transcript. Any thread; blocks. Throws `missing`, `isFolder`,
    /// or `badMetadata` for a file that is too long.
    public static func contents(ofText path: String, atMost limit: Int) throws(StorageError) -> [UInt8] {
        try contents(of: path, atMost: limit)
    }
}
