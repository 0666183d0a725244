// Permissions of new files. Any thread; blocks on the disk.
import System

/// Permissions of a file. A file that replaces another gets the same permissions; a new one in a library is for the users that
/// `LibraryAccess` names, and one elsewhere follows the umask, or the folder's access control list.
public struct FileMode: Hashable, Sendable {
    /// Mode of new files of a library; the kernel subtracts the umask.
    static var ordinary: UInt32 { LibraryAccess.current.files }
    /// Mode of files for other places; the kernel subtracts the umask.
    static let exported: UInt32 = 0o666
    /// Mode of files that may hold tokens.
    static let secret: UInt32 = 0o600

    private var mode: UInt32
    private let owner: UInt32
    private let group: UInt32

    /// Permissions of the regular file at a place; nil when there is none. Those behind a link do not count, since they could let
    /// others read what replaces the link. Blocks.
    init?(of place: Place) {
        guard let status = try? place.status(), status.isFile else { return nil }
        self.init(status)
    }

    /// Permissions of the regular file at a path; nil when there is none, or a link. Blocks.
    init?(of path: String) { self.init(of: Place(path)) }

    /// Permissions of an open file.
    init(of descriptor: Int32, path: String) throws(StorageError) {
        self.init(try FileStatus(of: descriptor, path: path))
    }

    private init(_ status: FileStatus) {
        mode = status.permissions & 0o777
        owner = status.owner
        group = status.group
    }

    /// Mode to create a file with: never more open than its final mode.
    var initial: UInt32 { mode & Self.ordinary }

    /// Mode to create a copy with: its owner must be able to change it.
    var ofCopy: UInt32 { initial | 0o600 }

    /// Gives these permissions to a new file. A mount with one fixed mode refuses changes; the file then keeps its mode.
    func give(to descriptor: Int32, path: String) throws(StorageError) {
        let present = try FileMode(of: descriptor, path: path)
        var wanted = mode
        // Only root may change the owner; a failure is ignored.
        if owner != present.owner { try? File.setOwner(descriptor, owner: owner) }
        if group != present.group, (try? File.setOwner(descriptor, group: group)) == nil {
            // The file stays in another group, which must not get the rights of the wanted one: it gets those of others.
            wanted = wanted & ~0o070 | (wanted & 0o007) << 3
        }
        guard wanted != present.mode else { return }
        do throws(SystemError) { try File.setPermissions(descriptor, wanted) } catch {
            guard [Errno.notPermitted, Errno.notSupported, Errno.noSuchCall, Errno.invalid].contains(error.code) else {
                throw StorageError(code: error.code, operation: "set the permissions of", path: path)
            }
        }
    }
}
