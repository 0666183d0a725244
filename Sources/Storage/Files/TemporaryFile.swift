// Writes a file that replaces another one. One owner at a time; blocks on the disk.
import System

/// A nameless file that takes the name of another file once it is complete. Abandoned before that, or killed, it is gone.
@safe final class TemporaryFile {
    private let folder: String
    /// Path of the file; only on file systems without nameless files.
    private var name: String?
    private var descriptor: Int32
    private var length: Int64 = 0

    /// Makes an empty file in the folder of another.
    init(beside other: String) throws(StorageError) {
        folder = Folder.parent(of: other)
        do throws(SystemError) {
            descriptor = try File.open(folder, .readWrite, .nameless, mode: FileMode.ordinary)
        } catch {
            let fresh = "\(folder)/\(Library.hiddenName())"
            descriptor = try onDisk(
                "write in the folder", folder, File.open(fresh, .readWrite, [.create, .exclusive], mode: FileMode.ordinary))
            name = fresh
        }
    }

    deinit {
        if descriptor >= 0 { File.close(descriptor) }
        if let name { Folder.removeQuietly(name) }
    }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws(StorageError) {
        try onDisk("write", folder, File.write(descriptor, bytes))
        length += Int64(bytes.count)
    }

    func overwrite(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        try onDisk("write", folder, File.write(descriptor, bytes, at: Int64(offset)))
    }

    /// Another descriptor of the file, which the caller owns; it is valid after the file is gone.
    func duplicate() throws(StorageError) -> Int32 {
        try onDisk("open a second time in", folder, File.duplicate(descriptor))
    }

    /// Syncs the file, unless `mustSync` is false because it can be made again, and gives it the name and the permissions of
    /// the file it replaces. The caller owns the returned descriptor.
    func take(name target: String, mustSync: Bool = true) throws(StorageError) -> (descriptor: Int32, length: Int64) {
        try FileMode(of: target)?.give(to: descriptor, path: target)
        if mustSync { try onDisk("sync", folder, File.sync(descriptor)) }
        // A link cannot replace a file, a rename can.
        let fresh = name ?? "\(folder)/\(Library.hiddenName())"
        if name == nil {
            try onDisk("name a file in", folder, File.name(descriptor, as: fresh))
            name = fresh
        }
        try onDisk("replace", target, File.rename(fresh, to: target))
        defer { descriptor = -1 }
        name = nil
        return (descriptor, length)
    }
}
