// Reads and changes the user's settings. Any thread; blocks on the disk.
import Glibc

/// Reads and changes a file of settings, so that neither a crash nor a simultaneous change by another program loses a line.
public enum ConfigFile {
    /// Highest length in bytes, far more than any settings need: a wrong file must not use up the memory.
    public static let longest = 1 << 20

    /// Returns the text of the file, nil without one. Blocks. Throws `refusedConfig`.
    public static func read(_ path: String) throws(StorageError) -> String? {
        do throws(StorageError) {
            let bytes = try Library.contents(of: path)
            guard bytes.count <= longest else { throw .refusedConfig(path: path, reason: "it is longer than 1 MiB") }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            if case .missing = error { return nil }
            if case .badMetadata = error { throw .refusedConfig(path: path, reason: "it is no regular file of reasonable size") }
            throw error
        }
    }

    /// Replaces the text of the file with the result of `change`, in one synced step. Waits up to a second for other programs'
    /// changes, then throws `busy`. A symbolic link is kept and its target replaced. The new file is readable by its owner
    /// only, because it may hold tokens.
    public static func update(
        _ path: String, _ change: (String?) throws(StorageError) -> String
    ) throws(StorageError) {
        let target = resolved(path)
        let folder = Folder.parent(of: target)
        try Folder.create(folder)
        let lock = try lock(folder)
        // Only a lock hangs on it.
        defer { _ = close(lock) }
        try Library.replace(target, with: Array(try change(try read(target)).utf8), isSecret: true)
    }

    private static func lock(_ folder: String) throws(StorageError) -> Int32 {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "open the folder", path: folder) }
        do throws(StorageError) {
            for _ in 0..<100 {
                if try FileLock.take(descriptor, path: folder) { return descriptor }
                _ = usleep(10_000)
            }
        } catch .system(_, _, EBADF) {
            // A home on NFS: no folder can be opened for writing, and so none be locked there.
            _ = close(descriptor)
            return try lock(file: "\(folder)/.dicta-lock")
        } catch {
            _ = close(descriptor)
            throw error
        }
        _ = close(descriptor)
        throw .busy(name: folder)
    }

    private static func lock(file: String) throws(StorageError) -> Int32 {
        let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "lock", path: file) }
        do throws(StorageError) {
            for _ in 0..<100 {
                if try FileLock.take(descriptor, path: file) { return descriptor }
                _ = usleep(10_000)
            }
            throw .busy(name: file)
        } catch {
            _ = close(descriptor)
            throw error
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
