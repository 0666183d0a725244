// The status of a path. Any thread; one lstat.
import Glibc

/// The owner, mode and identity of a file; links are not followed.
struct FileStatus {
    let owner: UInt32
    let identity: Identity
    private let mode: mode_t

    /// The identity of a file: tells it from a later file of the same name.
    struct Identity: Equatable {
        let device: UInt64
        let inode: UInt64
    }

    /// Reads the status; nil when the file does not exist or its status may not be read.
    init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        owner = status.st_uid
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        mode = status.st_mode
    }

    var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
    var othersMayWrite: Bool { mode & (S_IWGRP | S_IWOTH) != 0 }
    var isSticky: Bool { mode & S_ISVTX != 0 }
}
