// Renames, removes and checks files by path, or by a name in an open folder. Any thread; may block on the disk.
internal import CLinux
internal import Glibc

extension File {
    /// Renames a file. A file or link that had the new name is replaced in the same step. The paths begin in open folders.
    public static func rename(
        _ path: String, to target: String, from folder: Int32 = workingFolder, in other: Int32 = workingFolder
    ) throws(SystemError) {
        let isPlain = folder == workingFolder && other == workingFolder
        let code = unsafe isPlain ? Glibc.rename(path, target) : renameat(folder, path, other, target)
        guard code == 0 else { throw .last("rename", path) }
    }

    /// Renames a file, and throws `exists` if the new name is taken. Check and rename are one step. The paths begin in open
    /// folders.
    ///
    /// Throws `invalid` on a file system that cannot do this, and `noSuchCall` on a kernel that cannot.
    public static func renameToFree(
        _ path: String, to target: String, from folder: Int32 = workingFolder, in other: Int32 = workingFolder
    ) throws(SystemError) {
        // 1 is RENAME_NOREPLACE: the headers hide it behind _GNU_SOURCE.
        guard unsafe renameat2(folder, path, other, target, 1) == 0 else { throw .last("renameat2", path) }
    }

    /// Removes one name of a file; the file goes with its last name. Throws `missing` if there is none.
    public static func remove(_ path: String, in folder: Int32 = workingFolder) throws(SystemError) {
        guard unsafe (folder == workingFolder ? unlink(path) : unlinkat(folder, path, 0)) == 0 else {
            throw .last("unlink", path)
        }
    }

    /// Removes one name of a file, if it exists.
    public static func removeIfThere(_ path: String, in folder: Int32 = workingFolder) throws(SystemError) {
        do throws(SystemError) { try remove(path, in: folder) } catch { if error.code != ENOENT { throw error } }
    }

    /// Gives a file a further name (a hard link). Throws `exists` if the name is taken.
    public static func link(_ path: String, to target: String) throws(SystemError) {
        guard unsafe Glibc.link(path, target) == 0 else { throw .last("link", path) }
    }

    /// Gives a name to a file opened with `nameless`. Throws `exists` if the name is taken.
    public static func name(_ descriptor: Int32, as target: String, in folder: Int32 = workingFolder) throws(SystemError) {
        guard unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", folder, target, AT_SYMLINK_FOLLOW) == 0 else {
            throw .last("linkat", target)
        }
    }

    /// True if a file or folder has this path. A symbolic link counts as its target.
    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// True if the user of this process may read the file.
    public static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// True if the user of this process may execute the file.
    public static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

    /// Throws if the user of this process may not make and remove files in a folder.
    public static func checkWritable(_ folder: String) throws(SystemError) {
        guard unsafe access(folder, W_OK | X_OK) == 0 else { throw .last("access", folder) }
    }

    /// The absolute path of a file, without symbolic links. Throws `missing` if there is no such file.
    public static func realPath(_ path: String) throws(SystemError) -> String {
        guard let real = unsafe realpath(path, nil) else { throw .last("realpath", path) }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The target of a symbolic link, as its text; nil for any other file, and for a target of 4096 bytes or more.
    public static func linkText(_ path: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = unsafe readlink(path, start, buffer.count)
            guard length > 0, length < buffer.count else { return nil }
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length])
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Path by which this process opens a file that is open here, whatever its name is now. As an argument of a `ChildProgram` it
    /// means the same file: the child gets the descriptor.
    public static func path(of descriptor: Int32) -> String { "/proc/\(getpid())/fd/\(descriptor)" }

    /// The descriptor that a path of `path(of:)` means in this process; nil for any other path.
    static func descriptor(at path: Substring) -> Int32? {
        let beginning = "/proc/\(getpid())/fd/"
        guard path.hasPrefix(beginning) else { return nil }
        return Int32(path.dropFirst(beginning.count))
    }

    /// Sets the times of last access and last change to now; those of a symbolic link itself.
    public static func touch(_ path: String, in folder: Int32 = workingFolder) throws(SystemError) {
        guard unsafe utimensat(folder, path, nil, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last("utimensat", path) }
    }

    /// Sets the times of last access and last change of an open file, in seconds since 1970 and nanoseconds after them.
    public static func setTimes(_ descriptor: Int32, seconds: Int, nanoseconds: Int) throws(SystemError) {
        let moment = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        guard unsafe futimens(descriptor, [moment, moment]) == 0 else { throw .last("futimens") }
    }

    /// Makes an empty file with an unused name and mode 0600, open for reading and writing.
    ///
    /// `pattern` has six X before `ending`; other letters replace them. The caller closes the descriptor.
    public static func makeUnique(_ pattern: String, ending: String) throws(SystemError) -> (descriptor: Int32, path: String) {
        var template = Array(pattern.utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.map { unsafe mkstemps($0, Int32(ending.utf8.count)) } ?? -1
        }
        guard descriptor >= 0 else { throw .last("mkstemps", pattern) }
        return (descriptor, String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
