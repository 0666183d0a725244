// Permissions of new files. Any thread; blocks on the disk.
import Glibc

/// Permissions of a file. A file that replaces another gets the same permissions; a new one follows the umask, or the
/// folder's access control list.
struct FileMode: Hashable {
    /// Mode of ordinary files; the kernel subtracts the umask.
    static let ordinary: mode_t = 0o666
    /// Mode of files that may hold tokens.
    static let secret: mode_t = 0o600

    private let mode: mode_t
    private let owner: uid_t
    private let group: gid_t

    /// Permissions of the regular file at a path, links followed; nil when there is none. Blocks.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// Permissions of an open file.
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

    /// Mode to create a file with: never more open than its final mode.
    var initial: mode_t { mode & Self.ordinary }

    /// Mode to create a copy with: its owner must be able to change it.
    var ofCopy: mode_t { initial | 0o600 }

    /// Gives these permissions to a new file. A mount with one fixed mode refuses changes; the file then keeps its mode.
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
