// Any thread; blocks on the disk.
import Glibc

/// How a new file may be read and written. What has the place of another file is as open or closed as that one; what is new
/// follows the umask, and the folder's own list where it has one.
struct FileMode: Hashable {
    /// Asked for where there is no reason to ask for less: the kernel takes the umask from it.
    static let ordinary: mode_t = 0o666
    /// Mode of files that may hold tokens.
    static let secret: mode_t = 0o600

    private let mode: mode_t
    private let owner: uid_t
    private let group: gid_t

    /// Nil where there is no file of that name, links followed.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    init(of descriptor: Int32, path: String) throws(StorageError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw StorageError(code: errno, operation: "look at", path: path) }
        self.init(status)
    }

    private init(_ status: stat) {
        mode = status.st_mode & 0o777
        owner = status.st_uid
        group = status.st_gid
    }

    /// To make a file with, which is never more open than it will be.
    var initial: mode_t { mode & Self.ordinary }

    /// To make a copy with: it belongs to who makes it, who can change it.
    var ofCopy: mode_t { initial | 0o600 }

    /// Gives them to a new file. Some mounts have one mode for all files and refuse every other: the file stays as it is there.
    func give(to descriptor: Int32, path: String) throws(StorageError) {
        let present = try FileMode(of: descriptor, path: path)
        var wanted = mode
        // Only root can, and nobody else has to.
        if owner != present.owner { _ = fchown(descriptor, owner, gid_t.max) }
        if group != present.group, fchown(descriptor, uid_t.max, group) != 0 {
            // Rights of one group are not for another.
            wanted = wanted & ~0o070 | (wanted & 0o007) << 3
        }
        guard wanted != present.mode, fchmod(descriptor, wanted) != 0 else { return }
        guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL].contains(errno) else {
            throw StorageError(code: errno, operation: "set the permissions of", path: path)
        }
    }
}
