// Writer thread only; with its extensions the one place that calls libsndfile to write.
import CSndFile
import Dictation

/// Writes what libsndfile encodes, through the file's own large writes: FLAC, Opus and MP3.
///
/// All three are made of pieces that stand for themselves, so that all that was flushed opens in every reader after a kill
/// or a power loss. What is not there yet is what the encoder still holds: up to 4096 frames for FLAC, 0.12 s for Opus
/// (a page and a packet), three frames (some 0.1 s) for MP3.
@safe final class LibraryEncoder: SegmentEncoder {
    let file: BufferedFile
    let format: AudioFormat
    private let samples = SampleBlock()
    /// libsndfile's handle; nil once closed.
    private var sound: OpaquePointer?
    /// How the header stands in the file: its bytes, and the writes it came in.
    private(set) var headerBytes: Int64 = 0
    private(set) var headerWrites = 0
    private(set) var framesGiven: Int64 = 0
    /// What is whole in the file so far; not for FLAC, whose blocks come one a write.
    var ogg = OggScan()
    var mpeg = MPEGScan()
    private(set) lazy var source = ByteSource(file.descriptor, path: file.path, length: 0, windowBytes: 4_096)

    init(_ file: BufferedFile, _ format: AudioFormat) throws(StorageError) {
        self.file = file
        self.format = format
        try open()
    }

    deinit {
        guard let sound = unsafe sound else { return }
        // Whoever drops it without finish or rescue gave the file up; only the memory is left to free.
        file.isFrozen = true
        _ = unsafe sf_close(sound)
    }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try unsafe SampleBlock.split(frames) { (block) throws(StorageError) in
            let taken = unsafe give(block)
            try check()
            guard taken == Int64(block.count) else {
                throw .refusedFormat(path: file.path, reason: "the encoder took only a part of the audio")
            }
            framesGiven += taken
            return Int(taken)
        }
    }

    private func give(_ block: UnsafeBufferPointer<SIMD2<Float>>) -> Int64 {
        guard format.encoding.isLossless else {
            let values = unsafe samples.plain(block, channels: format.channels)
            return unsafe sf_writef_float(sound, values.baseAddress, Int64(block.count))
        }
        let bits = 8 * format.encoding.bytesPerSample
        // libsndfile wants the value in the upper bits of 32.
        let values = unsafe samples.integers(block, channels: format.channels, bits: bits, shift: 32 - bits)
        return unsafe sf_writef_int(sound, values.baseAddress, Int64(block.count))
    }

    func flush() throws(StorageError) -> Int64 {
        file.drain()
        try check()
        let frames = try framesOnDisk()
        try patchLength(frames)
        return frames
    }

    func finish(_ markers: [SegmentMarker], _ tags: AudioTags) throws(StorageError) {
        guard let sound = unsafe sound else { return }
        unsafe self.sound = nil
        let code = unsafe sf_close(sound)
        file.drain()
        try file.check()
        guard code == 0 else {
            throw unsafe .refusedFormat(path: file.path, reason: String(cString: sf_error_number(code)))
        }
    }

    func rescue() throws(StorageError) -> Int64 {
        // It may go, and take what it still holds with it: the disk has no room for that.
        file.isFrozen = true
        if let sound = unsafe sound { _ = unsafe sf_close(sound) }
        unsafe sound = nil
        let frames = try framesOnDisk()
        try file.truncate(to: max(headerBytes, wholeEnd))
        try patchLength(frames)
        try patchEnd()
        return frames
    }

    /// Opens libsndfile over the file and brings the header to disk, so that even an empty take is a readable file.
    private func open() throws(StorageError) {
        var info = SF_INFO()
        info.samplerate = Int32(format.rate)
        info.channels = Int32(format.channels)
        info.format = Int32(libraryFormat)
        var io = BufferedFile.virtualIO()
        guard let opened = unsafe sf_open_virtual(&io, Int32(SFM_WRITE), &info, file.asUserData) else {
            try file.check()
            throw unsafe .refusedFormat(path: file.path, reason: String(cString: sf_strerror(nil)))
        }
        unsafe sound = opened
        guard unsafe configure(opened) else {
            throw .refusedFormat(path: file.path, reason: "the encoder refused its settings")
        }
        unsafe sf_command(opened, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
        file.drain()
        try check()
        headerBytes = file.length
        headerWrites = file.wholeWrites
    }

    private func check() throws(StorageError) {
        try file.check()
        guard unsafe sf_error(sound) == 0 else {
            throw unsafe .refusedFormat(path: file.path, reason: String(cString: sf_strerror(sound)))
        }
    }
}
