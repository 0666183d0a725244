// Opens, closes, syncs and locks files. One owner of a descriptor at a time; may block on the disk.
internal import CLinux
internal import Glibc

/// System calls for files, with the file descriptors of the kernel. A child program never inherits a descriptor (O_CLOEXEC).
public enum File {
    /// File descriptor of standard input.
    public static let standardInput = STDIN_FILENO
    /// File descriptor of standard output.
    public static let standardOutput = STDOUT_FILENO
    /// File descriptor of standard error.
    public static let standardError = STDERR_FILENO

    /// Stands for the working folder, as the folder in which a path begins. Then the calls that take a path alone are made, which
    /// tests replace by their own.
    public static let workingFolder = AT_FDCWD

    /// Access to an open file: read, write, or both.
    public enum Access: Sendable {
        case read, write, readWrite
    }

    /// Options of `File.open`.
    public struct Options: OptionSet, Sendable {
        /// The flags of open(2).
        public let rawValue: Int32

        /// Makes options from flags of open(2).
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// Makes the file if it is missing.
        public static let create = Options(rawValue: O_CREAT)
        /// With `create`: throws `exists` if the file exists.
        public static let exclusive = Options(rawValue: O_EXCL)
        /// Throws ELOOP if the path is a symbolic link.
        public static let noLink = Options(rawValue: O_NOFOLLOW)
        /// Never waits. Without this option, opening a named pipe blocks until its other end is opened.
        public static let noWait = Options(rawValue: O_NONBLOCK)
        /// Writes each time at the end of the file, even if other processes write too.
        public static let append = Options(rawValue: O_APPEND)
        /// Sets the length to 0 when the file is opened.
        public static let empty = Options(rawValue: O_TRUNC)
        /// Throws `notFolder` if the path is not a folder.
        public static let folder = Options(rawValue: O_DIRECTORY)
        /// Makes a file without a name in the folder at the path. This is O_TMPFILE, which the headers hide behind _GNU_SOURCE.
        public static let nameless = Options(rawValue: 0o20_000_000 | O_DIRECTORY)
    }

    /// Opens a file and returns its descriptor, which the caller closes. A new file gets `mode` without the bits of the umask.
    ///
    /// A path that is not absolute begins in the open folder `folder`.
    public static func open(
        _ path: String, _ access: Access, _ options: Options = [], mode: UInt32 = 0o600, in folder: Int32 = workingFolder
    ) throws(SystemError) -> Int32 {
        let direction =
            switch access {
            case .read: O_RDONLY
            case .write: O_WRONLY
            case .readWrite: O_RDWR
            }
        let flags = direction | O_CLOEXEC | options.rawValue
        let descriptor = unsafe folder == workingFolder ? Glibc.open(path, flags, mode) : openat(folder, path, flags, mode)
        guard descriptor >= 0 else { throw .last("open", path) }
        return descriptor
    }

    /// Closes a descriptor and ignores errors, for a file that was only read or that is given up anyway.
    public static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    /// Closes a descriptor. Throws the errors of writing that the file system reports only now.
    public static func finish(_ descriptor: Int32) throws(SystemError) {
        // Linux closes the descriptor even if it returns EINTR.
        guard Glibc.close(descriptor) == 0 || errno == EINTR else { throw .last("close") }
    }

    /// Another descriptor of the same open file, closed on exec. Its number is `least` or a higher one.
    public static func duplicate(_ descriptor: Int32, from least: Int32 = 0) throws(SystemError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, least)
        guard copy >= 0 else { throw .last("fcntl") }
        return copy
    }

    /// Makes an open descriptor mean the file of another one, which stays open too; what it meant before is closed.
    public static func replace(_ descriptor: Int32, by other: Int32) throws(SystemError) {
        while dup3(other, descriptor, O_CLOEXEC) < 0 { guard errno == EINTR else { throw .last("dup3") } }
    }

    /// True if the descriptor is open in this process.
    public static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

    /// Writes a file to the disk with its length and times, and waits for the disk.
    public static func sync(_ descriptor: Int32) throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw .last("fsync") }
    }

    /// Writes a file to the disk without its times, and waits for the disk.
    public static func syncData(_ descriptor: Int32) throws(SystemError) {
        guard fdatasync(descriptor) == 0 else { throw .last("fdatasync") }
    }

    /// Sets the length of a file in bytes. Added bytes are zero.
    public static func resize(_ descriptor: Int32, to length: Int64) throws(SystemError) {
        guard ftruncate(descriptor, Int(length)) == 0 else { throw .last("ftruncate") }
    }

    /// Locks a file (flock) without waiting. Returns false if another open descriptor holds the lock. A close ends the lock.
    ///
    /// NFS and SMB turn it into a lock on the server: an exclusive lock then needs a descriptor open for writing.
    public static func lock(_ descriptor: Int32, shared isShared: Bool = false) throws(SystemError) -> Bool {
        while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw .last("flock") }
            return false
        }
        return true
    }

    /// Sets the permission bits of an open file. The umask has no effect.
    public static func setPermissions(_ descriptor: Int32, _ mode: UInt32) throws(SystemError) {
        guard fchmod(descriptor, mode) == 0 else { throw .last("fchmod") }
    }

    /// Sets the owner or the group of an open file; nil changes nothing. Only root may give a file to another user.
    public static func setOwner(_ descriptor: Int32, owner: UInt32? = nil, group: UInt32? = nil) throws(SystemError) {
        guard fchown(descriptor, owner ?? .max, group ?? .max) == 0 else { throw .last("fchown") }
    }
}
