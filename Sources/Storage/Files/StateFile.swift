// Files with state of the program itself. Any thread; blocks on the disk.
import System

/// Reads and replaces a file of the user's state folder that one program writes: queues, lists, histories.
public enum StateFile {
    /// Returns the bytes of a file, nil without one. Blocks. Throws if it cannot be read, or is longer than a recording's
    /// description may be.
    public static func read(_ path: String) throws(StorageError) -> [UInt8]? {
        do throws(StorageError) {
            return try Library.contents(of: path)
        } catch {
            if case .missing = error { return nil }
            throw error
        }
    }

    /// Replaces the file in one synced step, and makes its folder: after a crash there is the file of before or the new one.
    /// Only the owner can read it. Blocks.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
        try Folder.create(Folder.parent(of: path))
        try Library.replace(path, with: bytes, isSecret: true)
    }
}
