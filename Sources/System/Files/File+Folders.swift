// Folders: make, list, remove, sync. Any thread; may block on the disk.
internal import CLinux
internal import Glibc

extension File {
    /// The folder a path lies in; "." for a bare name.
    public static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder. `mode` is before the umask.
    public static func makeFolder(_ path: String, mode: UInt32) throws(SystemError) {
        guard unsafe mkdir(path, mode) == 0 else { throw .last("mkdir", path) }
    }

    /// Makes a folder and those above it that are missing. A file in the way is `exists`.
    public static func makeFolders(_ path: String, mode: UInt32) throws(SystemError) {
        do throws(SystemError) { return try makeFolder(path, mode: mode) } catch {
            if error.code == Errno.exists {
                guard try FileStatus(path).isFolder else { throw error }
                return
            }
            let parent = parent(of: path)
            guard error.code == Errno.missing, parent != path else { throw error }
            try makeFolders(parent, mode: mode)
        }
        // Somebody else may have made it meanwhile.
        guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else { throw .last("mkdir", path) }
    }

    /// Makes a folder of a fresh name that only its user may look into: `pattern` ends in six X.
    public static func makeUniqueFolder(_ pattern: String) throws(SystemError) -> String {
        var template = Array(pattern.utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard isMade else { throw .last("mkdtemp", pattern) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes an empty folder.
    public static func removeFolder(_ path: String) throws(SystemError) {
        guard unsafe rmdir(path) == 0 else { throw .last("rmdir", path) }
    }

    /// Waits until the names in a folder are on the disk.
    public static func syncFolder(_ path: String) throws(SystemError) {
        let descriptor = try open(path, .read, .folder)
        let code = fsync(descriptor) == 0 ? 0 : errno
        try finish(descriptor)
        // Some network and FAT file systems cannot sync a folder and say so; there is nothing more to do there.
        guard code == 0 || code == EINVAL || code == ENOTSUP else { throw SystemError("fsync", path, code: code) }
    }

    /// The names in a folder for which `isWanted` is true, in no order; "." and ".." never.
    ///
    /// `isWanted` gets the first byte of a name: names that start with a dot can be told apart before any text is made.
    public static func names(
        in path: String, where isWanted: (UInt8) -> Bool = { _ in true }
    ) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(path) else { throw .last("opendir", path) }
        var names: [String] = []
        var failed: Int32 = 0
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                failed = errno
                break
            }
            guard unsafe isWanted(UInt8(bitPattern: entry.pointee.d_name.0)) else { continue }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard unsafe closedir(stream) == 0, failed == 0 else {
            throw SystemError("readdir", path, code: failed == 0 ? errno : failed)
        }
        return names
    }
}
