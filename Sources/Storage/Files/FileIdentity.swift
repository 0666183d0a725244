// Identity of a file, to notice that it was replaced. Any thread; a value. Its functions may block on the disk.
import Dictation
import JSON
import System

/// Identity of a file, independent of its name: a later file of the same name has another identity.
struct FileIdentity: Sendable, Hashable {
    /// Inode number.
    let inode: UInt64
    /// Length in bytes.
    let bytes: Int64
    /// Time of the last change in nanoseconds since 1970.
    let modified: Int64

    /// Types of file systems that assign new inode numbers at each mount. Size and date must do there; FAT rounds the date to
    /// two seconds.
    private static let withoutInodes: Set<UInt32> = [0x4d44, 0x2011_bab0, 0x6573_5546, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997]
    private static let coarsest: Int64 = 2_000_000_000

    /// Identity of the file at a path, without following a link; nil when there is none. Blocks.
    init?(of path: String) throws(StorageError) {
        let status: FileStatus
        do throws(StorageError) {
            status = try onDisk("look at", path, FileStatus(path, followsLinks: false))
        } catch .missing {
            return nil
        }
        inode = status.identity.inode
        bytes = status.bytes
        modified = status.modified.mark
    }

    /// True when the path names this file. For a file that was copied with its folder, size and date are compared. Blocks.
    func isThat(of path: String, isCopied: Bool = false) throws(StorageError) -> Bool {
        guard let other = try FileIdentity(of: path), other.bytes == bytes else { return false }
        if other == self || isCopied && other.modified == modified { return true }
        let (apart, isFar) = other.modified.subtractingReportingOverflow(modified)
        return !isFar && (-Self.coarsest...Self.coarsest).contains(apart) && Self.hasNoInodes(path)
    }

    private static func hasNoInodes(_ path: String) -> Bool { hasNoInodes(folder: Folder.parent(of: path)) }

    /// True for a folder on a file system that assigns new inode numbers at each mount.
    static func hasNoInodes(folder: String) -> Bool { FileSystem.kind(of: folder).map(withoutInodes.contains) ?? false }

    // MARK: In notes

    /// The identity in an intent.
    var json: JSONTree {
        .object([
            .init("inode", .text(String(inode))), .init("bytes", .integer(bytes)), .init("modified", .integer(modified)),
        ])
    }

    /// Reads an identity from an intent; nil when a part is missing.
    init?(_ tree: JSONTree?) {
        guard let inode = tree?["inode"]?.text.flatMap({ UInt64($0) }), let bytes = tree?["bytes"]?.integer,
            let modified = tree?["modified"]?.integer
        else { return nil }
        (self.inode, self.bytes, self.modified) = (inode, bytes, modified)
    }
}
