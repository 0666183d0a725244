// Writes one audio file from creation to close. One owner at a time; blocks on the disk.
public import Dictation
import System

/// Writes one segment: a new audio file, filled once from front to back.
///
/// One owner at a time; every call may block. After an error of `write` the writer can still be closed: `close` makes the
/// header true for the frames that reached the disk.
public final class SegmentWriter {
    /// Absolute or relative path of the file.
    public let path: String
    /// Container, encoding, rate and channels of the file.
    public let format: AudioFormat
    /// Frames in the file so far. After a failure `close` sets it to the frames that are whole on disk.
    public private(set) var framesWritten: Int64 = 0
    /// Frames that another program finds in the file, as of the last `flush`.
    public private(set) var framesReadable: Int64 = 0
    /// Frames that are surely on the disk, as of the last sync that succeeded. Less than `framesWritten` once a disk has failed: a kernel
    /// drops what it could not bring there, and later syncs succeed without it.
    public private(set) var framesSafe: Int64 = 0
    /// Frames in the file when the sync that is under way began.
    private var framesInSync: Int64 = 0
    /// True once a sync has failed.
    private var hasLost = false
    /// The first failure; every later write throws it again.
    public private(set) var failure: StorageError?
    /// Loss of the file's name, as found when it was closed; nil if the file had its name, and if `keep` has failed.
    public private(set) var loss: StorageError?
    /// The copy that `keep` makes, and the path that it gets; nil before its first piece.
    private var copy: (file: TemporaryFile, work: FileCopy, path: String)?

    private let file: BufferedFile
    private let encoder: any SegmentEncoder
    private var isOpen = true
    private var isFolderSynced = false

    /// Creates the file and writes its header. Throws `exists`, and leaves the existing file alone, if the name is taken.
    ///
    /// The description becomes the `bext` chunk of a WAV; other containers have no place for it, and the sidecar keeps it.
    public init(path: String, format: AudioFormat, description: BroadcastDescription? = nil) throws(StorageError) {
        self.path = path
        self.format = format
        file = try BufferedFile(creating: path, mode: FileMode.ordinary)
        do throws(StorageError) {
            encoder = try Self.encoder(file, format, description)
        } catch {
            // The file is new and has no frames, so it is removed.
            Folder.removeQuietly(path)
            throw error
        }
    }

    /// Fills a file that gets its name later, in the same way.
    public init(
        _ unnamed: TemporaryFile, format: AudioFormat, description: BroadcastDescription? = nil
    ) throws(StorageError) {
        path = unnamed.path
        self.format = format
        file = try BufferedFile(unnamed)
        encoder = try Self.encoder(file, format, description)
    }

    private static func encoder(
        _ file: BufferedFile, _ format: AudioFormat, _ description: BroadcastDescription?
    ) throws(StorageError) -> any SegmentEncoder {
        switch format.container {
        case .wav: try PlainEncoder(file, format, WaveHeader(format, description))
        case .w64: try PlainEncoder(file, format, Wave64Header(format: format))
        case .caf: try PlainEncoder(file, format, CoreAudioHeader(format: format))
        case .flac, .opus, .mp3: try LibraryEncoder(file, format)
        case .ogg: try VorbisEncoder(file, format)
        case .alac: try AlacEncoder(file, format)
        }
    }

    deinit {
        // Dropped without close(): close the file as well as possible; no caller is left to receive an error.
        if isOpen { _ = try? close() }
        while (try? keep()) == false {}
    }

    /// Sets the frame number of the first frame on the source's clock, once it is known: the time reference of the description.
    public func begin(at frame: UInt64) { encoder.begin(at: frame) }

