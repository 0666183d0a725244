// The place of a file of this program: a path, or a name on a shelf. Any thread; a value. Its functions block on the disk.
import System

/// The place of one file. On a shelf the file is reached through the open folder, and elsewhere by its path.
///
/// No function follows a link at the place itself: what lies behind one is not this program's.
struct Place: Sendable {
    private let shelf: Shelf?
    private let name: String

    /// The place at a path, all folders of which the user chose.
    init(_ path: String) { (shelf, name) = (nil, path) }

    /// A place on a shelf, for `Shelf.place`.
    init(_ shelf: Shelf, _ name: String) { (self.shelf, self.name) = (shelf, name) }

    /// True for a place on a shelf, whose path another folder may have by now.
    var isOnShelf: Bool { shelf != nil }

    /// Path of the file, for errors and messages.
    var path: String { shelf.map { "\($0.path)/\(name)" } ?? name }

    /// Path of the folder, for errors and messages.
    var folderPath: String { shelf?.path ?? Folder.parent(of: name) }

    /// Another place in the same folder; `name` is a name that this program made.
    func beside(_ name: String) -> Place {
        shelf.map { Place($0, name) } ?? Place("\(folderPath)/\(name)")
    }

    private var folder: Int32 { shelf?.descriptor ?? File.workingFolder }

    /// State of the file, or of a link that is there; nil if there is nothing.
    func status() throws(StorageError) -> FileStatus? {
        do throws(StorageError) {
            return try onDisk("look at", path, FileStatus(name, followsLinks: false, in: folder))
        } catch .missing {
            return nil
        }
    }

    /// True if something is there, a link that leads nowhere too.
    var isTaken: Bool { (try? FileStatus(name, followsLinks: false, in: folder)) != nil }

    /// Throws `isLink` if a link is there.
    func refuseLink() throws(StorageError) {
        if try status()?.isLink == true { throw .isLink(path: path) }
    }

    /// Opens the file. Throws `isLink` for a link. Never waits for a pipe.
    func open(
        _ operation: String, _ access: File.Access, _ options: File.Options = [], mode: UInt32 = 0o600
    ) throws(StorageError) -> Int32 {
        do throws(SystemError) {
            return try File.open(name, access, options.union([.noLink, .noWait]), mode: mode, in: folder)
        } catch {
            if error.code == Errno.loop { try refuseLink() }
            throw StorageError(code: error.code, operation: operation, path: path)
        }
    }

    /// Makes a file without a name in the same folder. Throws an error of the system where the disk has no such files.
    func openNameless(mode: UInt32) throws(SystemError) -> Int32 {
        try File.open(shelf == nil ? folderPath : ".", .readWrite, .nameless, mode: mode, in: folder)
    }

    /// Reads the file, with the limits of `Library.contents`.
    func contents(atMost limit: Int? = nil) throws(StorageError) -> [UInt8] {
        let descriptor = try open("open", .read)
        // Opened for reading only: a failing close loses nothing.
        defer { File.close(descriptor) }
        return try Library.contents(of: descriptor, path: path, atMost: limit)
    }

    /// Gives an open nameless file this name. Throws `exists` if it is taken.
    func name(_ descriptor: Int32) throws(StorageError) {
        try onDisk("name a file in", folderPath, File.name(descriptor, as: name, in: folder))
    }

    /// Renames the file, and replaces what has the new name, be it a link.
    func rename(to other: Place) throws(StorageError) {
        try onDisk("replace", other.path, File.rename(name, to: other.name, from: folder, in: other.folder))
    }

    /// Renames the file, and throws `exists` rather than replace another one.
    func move(to other: Place) throws(StorageError) {
        do throws(SystemError) {
            do throws(SystemError) {
                return try File.renameToFree(name, to: other.name, from: folder, in: other.folder)
            } catch {
                // Some file systems cannot check and rename in one step: an empty file then takes the name first.
                guard error.code == Errno.invalid || error.code == Errno.noSuchCall else { throw error }
            }
            let claim = try File.open(
                other.name, .write, [.create, .exclusive, .noLink], mode: FileMode.ordinary, in: other.folder)
            // No data is written through the descriptor, so a failing close loses nothing.
            File.close(claim)
            do throws(SystemError) { try File.rename(name, to: other.name, from: folder, in: other.folder) } catch {
                other.removeQuietly()
                throw error
            }
        } catch {
            let aboutTarget = [Errno.exists, Errno.invalid, Errno.badText, Errno.nameTooLong]
            throw StorageError(
                code: error.code, operation: "rename", path: aboutTarget.contains(error.code) ? other.path : path)
        }
    }

    /// Removes the file, or a link that is there. Throws `missing` if there is none.
    func remove() throws(StorageError) { try onDisk("remove", path, File.remove(name, in: folder)) }

    /// Removes the file if it is there; a failure is harmless and ignored.
    func removeQuietly() { try? File.remove(name, in: folder) }

    /// Removes an empty folder that has this place; one that cannot be removed harms nobody.
    func removeFolderQuietly() { try? File.removeFolder(name, in: folder) }

    /// Sets the time of the last change to now; a failure only makes the file seem older than it is.
    func touch() { try? File.touch(name, in: folder) }

    /// The hidden names in the same folder.
    func neighbours() throws(StorageError) -> [String] {
        let dot = UInt8(ascii: ".")
        return try onDisk(
            "list", folderPath, File.names(in: shelf == nil ? folderPath : ".", from: folder) { $0 == dot })
    }

    /// Waits until the names in the folder are on the disk.
    func syncFolder() throws(StorageError) {
        if let shelf { try shelf.sync() } else { try Folder.sync(folderPath) }
    }
}
