// Copies a file in short steps. One thread at a time; each step blocks on the disk for a moment only.
internal import Messages
import System

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
        source = try onDisk("open", path, File.open(path, .read, .noWait))
        do throws(StorageError) {
            let status = try FileStatus(of: source, path: path)
            guard status.isFile else { throw .notAudio(path: path, reason: tr("it is no regular file")) }
            total = status.bytes
        } catch {
            File.close(source)
            throw error
        }
    }

    deinit {
        // The source was only read, so a failing close loses nothing.
        File.close(source)
    }

    /// Part of the bytes copied, 0 to 1.
    var fraction: Double { total == 0 ? 1 : min(1, Double(done) / Double(total)) }

    /// Copies up to 8 MiB. Returns true at the end. Throws `notAudio` if the source has become shorter.
    func step() throws(StorageError) -> Bool {
        let count = try onDisk("copy", path, File.copyPiece(from: source, to: target, atMost: Self.piece))
        done += Int64(count)
        guard count == 0 else { return false }
        guard done >= total else { throw .notAudio(path: path, reason: tr("it changed meanwhile; try again")) }
        return true
    }
}
