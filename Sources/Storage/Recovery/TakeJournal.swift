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
    private var isSynced: Bool
    private var isFolderSynced: Bool
    private let sidecar: String
    /// Most bytes of the sidecar that the take will have with its markers.
    private var described: Int

    /// Suffix of a journal's file name.
    static let ending = ".take"

    /// Returns the journal's file name for a recording.
    static func fileName(_ name: String) -> String { ".\(name)\(ending)" }

    /// Returns the recording's name; nil for a file that is not a journal.
    static func name(_ file: String) -> String? {
        guard file.hasBytes(first: "."), file.hasBytes(last: ending) else { return nil }
        return file.droppingBytes(first: 1).droppingBytes(last: ending.utf8.count)
    }

    /// Writes the journal, and with `waits` blocks until it is on the disk; the next `sync` brings it there otherwise. Throws `busy` if
    /// another take writes to this recording, and `leftOpen` if recovery has to come first.
    public init(_ library: Library, _ entry: JournalEntry, waits: Bool = true) throws(StorageError) {
        try Library.checkName(entry.name)
        path = "\(library.folder)/\(Self.fileName(entry.name))"
        try Self.refuse(path, entry.name)
        let text = entry.printed
        length = text.count
        sidecar = try library.metadataPath(name: entry.name)
        let known: Int64
        do throws(StorageError) { known = try FileStatus(of: sidecar).bytes } catch .missing { known = 0 }
        described = Int(clamping: known.boundedSum(Int64(text.count + entry.markers.count * Self.markerRoom)))
        (isSynced, isFolderSynced) = (waits, waits)
        // The journal gets its name once it is locked and whole: without the lock it would look left open to others, and their
        // look at it would keep this take from its lock.
        let (descriptor, temporary) = try Library.makeTemporary(beside: Place(path))
        do throws(StorageError) {
            guard try FileLock.take(descriptor, path: path) else { throw .busy(name: entry.name) }
            try Library.write(text, to: descriptor, path: path)
            if waits { try onDisk("sync", path, File.sync(descriptor)) }
            do throws(StorageError) { try temporary.move(to: Place(path)) } catch .exists {
                throw .busy(name: entry.name)
            }
        } catch {
            temporary.removeQuietly()
            File.close(descriptor)
            throw error
        }
        do throws(StorageError) { if waits { try Folder.sync(library.folder) } } catch {
            Folder.removeQuietly(path)
            File.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Throws if there is a journal of this name: `busy` while another take writes, `leftOpen` if recovery has to read it first. An
    /// empty one describes nothing and is removed.
    private static func refuse(_ path: String, _ name: String) throws(StorageError) {
        guard let descriptor = try FileLock.open(path) else { return }
        // Nothing was written through the descriptor, so a failing close loses nothing.
        defer { File.close(descriptor) }
        guard try FileLock.take(descriptor, path: path) else { throw .busy(name: name) }
        guard try FileStatus(of: descriptor, path: path).bytes == 0 else {
            // The take that owned the file may have removed it just now.
            throw File.exists(path) ? .leftOpen(name: name) : .busy(name: name)
        }
        try onDisk("remove", path, File.removeIfThere(path))
    }

    deinit {
        // Dropped without `end`, the take counts as left open.
        if isOpen { File.close(descriptor) }
    }

    /// Bytes of a marker in a sidecar besides its line: its identity, and the blanks before each of its keys.
    private static let markerRoom = 256

    /// Appends a change of the take's markers. Blocks. The change survives the engine's death at once, and a power loss after
    /// the next `sync`. A failed write leaves no part of the change. Throws `tooMuchToSay` for a marker for which the sidecar will
    /// have no room: nobody would miss it before the take has ended.
    public func append(_ change: MarkerChange) throws(StorageError) {
        var room = 0
        if case .remove = change.edit {} else { room = change.line.count + Self.markerRoom }
        guard described + room <= Recording.mostBytes else { throw .tooMuchToSay(path: sidecar) }
        try append(change.line)
        described += room
    }

    /// Appends a joint, a gap or the end of the take, as `append` does a change of its markers. Blocks.
    public func append(_ line: JournalEntry.Line) throws(StorageError) { try append(line.text) }

    private func append(_ line: [UInt8]) throws(StorageError) {
        guard isOpen else { throw .alreadyClosed(path: path) }
        do throws(StorageError) {
            try Library.write(line, to: descriptor, path: path)
        } catch {
            // Half a line would hide every line after it.
            try onDisk("cut", path, File.resize(descriptor, to: Int64(length)))
            try onDisk("cut", path, File.seek(descriptor, to: Int64(length)))
            throw error
        }
        length += line.count
        isSynced = false
    }

    /// Blocks until the disk has all appended changes; costs nothing if there are none.
    public func sync() throws(StorageError) {
        guard isOpen, !isSynced else { return }
        try FileSync(descriptor: descriptor, path: path, syncsFolder: !isFolderSynced).run()
        (isSynced, isFolderSynced) = (true, true)
    }

    /// Gives the wait for the disk, as another thread does it for `sync`; nil if there is nothing to wait for. A failure has to end the
    /// take, and the journal must not end before the wait.
    public func beginSync() -> FileSync? {
        guard isOpen, !isSynced else { return nil }
        defer { (isSynced, isFolderSynced) = (true, true) }
        return FileSync(descriptor: descriptor, path: path, syncsFolder: !isFolderSynced)
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
