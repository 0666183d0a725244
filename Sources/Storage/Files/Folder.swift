// Makes, lists and syncs folders. Any thread; blocks on the disk.
import Glibc

/// Operations on folders. Any thread; blocks on the disk.
enum Folder {
    /// Folder that contains a path; "." for a bare name.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder and its missing parents, as open as the umask allows.
    static func create(_ path: String) throws(StorageError) {
        if unsafe mkdir(path, 0o777) == 0 { return }
        switch errno {
        case EEXIST:
            guard try FileStatus(of: path).isFolder else { throw .notFolder(path: path) }
        case ENOENT where parent(of: path) != path:
            try create(parent(of: path))
            guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
                throw StorageError(code: errno, operation: "create the folder", path: path)
            }
        default:
            throw StorageError(code: errno, operation: "create the folder", path: path)
        }
    }

    /// Waits until the folder's entries are on the disk.
    static func sync(_ path: String) throws(StorageError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "open the folder", path: path) }
        let code = fsync(descriptor) == 0 ? 0 : errno
        guard close(descriptor) == 0 || errno == EINTR else {
            throw StorageError(code: errno, operation: "close the folder", path: path)
        }
        // Some network and FAT file systems cannot sync a folder and say so; there is nothing more to do there.
        guard code == 0 || code == EINVAL || code == ENOTSUP else {
            throw StorageError(code: code, operation: "sync the folder", path: path)
        }
    }

    /// Names in a folder, in no order. Hidden names (with a leading dot) only on request; "." and ".." never.
    static func names(in path: String, hidden: Bool = false, onlyHidden: Bool = false) throws(StorageError) -> [String] {
        guard let stream = unsafe opendir(path) else {
            throw StorageError(code: errno, operation: "list", path: path)
        }
        var names: [String] = []
        var failed: Int32 = 0
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                failed = errno
                break
            }
            if onlyHidden, unsafe entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { continue }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") || hidden && name != "." && name != ".." { names.append(name) }
        }
        guard unsafe closedir(stream) == 0, failed == 0 else {
            throw StorageError(code: failed == 0 ? errno : failed, operation: "list", path: path)
        }
        return names
    }

    /// Hidden names with an ending. Other names cost almost nothing.
    static func hidden(in path: String, ending: String) throws(StorageError) -> [String] {
        try names(in: path, hidden: true, onlyHidden: true).filter { $0.hasSuffix(ending) }
    }

    /// Removes a useless file of this program; a failure is harmless and ignored.
    static func removeQuietly(_ path: String) { _ = unsafe unlink(path) }
}
