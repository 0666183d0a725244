// Room: Storage. Writer thread only; with its extension the one place that calls libsndfile to write.
import CSndFile
import Dictation

/// Writes what libsndfile encodes, through the file's own large writes. Now FLAC; others differ in `open` and `rescue`.
@safe final class LibraryEncoder: SegmentEncoder {
    let file: BufferedFile
    private let format: AudioFormat
    private let samples = SampleBlock()
    /// libsndfile's handle; nil once closed.
    private var sound: OpaquePointer?
    /// How the header stands in the file: its bytes, and the writes it came in.
    private(set) var headerBytes: Int64 = 0
    private(set) var headerWrites = 0
    private(set) var framesGiven: Int64 = 0

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
        let bits = 8 * format.encoding.bytesPerSample
        try unsafe SampleBlock.split(frames) { (block) throws(StorageError) in
            // libsndfile wants the value in the upper bits of 32.
            let values = unsafe samples.integers(block, channels: format.channels, bits: bits, shift: 32 - bits)
            let taken = unsafe sf_writef_int(sound, values.baseAddress, Int64(block.count))
            try check()
            guard taken == Int64(block.count) else {
                throw .refusedFormat(path: file.path, reason: "the encoder took only a part of the audio")
            }
            framesGiven += taken
            return Int(taken)
        }
    }

    func flush() throws(StorageError) -> Int64 {
        file.drain()
        try check()
        let frames = try framesOnDisk()
        try patchStreamInfo(frames: frames)
        return frames
    }

    func finish() throws(StorageError) {
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
        try file.truncate(to: max(headerBytes, file.wholeEnd))
        try patchStreamInfo(frames: frames)
        return frames
    }

    /// Opens libsndfile over the file and brings the header to disk, so that even an empty take is a readable file.
    private func open() throws(StorageError) {
        var info = SF_INFO()
        info.samplerate = Int32(format.rate)
        info.channels = Int32(format.channels)
        info.format = Int32(SF_FORMAT_FLAC | (format.encoding == .pcm16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24))
        var io = BufferedFile.virtualIO()
        guard let opened = unsafe sf_open_virtual(&io, Int32(SFM_WRITE), &info, file.asUserData) else {
            try file.check()
            throw unsafe .refusedFormat(path: file.path, reason: String(cString: sf_strerror(nil)))
        }
        unsafe sound = opened
        // 5 of 8: what the reference encoder takes by itself.
        var level = 5.0 / 8.0
        let size = Int32(MemoryLayout<Double>.size)
        guard unsafe sf_command(opened, Int32(SFC_SET_COMPRESSION_LEVEL), &level, size) == Int32(SF_TRUE) else {
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
