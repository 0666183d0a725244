// A folder that only this program fills, beside recordings or in the cache. Any thread; blocks on the disk.
import Dictation
import System

/// A folder of this program's own, open: `.sidecars`, `.peaks`, `_Corrupted`, and the folders of the cache.
///
/// Everything in it is done through its descriptor, so a link or a folder that takes its name meanwhile is never entered. The path
/// to it may lead through links, since the user chose it: a library can be a link to another disk. The folder itself may not be
/// a link, since anything could lie behind it. It belongs to this user or to the owner of the folder around it, or it lies where
/// others may write, as in the library of a group.
final class Shelf: Sendable {
    /// Path of the folder, for errors.
    let path: String
    /// The open folder.
    let descriptor: Int32

    /// Opens a folder; nil if there is none. Throws `isLink`, `notFolder` or `notOwn` for what is no folder of this program.
    ///
    /// With `isPrivate` it counts as one of this program only if nobody but this user and the owner of the folder around it can have
    /// made it.
    init?(_ path: String, isPrivate: Bool = false) throws(StorageError) {
        self.path = path
        let opened: Int32
        do throws(SystemError) {
            opened = try File.open(path, .read, [.folder, .noLink])
        } catch {
            if error.code == Errno.missing { return nil }
            // A link gives one error or the other, by its file system.
            guard [Errno.notFolder, Errno.loop].contains(error.code) else {
                throw StorageError(code: error.code, operation: "open the folder", path: path)
            }
            try Place(path).refuseLink()
            throw .notFolder(path: path)
        }
        descriptor = opened
        // From here on a throw ends the object, which closes the folder.
        let status = try FileStatus(of: descriptor, path: path)
        guard status.owner != ThisProcess.user else { return }
        let around = try FileStatus(of: Folder.parent(of: path))
        guard status.owner == around.owner || !isPrivate && around.othersMayWrite else {
            throw .notOwn(path: path, owner: status.owner)
        }
    }

    deinit { File.close(descriptor) }

    /// Opens a folder, and makes it if it is missing; the kernel subtracts the umask from `mode`.
    static func make(_ path: String, mode: UInt32, isPrivate: Bool = false) throws(StorageError) -> Shelf {
        while true {
            if let shelf = try Shelf(path, isPrivate: isPrivate) { return shelf }
            do throws(StorageError) { try onDisk("create the folder", path, File.makeFolder(path, mode: mode)) } catch .exists {}
        }
    }

    /// The place of a file in the folder. Throws `refusedName` for a name that could lead out of it.
    func place(_ name: String) throws(StorageError) -> Place {
        guard !name.isEmpty, name != ".", name != "..", !name.hasSlash else { throw .refusedName(path: "\(path)/\(name)") }
        return Place(self, name)
    }

    /// Names in the folder, in no order. Hidden names only on request.
    func names(hidden isHidden: Bool = false) throws(StorageError) -> [String] {
        let dot = UInt8(ascii: ".")
        return try onDisk("list", path, File.names(in: ".", from: descriptor) { isHidden || $0 != dot })
    }

    /// Waits until the names in the folder are on the disk.
    func sync() throws(StorageError) { try onDisk("sync the folder", path, File.syncFolder(".", in: descriptor)) }
}
