// Answer of the file system about one file. A value; any thread. To ask may block on the disk.
internal import CLinux
internal import Glibc

/// State of a file: kind, length, owner, permissions, last change.
public struct FileStatus: Sendable {
    /// Device and number of a file: tells it from another file that later has its name.
    public struct Identity: Hashable, Sendable {
        /// Number of the file system.
        public let device: UInt64
        /// Number of the file on it.
        public let inode: UInt64
    }

    /// Device and number.
    public let identity: Identity
    /// Length in bytes.
    public let bytes: Int64
    /// User that owns the file.
    public let owner: UInt32
    /// Group that owns the file.
    public let group: UInt32
    /// Names that the file has; 0 once all are removed.
    public let links: Int
    /// Last change of the contents, in seconds since 1970 and nanoseconds after them.
    public let modificationTime: (seconds: Int, nanoseconds: Int)
    /// Last change of anything, names and permissions too.
    public let statusTime: (seconds: Int, nanoseconds: Int)
    private let mode: UInt32

    /// Asks about a path. A link is followed unless `followsLinks` is false.
    public init(_ path: String, followsLinks: Bool = true) throws(SystemError) {
        var status = stat()
        guard unsafe (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { throw .last("stat", path) }
        self.init(status)
    }

    /// Asks about an open file.
    public init(descriptor: Int32) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last("fstat") }
        self.init(status)
    }

    init(_ status: stat) {
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        bytes = Int64(status.st_size)
        owner = status.st_uid
        group = status.st_gid
        links = Int(status.st_nlink)
        modificationTime = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
        statusTime = (Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec))
        mode = status.st_mode
    }

    /// True for a folder.
    public var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    /// True for a regular file.
    public var isFile: Bool { mode & S_IFMT == S_IFREG }
    /// True for a socket.
    public var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
    /// The twelve bits of permissions.
    public var permissions: UInt32 { mode & 0o7777 }
    /// True where others than the owner may write.
    public var othersMayWrite: Bool { mode & (S_IWGRP | S_IWOTH) != 0 }
    /// True for a folder in which each user may remove only files of their own.
    public var isSticky: Bool { mode & S_ISVTX != 0 }
}
