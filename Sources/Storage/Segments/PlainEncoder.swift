// Writes uncompressed samples: WAV and RF64, W64, CAF. One owner at a time; blocks on the disk.
import Dictation

/// Writes uncompressed samples, behind a header that can be made true at any time.
///
/// libsndfile is not used: its RF64 writer marks float files in a way that SoX warns about, always writes a PEAK chunk (a pass
/// over every sample), and counts the frames that a full disk refused.
///
/// After a kill or a power loss the file opens in every reader with the length of its last flush; `Recovery` finds the audio
/// written after that. W64 counts each piece before it is written, so during one write(2) its header is up to 256 KiB ahead,
/// which every reader tolerates.
@safe final class PlainEncoder: SegmentEncoder {
    private let file: BufferedFile
    private let format: AudioFormat
    private var header: any AudioHeader
    private let samples = SampleBlock()
    private let packed: UnsafeMutableRawBufferPointer
    private let dataStart: Int64
    /// End of the audio in bytes, once other chunks may follow it.
    private var dataEnd = Int64.max

    /// Writes the header to disk. Blocks.
    init(_ file: BufferedFile, _ format: AudioFormat, _ header: any AudioHeader) throws(StorageError) {
        self.file = file
        self.format = format
        self.header = header
        unsafe packed = .allocate(byteCount: SampleBlock.frames * format.bytesPerFrame, alignment: 16)
        let header = header.bytes(dataBytes: 0, tailBytes: 0)
        dataStart = Int64(header.count)
        _ = unsafe header.withUnsafeBytes { unsafe file.write($0) }
        file.drain()
        try file.check()
        guard self.header.mustCountAll else { return }
        file.willGrow = { [unowned self] length in
            // If this fails, the write after it fails too and reports the error.
            try? file.overwrite(self.header.bytes(dataBytes: length - dataStart, tailBytes: 0), at: 0)
        }
    }

    deinit { unsafe packed.deallocate() }

    func begin(at frame: UInt64) { header.begin(at: frame) }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        if format.encoding == .float, format.channels == 2 {
            // Stereo float goes straight through: one copy into the file's buffer, bit for bit.
            _ = unsafe file.write(UnsafeRawBufferPointer(frames))
        } else {
            unsafe SampleBlock.split(frames) { unsafe file.write(pack($0)) }
        }
        try file.check()
    }

    func flush() throws(StorageError) -> Int64 {
        // Counts the audio before it is written, for readers that fail on audio that is not counted.
        file.willGrow?(file.length)
        file.drain()
        try file.check()
        let dataBytes = file.length - dataStart
        try file.overwrite(header.bytes(dataBytes: dataBytes, tailBytes: 0), at: 0)
        return dataBytes / Int64(format.bytesPerFrame)
    }

    func finish(_ markers: [Marker], _ tags: AudioTags) throws(StorageError) {
        dataEnd = file.length
        let dataBytes = dataEnd - dataStart
        let pastBlock = Int(dataEnd % Int64(header.alignment))
        var tail = [UInt8](repeating: 0, count: pastBlock == 0 ? 0 : header.alignment - pastBlock)
        tail += header.tail(markers, tags)
        if !tail.isEmpty {
            _ = unsafe tail.withUnsafeBytes { unsafe file.write($0) }
            file.drain()
            try file.check()
        }
        try file.overwrite(header.bytes(dataBytes: dataBytes, tailBytes: Int64(tail.count)), at: 0)
    }

    func rescue() throws(StorageError) -> Int64 {
        let frameBytes = Int64(format.bytesPerFrame)
        let frames = max(0, min(file.lengthOnDisk, dataEnd) - dataStart) / frameBytes
        try file.truncate(to: dataStart + frames * frameBytes)
        try file.overwrite(header.bytes(dataBytes: frames * frameBytes, tailBytes: 0), at: 0)
        return frames
    }

    /// Returns one block as little-endian samples of the file, valid until the next call.
    private func pack(_ block: UnsafeBufferPointer<SIMD2<Float>>) -> UnsafeRawBufferPointer {
        if format.encoding == .float { return unsafe UnsafeRawBufferPointer(samples.mono(block)) }
        let values = unsafe samples.integers(block, channels: format.channels, bits: 8 * format.encoding.bytesPerSample)
        if format.encoding == .pcm16 {
            for index in 0..<values.count {
                unsafe packed.storeBytes(
                    of: Int16(truncatingIfNeeded: values[index]).littleEndian, toByteOffset: 2 * index, as: Int16.self)
            }
            return unsafe UnsafeRawBufferPointer(rebasing: packed[..<(2 * values.count)])
        }
        for index in 0..<values.count {
            let value = unsafe values[index]
            unsafe packed[3 * index] = UInt8(truncatingIfNeeded: value)
            unsafe packed[3 * index + 1] = UInt8(truncatingIfNeeded: value >> 8)
            unsafe packed[3 * index + 2] = UInt8(truncatingIfNeeded: value >> 16)
        }
        return unsafe UnsafeRawBufferPointer(rebasing: packed[..<(3 * values.count)])
    }
}
