// Room: Storage. One thread at a time (the control loop); blocks on the disk.
import Glibc

extension Library {
    /// Puts new contents under a name in one step: temporary file beside it, sync, rename, sync of the folder.
    static func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
        let folder = Folder.parent(of: path)
        let (descriptor, temporary) = try makeTemporary(in: folder)
        // Tells recovery that somebody is at work on it; nobody else knows its name, so it cannot be refused.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        do throws(StorageError) {
            do throws(StorageError) {
                try write(bytes, to: descriptor, path: temporary)
                guard fchmod(descriptor, 0o644) == 0, fsync(descriptor) == 0 else {
                    throw StorageError(code: errno, operation: "sync", path: temporary)
                }
            } catch {
                _ = close(descriptor)
                throw error
            }
            guard close(descriptor) == 0 || errno == EINTR else {
                throw StorageError(code: errno, operation: "close", path: temporary)
            }
            guard unsafe rename(temporary, path) == 0 else {
                throw StorageError(code: errno, operation: "replace", path: path)
            }
        } catch {
            Folder.removeQuietly(temporary)
            throw error
        }
        try Folder.sync(folder)
    }

    /// Everything in a file. 16 MiB are far more than any sidecar, and a wrong file must not eat the memory.
    static func contents(of path: String) throws(StorageError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "open", path: path) }
        // Only read from: a close that fails loses nothing.
        defer { _ = close(descriptor) }
        let status = try FileStatus(of: descriptor, path: path)
        guard !status.isFolder else { throw .isFolder(path: path) }
        guard status.isFile, status.bytes <= 16 << 20 else {
            throw .badMetadata(path: path, reason: "it is no regular file of reasonable size")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.bytes))
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StorageError(code: errno, operation: "read", path: path) }
            if count == 0 { break }
            done += count
        }
        return Array(bytes[..<done])
    }

    /// Hidden, so that no listing ever takes one left by a crash for a recording.
    static func makeTemporary(in folder: String, prefix: String = ".dicta-") throws(StorageError) -> (Int32, String) {
        var template = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.map { unsafe mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else {
            throw StorageError(code: errno, operation: "write in the folder", path: folder)
        }
        // Not to be inherited by the programs that hooks start.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (descriptor, String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

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
