// Open files by descriptor. Each descriptor has one owner at a time; every call may block on the disk.
internal import CLinux
internal import Glibc

/// Calls of the system for files, with descriptors as the kernel counts them. No descriptor goes on to another program.
public enum File {
    /// Descriptor of standard output.
    public static let standardOutput = STDOUT_FILENO
    /// Descriptor of standard error.
    public static let standardError = STDERR_FILENO

    /// Directions in which an open file may be used.
    public enum Access: Sendable {
        case read, write, readWrite
    }

    /// Options of `open`.
    public struct Options: OptionSet, Sendable {
        /// The flags of open(2).
        public let rawValue: Int32

        /// Makes options of flags.
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// Makes the file where it is missing.
        public static let create = Options(rawValue: O_CREAT)
        /// Refuses a file that exists.
        public static let exclusive = Options(rawValue: O_EXCL)
        /// Refuses a symbolic link.
        public static let noLink = Options(rawValue: O_NOFOLLOW)
        /// Waits for nobody: without it a named pipe holds the thread until its other end is opened.
        public static let noWait = Options(rawValue: O_NONBLOCK)
        /// Writes at the end, whatever else writes.
        public static let append = Options(rawValue: O_APPEND)
        /// Empties the file.
        public static let empty = Options(rawValue: O_TRUNC)
        /// Refuses all but a folder.
        public static let folder = Options(rawValue: O_DIRECTORY)
        /// A file without a name in the folder of that path: O_TMPFILE, which Swift does not see.
        public static let nameless = Options(rawValue: 0o20_000_000 | O_DIRECTORY)
    }

    /// Opens a file. `mode` is for a file that is made, before the umask.
    public static func open(
        _ path: String, _ access: Access, _ options: Options = [], mode: UInt32 = 0o600
    ) throws(SystemError) -> Int32 {
        let direction =
            switch access {
            case .read: O_RDONLY
            case .write: O_WRONLY
            case .readWrite: O_RDWR
            }
        let descriptor = unsafe Glibc.open(path, direction | O_CLOEXEC | options.rawValue, mode)
        guard descriptor >= 0 else { throw .last("open", path) }
        return descriptor
    }

    /// Closes a descriptor through which nothing was written, or of which nobody is left to be told.
    public static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    /// Closes a descriptor and says what the disk refuses at last.
    public static func finish(_ descriptor: Int32) throws(SystemError) {
        // After EINTR Linux has closed it all the same.
        guard Glibc.close(descriptor) == 0 || errno == EINTR else { throw .last("close") }
    }

    /// False where the descriptor is closed.
    public static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

    /// Waits until the file is on the disk, with its length and times.
    public static func sync(_ descriptor: Int32) throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw .last("fsync") }
    }

    /// Waits until the bytes of the file are on the disk.
    public static func syncData(_ descriptor: Int32) throws(SystemError) {
        guard fdatasync(descriptor) == 0 else { throw .last("fdatasync") }
    }

    /// Gives the file this length in bytes.
    public static func resize(_ descriptor: Int32, to length: Int64) throws(SystemError) {
        guard ftruncate(descriptor, Int(length)) == 0 else { throw .last("ftruncate") }
    }

    /// Takes the lock of the file (flock), never waits. False where somebody else has it.
    ///
    /// NFS and SMB make a lock of the server of it: there an exclusive lock needs a descriptor that may write.
    public static func lock(_ descriptor: Int32, shared isShared: Bool = false) throws(SystemError) -> Bool {
        while flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw .last("flock") }
            return false
        }
        return true
    }

    /// Gives an open file permissions.
    public static func setPermissions(_ descriptor: Int32, _ mode: UInt32) throws(SystemError) {
        guard fchmod(descriptor, mode) == 0 else { throw .last("fchmod") }
    }

    /// Gives an open file an owner or a group; nil leaves that as it is. Only root may give a file away.
    public static func setOwner(_ descriptor: Int32, owner: UInt32? = nil, group: UInt32? = nil) throws(SystemError) {
        guard fchown(descriptor, owner ?? .max, group ?? .max) == 0 else { throw .last("fchown") }
    }
}
