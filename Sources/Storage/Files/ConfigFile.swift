// Reads and changes the user's settings. Any thread; blocks on the disk.
internal import Messages
import System

/// Reads and changes a file of settings, so that neither a crash nor a simultaneous change by another program loses a line.
public enum ConfigFile {
    /// Highest length in bytes, far more than any settings need: a wrong file must not use up the memory.
    public static let longest = 1 << 20

    /// Returns the text of the file, nil without one. Blocks. Throws `refusedConfig`.
    public static func read(_ path: String) throws(StorageError) -> String? {
        try bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of the file, nil without one.
    private static func bytes(_ path: String) throws(StorageError) -> [UInt8]? {
        do throws(StorageError) {
            let bytes = try Library.contents(of: path)
            guard bytes.count <= longest else { throw .refusedConfig(path: path, reason: tr("it is longer than 1 MiB")) }
            return bytes
        } catch {
            if case .missing = error { return nil }
            if case .badMetadata = error {
                throw .refusedConfig(path: path, reason: tr("it is not a regular file of reasonable size"))
            }
            throw error
        }
    }

    /// Replaces the text of the file as `updateBytes` does; bytes that are no UTF-8 become replacement characters.
    public static func update(
        _ path: String, followsLink: Bool = false, _ change: (String?) throws(StorageError) -> String
    ) throws(StorageError) {
        try updateBytes(path, followsLink: followsLink) { (now) throws(StorageError) in
            Array(try change(now.map { String(decoding: $0, as: UTF8.self) }).utf8)
        }
    }

    /// Replaces the bytes of the file with the result of `change`, in one synced step. Waits up to a second for other programs'
    /// changes, then throws `busy`. The new file is readable by its owner only, because it may hold tokens.
    ///
    /// Throws `isLink` for a symbolic link. With `followsLink` the link is kept and its target replaced: only for files that the
    /// user writes too, where no one else can put a link.
    public static func updateBytes(
        _ path: String, followsLink: Bool = false, _ change: ([UInt8]?) throws(StorageError) -> [UInt8]
    ) throws(StorageError) {
        let target = followsLink ? resolved(path) : path
        try Place(target).refuseLink()
        let folder = Folder.parent(of: target)
        try Folder.create(folder)
        let lock = try lock(folder)
        // The descriptor only holds the lock, so a failing close loses nothing.
        defer { File.close(lock) }
        try Library.replace(target, with: try change(try bytes(target)), isSecret: true)
    }

    private static func lock(_ folder: String) throws(StorageError) -> Int32 {
        let descriptor = try onDisk("open the folder", folder, File.open(folder, .read, .folder))
        do throws(StorageError) {
            for _ in 0..<100 {
                if try FileLock.take(descriptor, path: folder) { return descriptor }
                ThisProcess.sleep(milliseconds: 10)
            }
        } catch .system(_, _, Errno.badDescriptor) {
            // NFS locks only descriptors open for writing, and a folder cannot be opened for writing: lock a file in it.
            File.close(descriptor)
            return try lock(file: "\(folder)/.dicta-lock")
        } catch {
            File.close(descriptor)
            throw error
        }
        File.close(descriptor)
        throw .busy(name: folder)
    }

    private static func lock(file: String) throws(StorageError) -> Int32 {
        let descriptor = try onDisk("lock", file, File.open(file, .readWrite, [.create, .noLink], mode: 0o600))
        do throws(StorageError) {
            for _ in 0..<100 {
                if try FileLock.take(descriptor, path: file) { return descriptor }
                ThisProcess.sleep(milliseconds: 10)
            }
            throw .busy(name: file)
        } catch {
            File.close(descriptor)
            throw error
        }
    }

    private static func resolved(_ path: String) -> String {
        (try? File.realPath(path)) ?? path
    }
}
