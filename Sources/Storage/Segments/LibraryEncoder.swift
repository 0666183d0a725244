// Writes FLAC, Opus and MP3 through libsndfile. One owner at a time; blocks on the disk.
import CSndFile
import Dictation
internal import Messages

/// Writes the formats that libsndfile encodes (FLAC, Opus, MP3), through the file's own large writes.
///
/// All three consist of independent pieces, so everything flushed opens in every reader after a kill or a power loss. Only the
/// frames still held by the encoder are missing: up to 4096 frames for FLAC, 0.12 s for Opus (a page and a packet), three
/// frames (about 0.1 s) for MP3.
@safe final class LibraryEncoder: SegmentEncoder {
    let file: BufferedFile
    let format: AudioFormat
    private let samples = SampleBlock()
    /// libsndfile's handle; nil once closed.
    private var sound: OpaquePointer?
    /// Size of the header on disk in bytes.
    private(set) var headerBytes: Int64 = 0
    /// Count of writes of the header.
    private(set) var headerWrites = 0
    /// Frames handed to libsndfile.
    private(set) var framesGiven: Int64 = 0
    /// Progress of the search for whole pages or frames on disk. FLAC needs no search, since each block is one write.
    var ogg = OggScan()
    var mpeg = MPEGScan()
    private(set) lazy var source = ByteSource(file.descriptor, path: file.path, length: 0, windowBytes: 4_096)

    /// Opens the encoder and writes the header to disk. Blocks.
    init(_ file: BufferedFile, _ format: AudioFormat) throws(StorageError) {
        self.file = file
        self.format = format
        try open()
    }

    deinit {
        guard let sound = unsafe sound else { return }
        // Without `finish` or `rescue` the owner has given up the file; only the memory is left to free.
        file.isFrozen = true
        _ = unsafe sf_close(sound)
    }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try unsafe SampleBlock.split(frames) { (block) throws(StorageError) in
            let taken = unsafe give(block)
            try check()
            guard taken == Int64(block.count) else {
                throw .refusedFormat(path: file.path, reason: tr("the encoder took only part of the audio"))
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
        // libsndfile expects the value in the upper bits of 32.
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

    func finish(_ markers: [Marker], _ tags: AudioTags) throws(StorageError) {
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
        // Close may discard the frames still held by the encoder: the disk has no space for them.
        file.isFrozen = true
        if let sound = unsafe sound { _ = unsafe sf_close(sound) }
        unsafe sound = nil
        let frames = try framesOnDisk()
        try file.truncate(to: max(headerBytes, wholeEnd))
        try patchLength(frames)
        try patchEnd()
        return frames
    }

    /// Opens libsndfile over the file and writes the header to disk, so that even an empty take is a readable file.
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
            throw .refusedFormat(path: file.path, reason: tr("the encoder refused its settings"))
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
