// Writer thread only, from the begin of a take to its end; blocks on the disk.
public import Dictation
import Glibc

/// Says on disk what a take that runs is, and holds its lock: `.NAME.take`, hidden beside the audio.
///
/// The lock is the kernel's, on this open file: while it holds, the recording is being written and nobody else touches it;
/// when the engine dies it is gone, the file is still there, and so the take is known to be one that was left open.
public final class TakeJournal {
    private let descriptor: Int32
    private let path: String
    private var isOpen = true
    /// How much of it is whole.
    private var length: Int
    private var isSynced = true

    static let ending = ".take"

    static func fileName(_ name: String) -> String { ".\(name)\(ending)" }

    /// The recording's; nil for a file that is no journal.
    static func name(_ file: String) -> String? {
        guard file.hasPrefix("."), file.hasSuffix(ending) else { return nil }
        return String(file.dropFirst().dropLast(ending.count))
    }

    /// Blocks until it is on the disk. `busy` where another take writes to this recording.
    public init(_ library: Library, _ entry: JournalEntry) throws(StorageError) {
        try Library.checkName(entry.name)
        path = "\(library.folder)/\(Self.fileName(entry.name))"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, FileMode.ordinary)
        guard descriptor >= 0 else { throw StorageError(code: errno, operation: "create", path: path) }
        do throws(StorageError) {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                guard errno == EWOULDBLOCK else { throw StorageError(code: errno, operation: "lock", path: path) }
                throw .busy(name: entry.name)
            }
            // The take that had it may have removed it just now.
            guard library.exists(Self.fileName(entry.name)) else { throw .busy(name: entry.name) }
            // What a take that was left open has here is not to be lost: recovery has to come first.
            guard try FileStatus(of: descriptor, path: path).bytes == 0 else { throw .leftOpen(name: entry.name) }
            let text = entry.printed
            length = text.count
            do throws(StorageError) {
                try Library.write(text, to: descriptor, path: path)
                guard fsync(descriptor) == 0 else { throw StorageError(code: errno, operation: "sync", path: path) }
                try Folder.sync(library.folder)
            } catch {
                // It is ours, and half a note says nothing.
                Folder.removeQuietly(path)
                throw error
            }
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        // Dropped without `end`: the take counts as left open.
        if isOpen { _ = close(descriptor) }
    }

    /// Blocks. Puts a change of the take's markers to the end: the kernel has it then, so that it survives the engine's death,
    /// and the disk after the next `sync`. Where it fails nothing of it stays.
    public func append(_ edit: MarkerEdit) throws(StorageError) {
        guard isOpen else { throw .alreadyClosed(path: path) }
        let line = edit.line
        do throws(StorageError) {
            try Library.write(line, to: descriptor, path: path)
        } catch {
            // Half a line in the middle would hide all that come after it.
            guard ftruncate(descriptor, length) == 0, lseek(descriptor, length, SEEK_SET) == length else {
                throw StorageError(code: errno, operation: "cut", path: path)
            }
            throw error
        }
        length += line.count
        isSynced = false
    }

    /// Blocks until the disk has what was put to the end; costs nothing where that is so already.
    public func sync() throws(StorageError) {
        guard isOpen, !isSynced else { return }
        guard fdatasync(descriptor) == 0 else { throw StorageError(code: errno, operation: "sync", path: path) }
        isSynced = true
    }

    /// Blocks. The take is closed and its sidecar written: it is an ordinary recording from here on.
    public func end() throws(StorageError) {
        guard isOpen else { return }
        isOpen = false
        let code = unsafe unlink(path) == 0 ? 0 : errno
        _ = close(descriptor)
        guard code == 0 || code == ENOENT else { throw StorageError(code: code, operation: "remove", path: path) }
        try Folder.sync(Folder.parent(of: path))
    }
}
