// Copies a file in short steps. One thread at a time; each step blocks on the disk for a moment only.
import CLinux
import Glibc

/// Copies one file into another open file, in short steps.
@safe final class FileCopy: PieceJob {
    private let path: String
    private let source: Int32
    /// Descriptor of the copy; the caller closes it.
    private let target: Int32
    private let total: Int64
    private var done: Int64 = 0
    /// Container format of the file.
    let container: String

    private static let piece = 8 << 20

    /// Opens the source. Blocks.
    init(_ path: String, to target: Int32, container: String) throws(StorageError) {
        self.path = path
        self.target = target
        self.container = container
        source = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else { throw StorageError(code: errno, operation: "open", path: path) }
        do throws(StorageError) {
            let status = try FileStatus(of: source, path: path)
            guard status.isFile else { throw .notAudio(path: path, reason: "it is no regular file") }
            total = status.bytes
        } catch {
            _ = close(source)
            throw error
        }
    }

    deinit {
        // Only read from.
        _ = close(source)
    }

    /// Part of the bytes copied, 0 to 1.
    var fraction: Double { total == 0 ? 1 : min(1, Double(done) / Double(total)) }

    /// Copies up to 8 MiB. Returns true at the end.
    func step() throws(StorageError) -> Bool {
        var count = copy_file_range(source, nil, target, nil, Self.piece, 0)
        // Some file systems cannot copy in the kernel, or not to another one; then the bytes pass through a buffer.
        if count < 0, [EINVAL, ENOSYS, EOPNOTSUPP, EXDEV].contains(errno) { count = passOn() }
        if count < 0, errno == EINTR { return false }
        guard count >= 0 else { throw StorageError(code: errno, operation: "copy", path: path) }
        done += Int64(count)
        return count == 0
    }

    /// Copies up to 1 MiB through a buffer. Returns the number of bytes, or -1 and errno.
    private func passOn() -> Int {
        unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 4096) { buffer in
            let got = unsafe read(source, buffer.baseAddress, buffer.count)
            var written = 0
            while written < got {
                let count = unsafe write(target, buffer.baseAddress?.advanced(by: written), got - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return -1 }
                written += count
            }
            return got
        }
    }
}
