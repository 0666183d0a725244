// The journal of a running take. One owner at a time, from the start of the take to its end; blocks on the disk.
public import Dictation
import System

/// Describes a running take on disk and holds its lock, in `.NAME.take`, hidden beside the audio.
///
/// The kernel holds the lock on the open file. While it is held, the recording is being written and nothing else may touch
/// it. The lock dies with the engine but the file stays, which shows that the take was left open.
public final class TakeJournal {
    private let descriptor: Int32
    private let path: String
    private var isOpen = true
    /// Bytes of the file that are whole.
    private var length: Int
    private var isSynced = true

    /// Suffix of a journal's file name.
    static let ending = ".take"

    /// Returns the journal's file name for a recording.
    static func fileName(_ name: String) -> String { ".\(name)\(ending)" }

    /// Returns the recording's name; nil for a file that is not a journal.
    static func name(_ file: String) -> String? {
        guard file.hasPrefix("."), file.hasSuffix(ending) else { return nil }
        return String(file.dropFirst().dropLast(ending.count))
    }

    /// Writes the journal and blocks until it is on the disk. Throws `busy` if another take writes to this recording, and
    /// `leftOpen` if recovery has to come first.
    public init(_ library: Library, _ entry: JournalEntry) throws(StorageError) {
        try Library.checkName(entry.name)
        path = "\(library.folder)/\(Self.fileName(entry.name))"
        let (descriptor, isNew) = try Self.open(path)
        do throws(StorageError) {
            let isLocked: Bool
            do throws(StorageError) { isLocked = try FileLock.take(descriptor, path: path) } catch {
                // On a disk without locks an empty journal would stand for a take that was left open.
                if isNew { Folder.removeQuietly(path) }
                throw error
            }
            guard isLocked else { throw .busy(name: entry.name) }
            // The take that owned the file may have removed it just now.
            guard library.exists(Self.fileName(entry.name)) else { throw .busy(name: entry.name) }
            // The file describes a take that was left open; recovery must read it first.
            guard try FileStatus(of: descriptor, path: path).bytes == 0 else { throw .leftOpen(name: entry.name) }
            let text = entry.printed
            length = text.count
            do throws(StorageError) {
                try Library.write(text, to: descriptor, path: path)
                try onDisk("sync", path, File.sync(descriptor))
                try Folder.sync(library.folder)
            } catch {
                // The file is new, and half a journal is of no use.
                Folder.removeQuietly(path)
                throw error
            }
        } catch {
            File.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Opens the journal; `isNew` if this call has made it.
    private static func open(_ path: String) throws(StorageError) -> (descriptor: Int32, isNew: Bool) {
        do throws(SystemError) {
            let options: File.Options = [.create, .exclusive, .noLink]
            return (try File.open(path, .readWrite, options, mode: FileMode.ordinary), true)
        } catch {
            guard error.code == Errno.exists else { throw StorageError(code: error.code, operation: "create", path: path) }
        }
        return (try onDisk("create", path, File.open(path, .readWrite, [.create, .noLink], mode: FileMode.ordinary)), false)
    }

    deinit {
        // Dropped without `end`, the take counts as left open.
        if isOpen { File.close(descriptor) }
    }

    /// Appends a change of the take's markers. Blocks. The change survives the engine's death at once, and a power loss after
    /// the next `sync`. A failed write leaves no part of the change.
    public func append(_ change: MarkerChange) throws(StorageError) {
        guard isOpen else { throw .alreadyClosed(path: path) }
        do throws(StorageError) {
            try Library.write(change.line, to: descriptor, path: path)
        } catch {
            // Half a line would hide every line after it.
            try onDisk("cut", path, File.resize(descriptor, to: Int64(length)))
            try onDisk("cut", path, File.seek(descriptor, to: Int64(length)))
            throw error
        }
        length += change.line.count
        isSynced = false
    }

    /// Blocks until the disk has all appended changes; costs nothing if there are none.
    public func sync() throws(StorageError) {
        guard isOpen, !isSynced else { return }
        try onDisk("sync", path, File.syncData(descriptor))
        isSynced = true
    }

    /// Removes the journal once the take is closed and its sidecar written: it is an ordinary recording from here on. Blocks.
    public func end() throws(StorageError) {
        guard isOpen else { return }
        isOpen = false
        defer { File.close(descriptor) }
        try onDisk("remove", path, File.removeIfThere(path))
        try Folder.sync(Folder.parent(of: path))
    }
}
