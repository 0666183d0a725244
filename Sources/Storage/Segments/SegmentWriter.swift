// Writer thread only. One segment, from its creation to its close.
public import Dictation
internal import Glibc

/// Writes one segment: a new audio file, filled once from front to back.
///
/// One thread, the one that made it. After an error of `write` the object can still be closed: `close` makes the header
/// true for what reached the disk.
public final class SegmentWriter {
    public let path: String
    public let format: AudioFormat
    /// Frames in the file so far. After a failure `close` sets it to those that are whole on disk.
    public private(set) var framesWritten: Int64 = 0
    /// Of these, the ones that another program finds in the file, as of the last `flush`.
    public private(set) var framesReadable: Int64 = 0
    /// The first failure; every later write repeats it.
    public private(set) var failure: StorageError?

    private let file: BufferedFile
    private let encoder: any SegmentEncoder
    private var isOpen = true
    private var isFolderSynced = false

    /// Writer thread. Creates the file and writes its header; a file of that name is left alone and an error thrown.
    ///
    /// The description becomes the `bext` chunk of a WAV; the other containers have no place for it, and the sidecar keeps it.
    public init(
        path: String, format: AudioFormat, description: BroadcastDescription? = nil
    ) throws(StorageError) {
        self.path = path
        self.format = format
        file = try BufferedFile(creating: path)
        do throws(StorageError) {
            encoder = try Self.encoder(file, format, description)
        } catch {
            // The file is ours, new and without a frame: leave nothing behind.
            Folder.removeQuietly(path)
            throw error
        }
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
        // Dropped without close(): the file is made as whole as can be; nobody is left to be told of an error.
        if isOpen { _ = try? close() }
    }

    /// Writer thread. Says which frame of the source's time the first one is, once that is known: the time reference of the
    /// description.
    public func begin(at frame: UInt64) { encoder.begin(at: frame) }

    /// Writer thread. The frames are interleaved stereo; a mono file gets the mean of both sides. Values are rounded and
    /// clipped to full scale where the file holds integers. Costs one write(2) for each 256 KiB.
    public func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try watched { () throws(StorageError) in
            try unsafe encoder.write(frames)
            framesWritten += Int64(frames.count)
        }
    }

    /// Writer thread. Silence is written for real, so that the file has no hole a copy would have to know of.
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

    /// Writer thread. Hands every frame given so far to the kernel and makes the header say so: a program that opens the
    /// file now, or after a kill -9, finds it whole. FLAC leaves out its last block, up to 4096 frames that are not
    /// encoded yet. Costs two writes.
    public func flush() throws(StorageError) {
        try watched { () throws(StorageError) in framesReadable = try encoder.flush() }
    }

    /// Writer thread. `flush`, and waits until the disk has it: what was given before survives a power loss.
    public func sync() throws(StorageError) {
        try flush()
        try watched(file.syncData)
        // Once, so that the name survives too.
        guard !isFolderSynced else { return }
        try syncFolder()
        isFolderSynced = true
    }

    /// Writer thread. Makes the header final, syncs file and folder, closes, and returns the file's size in bytes.
    ///
    /// After a failed write it makes the header true for the frames that are whole on disk (`framesWritten` says how many)
    /// and throws only if that fails too. A failure that comes up here is thrown once the file is as whole as can be.
    ///
    /// The markers become cue points with names and notes in a WAV, and the tags its INFO or the `info` chunk of a CAF; the other
    /// containers have no place that programs agree on, and the sidecar keeps them.
    public func close(markers: [SegmentMarker] = [], tags: AudioTags = AudioTags()) throws(StorageError) -> Int64 {
        guard isOpen else { throw .alreadyClosed(path: path) }
        var first: StorageError?
        func attempt(_ step: () throws(StorageError) -> Void) {
            do { try step() } catch { if first == nil { first = error } }
        }
        if failure == nil {
            attempt { () throws(StorageError) in
                // First all that can fail for want of room, while the file can still be mended.
                try flush()
                try watched { () throws(StorageError) in try encoder.finish(markers, tags) }
            }
        }
        isOpen = false
        if failure != nil {
            attempt { () throws(StorageError) in framesWritten = try encoder.rescue() }
        }
        attempt(file.syncAll)
        attempt(syncFolder)
        attempt(file.close)
        if let first { throw first }
        return file.lengthOnDisk
    }

    /// Writer thread, in place of `close`. Closes the file and removes it: of a pass that gave no frame nothing is to be found.
    public func discard() throws(StorageError) {
        guard isOpen else { throw .alreadyClosed(path: path) }
        isOpen = false
        try file.close()
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw StorageError(code: errno, operation: "remove", path: path)
        }
        try syncFolder()
    }

    /// Any moment of an open file: whether it still has a name. Without one all of it is gone when it is closed.
    public var hasName: Bool { file.hasName }

    /// Bytes of the file that the kernel has; after `close` its size.
    public var bytesOnDisk: Int64 { file.lengthOnDisk }

    /// So that the name survives a power loss. A folder that was given another name is not known here; the file goes with it.
    private func syncFolder() throws(StorageError) {
        do throws(StorageError) { try Folder.sync(Folder.parent(of: path)) } catch .missing where file.hasName {}
    }

    /// Runs a step of an open file and remembers its failure.
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
