// One thread (the library worker); each step blocks on the disk for a moment only.
import CLinux
import Glibc

/// One file copied into another that is open, a piece at a time.
@safe final class FileCopy: PieceJob {
    private let path: String
    private let source: Int32
    /// The caller's.
    private let target: Int32
    private let total: Int64
    private var done: Int64 = 0
    /// Of what is copied.
    let container: String

    private static let piece = 8 << 20

    /// Blocks for the open.
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

    var fraction: Double { total == 0 ? 1 : min(1, Double(done) / Double(total)) }

    func step() throws(StorageError) -> Bool {
        var count = copy_file_range(source, nil, target, nil, Self.piece, 0)
        // Some file systems cannot, or not from one to the other; then it goes through our hands.
        if count < 0, [EINVAL, ENOSYS, EOPNOTSUPP, EXDEV].contains(errno) { count = passOn() }
        if count < 0, errno == EINTR { return false }
        guard count >= 0 else { throw StorageError(code: errno, operation: "copy", path: path) }
        done += Int64(count)
        return count == 0
    }

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
