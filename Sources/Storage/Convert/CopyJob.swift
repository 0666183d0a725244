// Copies a recording in short steps. One owner at a time; each step blocks on the disk only briefly.
public import Dictation
internal import Messages
import System
import Words

/// A copy of a recording, made in short steps, so the thread can do other work in between or abandon the copy.
///
/// The audio is written to hidden files; names and sidecar follow in one change at the end. An abandoned job leaves nothing
/// behind, and `recover` removes the files of a killed engine.
@safe public final class CopyJob: PieceJob {
    /// One file to copy, with its open descriptors.
    private struct Part {
        let source: Int32
        let copy: Int32
        let temporary: String
        let origin: String
        var target: String
        let bytes: Int64
    }

    /// Bytes of one step.
    private static let piece = 8 << 20
    /// Beginning of the hidden files' names.
    static let prefix = ".dicta-copy-"

    private let library: Library
    /// The copy.
    public private(set) var recording: Recording
    private let hasSidecar: Bool
    private let mayChooseName: Bool
    private var refused: Set<String> = []
    private let origin: String
    private var parts: [Part] = []
    private var current = 0
    private var done: Int64 = 0
    /// Bytes of the current file that are copied.
    private var copied: Int64 = 0
    /// True once the hidden files have their names, or belong to a change that is half done.
    private var isPlaced = false
    /// Number of bytes to copy.
    public let total: Int64
    /// Part of the bytes copied, 0 to 1.
    public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }

    /// Prepares a copy without copying audio. Blocks. Without a wanted name the copy gets the next free name. `reserve` bytes
    /// must stay free on the disk. Throws `exists`, `busy`, `leftOpen`, `diskFull` and `reserved`.
    public init(_ library: Library, _ name: String, to wanted: String?, reserve: Int64 = 0) throws(StorageError) {
        mayChooseName = wanted == nil
        origin = name
        let newName: String
        if let wanted { newName = wanted } else { newName = try library.freshName(name) }
        try Library.checkNewName(newName)
        // Words that cannot be read are told before the sound is copied. A long text holds up nobody: the change reads it again.
        _ = try library.transcript(of: name)
        // The lock keeps recovery from removing the new files before they are locked themselves.
        let lock = try LibraryLock(library)
        self.library = library
        let files = try Folder.names(in: library.folder)
        try library.refuseOpenTake(name)
        try library.refuseTaken(newName, among: files)
        let (source, own) = try library.contents(of: name)
        var (renamed, moves) = library.place(source, own, as: newName, among: files)
        // The delivered file is not copied, since the copy can deliver its own.
        renamed.delivered = ""
        renamed = renamed.reidentified(Identifier.fresh)
        recording = renamed
        hasSidecar = files.contains("\(name).json")
        var bytes: Int64 = 0
        for file in own { bytes = bytes.boundedSum(try FileStatus(of: "\(library.folder)/\(file)").bytes) }
        total = bytes
        try DiskSpace.require(bytes, for: library.path(of: newName), in: library.folder, keeping: reserve)
        for move in moves { try open(move.from, move.to, lock) }
    }

    /// Name of the copy.
    public var name: String { recording.name }

    deinit {
        for part in parts {
            // The copies are synced by now, or abandoned, so a failing close loses nothing.
            File.close(part.source)
            File.close(part.copy)
            if !isPlaced { Folder.removeQuietly("\(library.folder)/\(part.temporary)") }
        }
    }

    /// Copies one piece. Blocks. Returns true when everything is on the disk and the copy is a complete recording. Throws `notAudio`
    /// for a file that has become shorter.
    public func step() throws(StorageError) -> Bool {
        guard current < parts.count else {
            try commit()
            return true
        }
        let part = parts[current]
        let path = "\(library.folder)/\(part.target)"
        let count = try onDisk("copy", path, File.copyPiece(from: part.source, to: part.copy, atMost: Self.piece))
        done += Int64(count)
        copied += Int64(count)
        if count == 0 {
            guard copied >= part.bytes else {
                throw .notAudio(path: library.path(of: part.origin), reason: tr("it changed meanwhile; try again"))
            }
            try onDisk("sync", path, File.sync(part.copy))
            (current, copied) = (current + 1, 0)
        }
        return false
    }

    /// Opens a file and makes its hidden copy.
    private func open(_ file: String, _ target: String, _: borrowing LibraryLock) throws(StorageError) {
        let path = "\(library.folder)/\(file)"
        let source = try onDisk("open", path, File.open(path, .read, .noWait))
        let status: FileStatus
        let copy: (descriptor: Int32, path: String)
        do throws(StorageError) {
            status = try FileStatus(of: source, path: path)
            guard status.isFile else { throw .notAudio(path: path, reason: tr("it is not a regular file")) }
            let mode = try FileMode(of: source, path: path).ofCopy & FileMode.ordinary
            copy = try library.makeTemporary(prefix: Self.prefix, mode: mode)
        } catch {
            File.close(source)
            throw error
        }
        let temporary = copy.path.lastPart
        parts.append(
            Part(source: source, copy: copy.descriptor, temporary: temporary, origin: file, target: target, bytes: status.bytes))
    }

    /// Gives the copies their names and writes the sidecar, in one change.
    private func commit() throws(StorageError) {
        let lock = try LibraryLock(library)
        while true {
            do throws(StorageError) {
                try library.refuseTaken(recording.name, among: try Folder.names(in: library.folder))
                try library.carryOut(try intent, lock)
                break
            } catch {
                isPlaced = error.isHalfDone
                // A take or another program has taken the name in the meantime.
                guard mayChooseName, error.isTakenName else { throw error }
                try takeNextName()
            }
        }
        isPlaced = true
        for part in parts { library.copyPeaks(part.origin, to: part.target) }
    }

    /// The final change as an intent.
    private var intent: Intent {
        get throws(StorageError) {
            var intent = Intent(name: recording.name)
            intent.moves = parts.map { .init(from: $0.temporary, to: $0.target) }
            // A copy of audio alone gets a sidecar, which keeps its own identity.
            let text = String(decoding: try library.text(of: recording), as: UTF8.self)
            intent.sidecars = [.init(file: "\(recording.name).json", text: text, like: hasSidecar ? "\(origin).json" : nil)]
            let targets = Dictionary(parts.map { ($0.origin, $0.target) }) { first, _ in first }
            try library.carryTranscript(of: origin, to: recording, isCopy: true, &intent) {
                $0 = $0.withFiles { targets[$0] ?? $0 }
            }
            return intent
        }
    }

    /// Chooses another free name for the copy.
    private func takeNextName() throws(StorageError) {
        refused.insert(recording.name)
        let files = try Folder.names(in: library.folder)
        let name = try library.freshName(origin, avoiding: refused)
        let (renamed, moves) = library.place(recording, parts.map(\.target), as: name, among: files)
        recording = renamed
        for (index, move) in moves.enumerated() { parts[index].target = move.to }
    }
}
