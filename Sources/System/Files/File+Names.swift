// Files by name: rename, remove, ask. Any thread; may block on the disk.
internal import CLinux
internal import Glibc

extension File {
    /// Gives a file another name; a file that had it is gone.
    public static func rename(_ path: String, to target: String) throws(SystemError) {
        guard unsafe Glibc.rename(path, target) == 0 else { throw .last("rename", path) }
    }

    /// Gives a file another name that nobody has; Linux alone can do both in one step, and not on every file system (`invalid`,
    /// `noSuchCall`).
    public static func renameToFree(_ path: String, to target: String) throws(SystemError) {
        // 1 is RENAME_NOREPLACE, which Swift does not see.
        guard unsafe renameat2(AT_FDCWD, path, AT_FDCWD, target, 1) == 0 else { throw .last("renameat2", path) }
    }

    /// Removes a name of a file.
    public static func remove(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 else { throw .last("unlink", path) }
    }

    /// Removes a name of a file; one that is missing is fine.
    public static func removeIfThere(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .last("unlink", path) }
    }

    /// Gives a file one more name, which must be free.
    public static func link(_ path: String, to target: String) throws(SystemError) {
        guard unsafe Glibc.link(path, target) == 0 else { throw .last("link", path) }
    }

    /// Gives a file without a name a name, which must be free.
    public static func name(_ descriptor: Int32, as target: String) throws(SystemError) {
        guard unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 else {
            throw .last("linkat", target)
        }
    }

    /// True where something has that name, links followed.
    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// True where this user may run the file.
    public static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

    /// Throws what keeps this user from making and removing files in a folder.
    public static func checkWritable(_ folder: String) throws(SystemError) {
        guard unsafe access(folder, W_OK | X_OK) == 0 else { throw .last("access", folder) }
    }

    /// The path without links, from the root on.
    public static func realPath(_ path: String) throws(SystemError) -> String {
        guard let real = unsafe realpath(path, nil) else { throw .last("realpath", path) }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The text of a symbolic link; nil for anything else, and for one of 4096 bytes or more.
    public static func linkText(_ path: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = unsafe readlink(path, start, buffer.count)
            guard length > 0, length < buffer.count else { return nil }
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length])
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Sets the times of a file to now.
    public static func touch(_ path: String) throws(SystemError) {
        guard unsafe utimes(path, nil) == 0 else { throw .last("utimes", path) }
    }

    /// Sets the times of an open file.
    public static func setTimes(_ descriptor: Int32, seconds: Int, nanoseconds: Int) throws(SystemError) {
        let moment = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        guard unsafe futimens(descriptor, [moment, moment]) == 0 else { throw .last("futimens") }
    }

    /// Makes an empty file of a fresh name that only its user may read: `pattern` has six X before the `ending`.
    public static func makeUnique(_ pattern: String, ending: String) throws(SystemError) -> (descriptor: Int32, path: String) {
        var template = Array(pattern.utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.map { unsafe mkstemps($0, Int32(ending.utf8.count)) } ?? -1
        }
        guard descriptor >= 0 else { throw .last("mkstemps", pattern) }
        return (descriptor, String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
