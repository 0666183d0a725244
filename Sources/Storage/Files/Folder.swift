// Any thread; blocks on the disk. Folders as such: make, list, sync.
import Glibc

enum Folder {
    /// The folder a path lies in; "." for a bare name.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder and those above it that are missing, as open as the umask lets them be.
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

    /// Waits until the names in it are on the disk.
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

    /// The names in it, in no order; those that start with a dot only when they are asked for, "." and ".." never.
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

    /// Names that start with a dot and end like this; costs next to nothing for the others.
    static func hidden(in path: String, ending: String) throws(StorageError) -> [String] {
        try names(in: path, hidden: true, onlyHidden: true).filter { $0.hasSuffix(ending) }
    }

    /// Removes a file that was ours and is of no use; one that cannot be removed is harmless and left.
    static func removeQuietly(_ path: String) { _ = unsafe unlink(path) }
}
