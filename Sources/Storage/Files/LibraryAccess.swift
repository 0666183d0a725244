// Read access to new recordings: owner, group or all. Any thread.
internal import Synchronization

/// The users who may read the new files of a library. Like the umask, it is one value for the whole process, and the umask can
/// only take more away.
///
/// It does not change files that exist already, nor files outside a library: those follow the umask.
public enum LibraryAccess: String, Sendable {
    /// The owner only.
    case owner
    /// Also the group of the folder.
    case group
    /// Everybody, as far as the umask allows.
    case all

    private static let chosen = Mutex(LibraryAccess.owner)

    /// The value of this process: the owner only, until it is set.
    public static var current: LibraryAccess {
        get { chosen.withLock(\.self) }
        set { chosen.withLock { $0 = newValue } }
    }

    /// Mode of new files; the kernel subtracts the umask.
    var files: UInt32 {
        switch self {
        case .owner: 0o600
        case .group: 0o660
        case .all: 0o666
        }
    }

    /// Mode of new folders; the kernel subtracts the umask.
    var folders: UInt32 { files | (files & 0o444) >> 2 }
}
