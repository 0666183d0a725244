// Replaces files in one step, and makes temporary files. One owner at a time; blocks on the disk.
import Dictation
import Glibc

extension Library {
    /// Replaces the contents of a file in one step: temporary file beside it, sync, rename, sync of the folder. Permissions are
    /// kept, unless the file is to be `secret`.
    static func replace(_ path: String, with bytes: [UInt8], isSecret: Bool = false) throws(StorageError) {
        let folder = Folder.parent(of: path)
        let kept = isSecret ? nil : FileMode(of: path)
        let temporary = try writeTemporary(
            bytes, in: folder, mode: isSecret ? FileMode.secret : FileMode.ordinary, like: kept)
        guard unsafe rename(temporary, path) == 0 else {
            let code = errno
            Folder.removeQuietly(temporary)
            throw StorageError(code: code, operation: "replace", path: path)
        }
        try Folder.sync(folder)
    }

    /// Writes a hidden file and returns its path. The contents are on the disk; the folder entry may not be yet.
    static func writeTemporary(
        _ bytes: [UInt8], in folder: String, mode: mode_t = FileMode.ordinary, like kept: FileMode? = nil
    ) throws(StorageError) -> String {
        let (descriptor, temporary) = try makeTemporary(in: folder, mode: kept?.initial ?? mode)
        // The lock tells recovery that the file is in use; nobody else knows its name, so the lock cannot be refused.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        do throws(StorageError) {
            do throws(StorageError) {
                try write(bytes, to: descriptor, path: temporary)
                try kept?.give(to: descriptor, path: temporary)
                guard fsync(descriptor) == 0 else { throw StorageError(code: errno, operation: "sync", path: temporary) }
            } catch {
                _ = close(descriptor)
                throw error
            }
            guard close(descriptor) == 0 || errno == EINTR else {
                throw StorageError(code: errno, operation: "close", path: temporary)
            }
        } catch {
            Folder.removeQuietly(temporary)
            throw error
        }
        return temporary
    }

    /// Reads a file that is no longer than a sidecar can be: a wrong file must not use up the memory. Throws `badMetadata`.
    static func contents(of path: String) throws(StorageError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "open", path: path) }
        // Opened for reading only: a failing close loses nothing.
        defer { _ = close(descriptor) }
        return try contents(of: descriptor, path: path)
    }

    /// Reads an open file from its start, with the same limit.
    static func contents(of descriptor: Int32, path: String) throws(StorageError) -> [UInt8] {
        let status = try FileStatus(of: descriptor, path: path)
        guard !status.isFolder else { throw .isFolder(path: path) }
        guard status.isFile, status.bytes <= Recording.mostBytes else {
            throw .badMetadata(path: path, reason: "it is not a regular file of reasonable size")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.bytes))
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, done)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StorageError(code: errno, operation: "read", path: path) }
            if count == 0 { break }
            done += count
        }
        return Array(bytes[..<done])
    }

    /// Makes a hidden file, so no listing takes one left by a crash for a recording. The kernel subtracts the umask from
    /// `mode`. Returns the descriptor and the path.
    static func makeTemporary(
        in folder: String, prefix: String = ".dicta-", mode: mode_t = FileMode.ordinary
    ) throws(StorageError) -> (Int32, String) {
        while true {
            let path = "\(folder)/\(hiddenName(prefix))"
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 { return (descriptor, path) }
            guard errno == EEXIST || errno == EINTR else {
                throw StorageError(code: errno, operation: "write in the folder", path: folder)
            }
        }
    }

    /// Returns a hidden name with a random part, which no other file has.
    static func hiddenName(_ prefix: String = ".dicta-") -> String {
        prefix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    /// Writes all bytes to an open file.
    static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError(code: count < 0 ? errno : EIO, operation: "write", path: path) }
            done += count
        }
    }
}
