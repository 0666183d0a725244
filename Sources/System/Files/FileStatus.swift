// State of one file. Any thread; a value. The initialisers may block on the disk.
internal import CLinux
internal import Glibc

/// State of a file at the time of the question: kind, length, owner, permissions and last change.
public struct FileStatus: Sendable {
    /// Device and inode number of a file. They differ for a new file that takes over the name of an old one.
    public struct Identity: Hashable, Sendable {
        /// Device number of the file system.
        public let device: UInt64
        /// Inode number of the file on that file system.
        public let inode: UInt64
    }

    /// Device and inode number.
    public let identity: Identity
    /// Length in bytes.
    public let bytes: Int64
    /// Number of the user who owns the file.
    public let owner: UInt32
    /// Number of the group that owns the file.
    public let group: UInt32
    /// Count of names (hard links); 0 once all are removed.
    public let links: Int
    /// Time of the last change of the contents, in seconds since 1970 and nanoseconds after them.
    public let modificationTime: (seconds: Int, nanoseconds: Int)
    /// Time of the last change of contents, names or permissions, in seconds since 1970 and nanoseconds after them.
    public let statusTime: (seconds: Int, nanoseconds: Int)
    private let mode: UInt32

    /// Reads the state of the file at a path, which begins in the open folder `folder`. With `followsLinks` false, the state of a
    /// symbolic link itself.
    public init(_ path: String, followsLinks: Bool = true, in folder: Int32 = File.workingFolder) throws(SystemError) {
        var status = stat()
        let code =
            if folder != File.workingFolder {
                unsafe fstatat(folder, path, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW)
            } else {
                unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
            }
        guard code == 0 else { throw .last("stat", path) }
        self.init(status)
    }

    /// Reads the state of an open file.
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
    /// True for a symbolic link: only where links were not followed.
    public var isLink: Bool { mode & S_IFMT == S_IFLNK }
    /// True for a socket.
    public var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
    /// Permission bits with set-user, set-group and sticky bit: 12 bits.
    public var permissions: UInt32 { mode & 0o7777 }
    /// True if the group or all users may write.
    public var othersMayWrite: Bool { mode & (S_IWGRP | S_IWOTH) != 0 }
    /// True for a folder with the sticky bit: each user may remove only their own files there.
    public var isSticky: Bool { mode & S_ISVTX != 0 }
}

extension FileStatus {
    /// True if some folder lists the open file; also true if the file system does not tell.
    public static func hasName(_ descriptor: Int32) -> Bool {
        guard let status = try? FileStatus(descriptor: descriptor) else { return true }
        return status.links > 0
    }
}
