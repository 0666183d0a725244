// Room: Storage. One thread at a time; blocks on the disk.
import Glibc

/// A file without a name of its own yet, which takes that of another once it is whole; dropped before that it is gone.
@safe final class TemporaryFile {
    private let path: String
    private var descriptor: Int32
    private var length: Int64 = 0

    /// Hidden, so that no listing ever takes one left by a crash for a recording.
    init(beside other: String) throws(StorageError) {
        let folder = Folder.parent(of: other)
        var template = Array("\(folder)/.dicta-XXXXXX".utf8CString)
        descriptor = unsafe template.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.map { unsafe mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else {
            throw StorageError(code: errno, operation: "write in the folder", path: folder)
        }
        // Not to be inherited by the programs that hooks start.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        guard descriptor >= 0 else { return }
        _ = close(descriptor)
        Folder.removeQuietly(path)
    }

    func append(_ bytes: [UInt8]) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StorageError(code: count < 0 ? errno : EIO, operation: "write", path: path) }
            done += count
        }
        length += Int64(bytes.count)
    }

    /// Syncs it and gives it the name; the descriptor is the caller's then.
    func take(name: String) throws(StorageError) -> (descriptor: Int32, length: Int64) {
        guard fchmod(descriptor, 0o644) == 0, fsync(descriptor) == 0 else {
            throw StorageError(code: errno, operation: "sync", path: path)
        }
        guard unsafe rename(path, name) == 0 else {
            throw StorageError(code: errno, operation: "replace", path: name)
        }
        defer { descriptor = -1 }
        return (descriptor, length)
    }
}
