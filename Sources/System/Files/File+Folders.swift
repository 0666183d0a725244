// Makes, lists, removes and syncs folders. Any thread; may block on the disk.
internal import CLinux
internal import Glibc

extension File {
    /// The part of a path before its last slash; "." for a bare name, "/" for a name in the root. Reads no disk.
    public static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a folder. The umask removes bits from `mode`. Throws `exists` if the name is taken.
    public static func makeFolder(_ path: String, mode: UInt32, in folder: Int32 = workingFolder) throws(SystemError) {
        guard unsafe (folder == workingFolder ? mkdir(path, mode) : mkdirat(folder, path, mode)) == 0 else {
            throw .last("mkdir", path)
        }
    }

    /// Makes a folder and all missing folders above it; an existing folder stays as it is. The umask removes bits from `mode`.
    ///
    /// Throws `exists` if a file has the name.
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
        // Another process may have made the folder meanwhile.
        guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else { throw .last("mkdir", path) }
    }

    /// Makes a folder with an unused name and mode 0700. `pattern` ends in six X; other letters replace them. Returns the path.
    public static func makeUniqueFolder(_ pattern: String) throws(SystemError) -> String {
        var template = Array(pattern.utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard isMade else { throw .last("mkdtemp", pattern) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes an empty folder. Throws `notFolder` for a symbolic link.
    public static func removeFolder(_ path: String, in folder: Int32 = workingFolder) throws(SystemError) {
        guard unsafe unlinkat(folder, path, AT_REMOVEDIR) == 0 else { throw .last("rmdir", path) }
    }

    /// Writes the names in a folder to the disk, and waits for the disk.
    public static func syncFolder(_ path: String, in folder: Int32 = workingFolder) throws(SystemError) {
        let descriptor = try open(path, .read, .folder, in: folder)
        let code = fsync(descriptor) == 0 ? 0 : errno
        try finish(descriptor)
        // Some network file systems and FAT cannot sync a folder and report EINVAL or ENOTSUP; nothing more can be done there.
        guard code == 0 || code == EINVAL || code == ENOTSUP else { throw SystemError("fsync", path, code: code) }
    }

    /// Lists the names in a folder for which `isWanted` returns true, in no order, without "." and "..".
    ///
    /// `isWanted` gets the first byte of a name, so hidden names are passed over before a String is made.
    ///
    /// The path begins in the open folder `folder`, whose names are those in ".".
    public static func names(
        in path: String, from folder: Int32 = workingFolder, where isWanted: (UInt8) -> Bool = { _ in true }
    ) throws(SystemError) -> [String] {
        guard let stream = unsafe folder == workingFolder ? opendir(path) : try openStream(path, in: folder) else {
            throw .last("opendir", path)
        }
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

    private static func openStream(_ path: String, in folder: Int32) throws(SystemError) -> OpaquePointer? {
        let descriptor = try open(path, .read, .folder, in: folder)
        if let stream = unsafe fdopendir(descriptor) { return unsafe stream }
        let code = errno
        close(descriptor)
        throw SystemError("fdopendir", path, code: code)
    }
}
