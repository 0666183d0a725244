// Writes a file that replaces another one. One owner at a time; blocks on the disk.
import Glibc

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
        // O_TMPFILE, which Swift does not see.
        descriptor = unsafe open(folder, O_RDWR | 0o20_000_000 | O_DIRECTORY | O_CLOEXEC, FileMode.ordinary)
        guard descriptor < 0 else { return }
        let fresh = "\(folder)/\(Library.hiddenName())"
        descriptor = unsafe open(fresh, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, FileMode.ordinary)
        guard descriptor >= 0 else {
            throw StorageError(code: errno, operation: "write in the folder", path: folder)
        }
        name = fresh
    }

    deinit {
        if descriptor >= 0 { _ = close(descriptor) }
        if let name { Folder.removeQuietly(name) }
    }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError(code: count < 0 ? errno : EIO, operation: "write", path: folder) }
            done += count
        }
        length += Int64(bytes.count)
    }

    /// Overwrites bytes at an offset.
    func connection(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
        let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, offset) }
        guard count == bytes.count else { throw StorageError(code: count < 0 ? errno : EIO, operation: "write", path: folder) }
    }

    /// Syncs the file, unless `mustSync` is false because it can be made again, and gives it the name and the permissions of
    /// the file it replaces. The caller owns the returned descriptor.
    func take(name target: String, mustSync: Bool = true) throws(StorageError) -> (descriptor: Int32, length: Int64) {
        try FileMode(of: target)?.give(to: descriptor, path: target)
        guard !mustSync || fsync(descriptor) == 0 else { throw StorageError(code: errno, operation: "sync", path: folder) }
        // A link cannot replace a file, a rename can.
        let fresh = name ?? "\(folder)/\(Library.hiddenName())"
        if name == nil {
            guard unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, fresh, AT_SYMLINK_FOLLOW) == 0 else {
                throw StorageError(code: errno, operation: "name a file in", path: folder)
            }
            name = fresh
        }
        guard unsafe rename(fresh, target) == 0 else { throw StorageError(code: errno, operation: "replace", path: target) }
        defer { descriptor = -1 }
        name = nil
        return (descriptor, length)
    }
}
