// A folder of recordings. One owner at a time; may block on the disk.
import Dictation
import System

/// A folder of recordings: plain audio files with a JSON sidecar each.
///
/// The folder is the only state, so the value can be copied and passed on, and changes by other programs are seen at once. One
/// owner at a time unless noted; calls may block on the disk.
public struct Library: Sendable, Hashable {
    /// Absolute path without links, independent of later changes of the working folder.
    public let folder: String
    /// Numbers of the folder and its file system, by which its disk is known again.
    private let mount: Mount

    private struct Mount: Hashable {
        let folder: FileStatus.Identity
        let fileSystem: UInt64?
    }

    /// Opens a library and makes the folder when it is missing, for the users that `LibraryAccess` names. Blocks. Throws at
    /// once when the folder cannot be written, not at the first take.
    public init(folder: String) throws(StorageError) {
        try Folder.create(folder, mode: LibraryAccess.current.folders)
        try self.init(folder: folder, mayWrite: true)
    }

    /// Opens an existing folder. With `mayWrite` false the folder need not be writable. Blocks.
    public init(folder: String, mayWrite: Bool) throws(StorageError) {
        self.folder = try onDisk("open the folder", folder, File.realPath(folder))
        let status = try FileStatus(of: self.folder)
        guard status.isFolder else { throw .notFolder(path: self.folder) }
        mount = try Self.mount(of: self.folder)
        if mayWrite { try onDisk("write in the folder", self.folder, File.checkWritable(self.folder)) }
    }

    /// Throws `diskGone` if the path leads to another disk now, as that of a disk that was unmounted or torn out: nobody would
    /// find a file that is written there. A disk that comes back is known by the number in its file system, or by the inode of the folder,
    /// which another disk can have too. A folder on the disk is missing while the disk is away. Throws `missing` for a folder that was
    /// deleted or renamed. Blocks.
    public func checkPlace() throws(StorageError) {
        let now: Mount
        do throws(StorageError) { now = try Self.mount(of: folder) } catch {
            if case .missing = error, isBelowAnotherDisk { throw .diskGone(path: folder) }
            throw error
        }
        if mount.fileSystem != nil || now.fileSystem != nil {
            guard mount.fileSystem == now.fileSystem else { throw .diskGone(path: folder) }
            return
        }
        guard now.folder.device != mount.folder.device, now.folder.inode != mount.folder.inode else { return }
        // Some file systems give a folder another number at each mount.
        guard FileIdentity.hasNoInodes(folder: folder), exists(LibraryLock.fileName) else { throw .diskGone(path: folder) }
    }

    /// Makes the folder again if it was deleted, and returns it. A file in its place, or in that of a folder around it, is another's,
    /// and so is a folder that cannot be written: it stays, and the folder returned is `-kept` beside it. Throws `diskGone` rather than
    /// make one in the place of its disk. Blocks.
    @discardableResult
    func makeAgain() throws(StorageError) -> String {
        do throws(StorageError) {
            do throws(StorageError) { try checkPlace() } catch .missing {
                try Folder.create(folder, mode: LibraryAccess.current.folders)
            }
            try onDisk("write in the folder", folder, File.checkWritable(folder))
            return folder
        } catch .notFolder {
            return try makeBeside()
        } catch .noPermission {
            return try makeBeside()
        }
    }

    /// Makes a folder of this user beside what has the place of the library's.
    private func makeBeside() throws(StorageError) -> String {
        var taken = folder
        while (try? FileStatus(of: Folder.parent(of: taken)))?.isFolder != true { taken = Folder.parent(of: taken) }
        var number = 1
        while true {
            let beside = Place(number == 1 ? "\(taken)-kept" : "\(taken)-kept-\(number)")
            guard let found = try beside.status() else {
                try Folder.create(beside.path, mode: LibraryAccess.current.folders)
                return beside.path
            }
            if found.isFolder, found.owner == ThisProcess.user { return beside.path }
            number += 1
        }
    }

    /// True if what is left of the path to a missing folder is on another disk than the folder was.
    private var isBelowAnotherDisk: Bool {
        var parent = Folder.parent(of: folder)
        while parent != "/", !File.exists(parent) { parent = Folder.parent(of: parent) }
        guard let left = try? Self.mount(of: parent) else { return false }
        guard mount.fileSystem == nil, left.fileSystem == nil else { return mount.fileSystem != left.fileSystem }
        return mount.folder.device != left.folder.device
    }

    /// Numbers of what is mounted at a folder. The dot has the kernel mount a disk that it mounts at its use: the folder alone would
    /// be the empty one below it.
    private static func mount(of folder: String) throws(StorageError) -> Mount {
        let path = folder + "/."
        let identity = try onDisk("look at", folder, FileStatus(path, followsLinks: true, in: File.workingFolder)).identity
        let number = try onDisk("look at", folder, FileSystem.number(of: path, device: identity.device))
        return Mount(folder: identity, fileSystem: number)
    }

    /// Name that a path stands for: its last part without the extension.
    static func baseName(ofPath path: String) -> String {
        splitName(path.lastPart).base
    }

    /// Splits a file name into base and extension. A leading dot starts a hidden name, not an extension.
    static func splitName(_ file: String) -> (base: String, fileExtension: String) {
        guard let dot = file.lastIndex(ofByte: "."), dot != file.startIndex else { return (file, "") }
        return (String(file[..<dot]), file[dot...].droppingBytes(first: 1))
    }
}
