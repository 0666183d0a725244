// Room: Storage. Writer thread only; with its extensions the one place that calls libsndfile to write.
import CSndFile
public import Dictation

/// Writes one segment: a new audio file, filled once from front to back.
///
/// One thread, the one that made it. After an error of `write` the object can still be closed: `close` makes the header
/// true for what reached the disk.
@safe public final class SegmentWriter {
    public let path: String
    public let format: AudioFormat
    /// Frames in the file so far. After a failure: those that are whole on disk.
    public internal(set) var framesWritten: Int64 = 0
    /// The first failure of a write; every later write repeats it.
    public internal(set) var failure: StorageError?

    let file: BufferedFile
    /// libsndfile's handle; nil once closed.
    var sound: OpaquePointer?
    /// Bytes and writes that the header takes.
    var headerBytes: Int64 = 0
    var headerWrites = 0
    var isFolderSynced = false

    /// Frames converted at a time: 64 KiB of stereo integers, which stay in the cache.
    static let blockFrames = 8192
    let integers = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * blockFrames)
    let floats = UnsafeMutablePointer<Float>.allocate(capacity: blockFrames)

    /// Writer thread. Creates the file and writes its header; a file of that name is left alone and an error thrown.
    public init(path: String, format: AudioFormat) throws(StorageError) {
        self.path = path
        self.format = format
        file = try BufferedFile(creating: path)
        do {
            try open()
        } catch {
            // The file is ours, new and without a frame: leave nothing behind.
            if let sound = unsafe sound { _ = unsafe sf_close(sound) }
            unsafe sound = nil
            Folder.removeQuietly(path)
            throw error
        }
    }

    deinit {
        // Dropped without close(): the file is made as whole as can be; nobody is left to be told of an error.
        if unsafe sound != nil { _ = try? close() }
        unsafe integers.deallocate()
        unsafe floats.deallocate()
    }

    /// Writer thread. The frames are interleaved stereo; a mono file gets the mean of both sides. Values are clipped to
    /// full scale where the file holds integers. Costs one write(2) for each 256 KiB.
    public func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try checkWritable()
        switch (format.encoding, format.channels) {
        case (.float, 2): try unsafe writeStereoFloats(frames)
        case (.float, _): try unsafe writeMonoFloats(frames)
        case (_, 2): try unsafe writeStereoIntegers(frames)
        default: try unsafe writeMonoIntegers(frames)
        }
    }

    /// Writer thread. Silence is written for real, so that the file has no hole a copy would have to know of.
    public func writeSilence(frames: Int) throws(StorageError) {
        try checkWritable()
        let count = min(frames, 4 * Self.blockFrames)
        let silence = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: count)
        defer { unsafe silence.deallocate() }
        unsafe silence.initialize(repeating: .zero)
        var left = frames
        while left > 0 {
            let now = min(left, count)
            try unsafe write(UnsafeBufferPointer(rebasing: silence[..<now]))
            left -= now
        }
    }

    private func checkWritable() throws(StorageError) {
        if let failure { throw failure }
        guard unsafe sound != nil else { throw .alreadyClosed(path: path) }
    }

    /// Throws what the file or libsndfile have to say, and remembers it.
    func check(_ operation: String) throws(StorageError) {
        if let failure { throw failure }
        if let code = file.failure {
            let error = StorageError(code: code, operation: operation, path: path)
            failure = error
            throw error
        }
        if let sound = unsafe sound, unsafe sf_error(sound) != 0 {
            let error = unsafe StorageError.refusedFormat(path: path, reason: String(cString: sf_strerror(sound)))
            failure = error
            throw error
        }
    }
}
