// Makes, lists and syncs folders. Any thread; blocks on the disk.
import Dictation
import System

/// Operations on folders. Any thread; blocks on the disk.
enum Folder {
    /// Folder that contains a path; "." for a bare name.
    static func parent(of path: String) -> String {
        File.parent(of: path)
    }

    /// Makes a folder and its missing parents. The kernel subtracts the umask from `mode`; without one they are as open as the
    /// umask allows.
    static func create(_ path: String, mode: UInt32 = 0o777) throws(StorageError) {
        do throws(SystemError) { try File.makeFolders(path, mode: mode) } catch {
            if error.code == Errno.exists { throw .notFolder(path: path) }
            throw StorageError(code: error.code, operation: "create the folder", path: error.path)
        }
    }

    /// Waits until the folder's entries are on the disk.
    static func sync(_ path: String) throws(StorageError) {
        do throws(SystemError) { try File.syncFolder(path) } catch {
            let operation = error.call == "open" ? "open the folder" : "sync the folder"
            throw StorageError(code: error.code, operation: operation, path: path)
        }
    }

    /// Names in a folder, in no order. Hidden names (with a leading dot) only on request; "." and ".." never.
    static func names(in path: String, hidden: Bool = false, onlyHidden: Bool = false) throws(StorageError) -> [String] {
        let dot = UInt8(ascii: ".")
        return try onDisk(
            "list", path, File.names(in: path) { onlyHidden ? $0 == dot : hidden || $0 != dot })
    }

    /// Hidden names with an ending. Other names cost almost nothing.
    static func hidden(in path: String, ending: String) throws(StorageError) -> [String] {
        try names(in: path, hidden: true, onlyHidden: true).filter { $0.hasBytes(last: ending) }
    }

    /// Removes a useless file of this program; a failure is harmless and ignored.
    static func removeQuietly(_ path: String) { try? File.remove(path) }
}