    /// Appends interleaved stereo frames; a mono file gets the mean of both channels. Values are rounded and clipped to full
    /// scale where the file holds integers. Costs one write(2) per 256 KiB.
    public func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try watched { () throws(StorageError) in
            try unsafe encoder.write(frames)
            framesWritten += Int64(frames.count)
        }
    }

    /// Appends silence as real samples, so that the file has no hole that a copy would have to preserve.
    public func writeSilence(frames: Int) throws(StorageError) {
        let count = min(frames, 32 * 1024)
        let silence = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: count)
        defer { unsafe silence.deallocate() }
        unsafe silence.initialize(repeating: .zero)
        var left = frames
        repeat {
            let now = min(left, count)
            try unsafe write(UnsafeBufferPointer(rebasing: silence[..<now]))
            left -= now
        } while left > 0
    }

    /// Hands all frames to the kernel and updates the header: a program that opens the file now, or after a kill -9, finds it
    /// whole. FLAC leaves out its last block, up to 4096 frames that are not encoded yet. Costs two writes.
    public func flush() throws(StorageError) {
        try watched { () throws(StorageError) in framesReadable = try encoder.flush() }
    }

    /// Flushes, and waits for the disk: all frames given so far survive a power loss, but for those the encoder still holds.
    public func sync() throws(StorageError) {
        let wait = try beginSync()
        do { try watched(wait.run) } catch {
            failSync(error)
            throw error
        }
        endSync()
    }

    /// Flushes, and gives the wait for the disk, as another thread does it for `sync`. `failSync` has to be told if it throws, else
    /// `endSync`, and the file must not be closed before it has returned. The folder is synced once, so that the file name survives too.
    public func beginSync() throws(StorageError) -> FileSync {
        try flush()
        framesInSync = framesReadable
        defer { isFolderSynced = true }
        return FileSync(descriptor: file.descriptor, path: path, syncsFolder: !isFolderSynced)
    }

    /// Notes the error of a sync that `beginSync` has begun, as if `sync` had thrown it.
    public func failSync(_ error: StorageError) {
        failure = failure ?? error
        hasLost = true
    }

    /// Notes that a sync which `beginSync` has begun has succeeded.
    public func endSync() { framesSafe = framesInSync }

    /// Makes the header final, syncs file and folder, closes, and returns the file's size in bytes.
    ///
    /// After a failed write it makes the header true for the frames that are whole on disk (see `framesWritten`) and throws
    /// only if that fails too. A new failure during close is thrown once the file is as whole as possible.
    ///
    /// A file that was deleted meanwhile stays open, `loss` tells it, and `keep` writes it anew.
    ///
    /// In a WAV the markers become cue points with names and notes, and the tags an INFO chunk; in a CAF the tags become an
    /// `info` chunk. Other containers have no place that programs agree on, and the sidecar keeps both.
    public func close(markers: [Marker] = [], tags: AudioTags = AudioTags()) throws(StorageError) -> Int64 {
        guard isOpen else { throw .alreadyClosed(path: path) }
        var first: StorageError?
        func attempt(_ step: () throws(StorageError) -> Void) {
            do { try step() } catch { if first == nil { first = error } }
        }
        if failure == nil {
            attempt { () throws(StorageError) in
                // Do first whatever can fail for lack of space, while the file can still be repaired.
                try flush()
                try watched { () throws(StorageError) in try encoder.finish(markers, tags) }
            }
        }
        isOpen = false
        if failure != nil {
            attempt { () throws(StorageError) in framesWritten = try encoder.rescue() }
        }
        do {
            try file.syncAll()
            if !hasLost { framesSafe = framesWritten }
        } catch {
            if first == nil { first = error }
        }
        framesSafe = min(framesSafe, framesWritten)
        if file.unnamed == nil {
            loss = file.findLoss()
            if !isDeleted { attempt(syncFolder) }
        }
        if !isDeleted { attempt(file.close) }
        if let first { throw first }
        return file.lengthOnDisk
    }

    /// Closes and removes the file, in place of `close`, after a pass without a frame.
    public func discard() throws(StorageError) {
        guard isOpen else { throw .alreadyClosed(path: path) }
        isOpen = false
        // A file that others put at its place is theirs.
        let isThere = file.hasName && file.findLoss() == nil
        try file.close()
        if isThere { try onDisk("remove", path, File.removeIfThere(path)) }
        try syncFolder()
    }

    /// True while the open file still has a name.
    public var hasName: Bool { file.hasName }

    /// Looks for the open file at its path: `takeDeleted` if it has no name any more, `takeMoved` if it has another one. Nil if it is
    /// there, and if the file system does not tell. Blocks.
    public func findLoss() -> StorageError? { file.findLoss() }

    /// Bytes of the file that the kernel has; after `close` the file's size.
    public var bytesOnDisk: Int64 { file.lengthOnDisk }

    /// Space on the disk that has the open file, wherever its name is. Blocks.
    public func space() throws(StorageError) -> DiskSpace { try DiskSpace.at(File.path(of: file.descriptor)) }

    /// Bytes that the open file takes on the disk, with a second file that its encoder writes beside it.
    public var roomOnDisk: Int64 { file.lengthOnDisk + encoder.bytesBeside }

    /// True after `close` of a file without a name, which stays open until `keep` has written it anew.
    public var isDeleted: Bool { loss == .takeDeleted(path: path) }

    /// Writes a file that was deleted before `close` anew at its place, or beside what others have put there: without a name it is gone
    /// with its descriptor. Copies up to 8 MiB; false while there is more to copy, true at once for every other file. The folder of a
    /// `library` is made again if it was deleted too, or one beside it if a file has its place.
    public func keep(in library: Library? = nil) throws(StorageError) -> Bool {
        guard isDeleted else { return true }
        let hidden = File.path(of: file.descriptor)
        do throws(StorageError) {
            let begun = if let copy { copy } else { try beginCopy(of: hidden, in: library?.makeAgain()) }
            copy = begun
            guard try begun.work.step() else {
                // Piece by piece: the sync before the copy gets its name would wait for all of them.
                try onDisk("sync", path, File.sync(begun.file.descriptor))
                return false
            }
            copy = nil
            let kept = try Self.name(begun.file, begun.path)
            loss = .takeWrittenAnew(path: path, copy: kept)
            try FileSync(descriptor: file.descriptor, path: kept, syncsFolder: true).runFolder()
            try file.close()
            return true
        } catch {
            // A copy that has its name by now is whole.
            if isDeleted { (framesSafe, loss) = (0, nil) }
            copy = nil
            // The bytes are in the copy, or lost with the error that is thrown.
            _ = try? file.close()
            throw error.told(of: path, insteadOf: hidden)
        }
    }

    private func beginCopy(
        of hidden: String, in folder: String?
    ) throws(StorageError) -> (file: TemporaryFile, work: FileCopy, path: String) {
        let path = folder.map { "\($0)/\(self.path.lastPart)" } ?? self.path
        let file = try TemporaryFile(beside: Place(path))
        return (file, try FileCopy(hidden, to: file.descriptor, container: ""), path)
    }

    /// Gives a copy of the file its path, or if that is taken another one; returns it.
    private static func name(_ copy: TemporaryFile, _ path: String) throws(StorageError) -> String {
        do throws(StorageError) {
            File.close(try copy.takeFresh(name: Place(path)))
            return path
        } catch .exists {
            let (base, ending) = Library.splitName(path)
            var number = 1
            while true {
                let other = number == 1 ? "\(base)-kept.\(ending)" : "\(base)-kept-\(number).\(ending)"
                do throws(StorageError) {
                    File.close(try copy.takeFresh(name: Place(other)))
                    return other
                } catch .exists {
                    number += 1
                }
            }
        }
    }

    /// Syncs the folder, so that the name survives a power loss.
    private func syncFolder() throws(StorageError) {
        try FileSync(descriptor: file.descriptor, path: path, syncsFolder: true).runFolder()
    }

    /// Runs a step on the open file and remembers its failure.
    private func watched(_ step: () throws(StorageError) -> Void) throws(StorageError) {
        if let failure { throw failure }
        guard isOpen else { throw .alreadyClosed(path: path) }
        do {
            try step()
        } catch {
            failure = error
            throw error
        }
    }
}
