// Room: Storage. Writer thread only. WAV and RF64, by our own hand.
import Dictation

/// Writes WAV, which becomes RF64 when its length needs it.
///
/// Not through libsndfile: its RF64 writer marks float files in a way SoX warns of, keeps a PEAK chunk whatever it is told
/// (a pass over every sample), and counts the frames that a full disk refused.
@safe final class WaveEncoder: SegmentEncoder {
    private let file: BufferedFile
    private let format: AudioFormat
    private let samples = SampleBlock()
    private let packed: UnsafeMutableRawBufferPointer
    private let dataStart: Int64

    init(_ file: BufferedFile, _ format: AudioFormat) throws(StorageError) {
        self.file = file
        self.format = format
        unsafe packed = .allocate(byteCount: SampleBlock.frames * format.bytesPerFrame, alignment: 16)
        let header = WaveHeader(format, dataBytes: 0, isPadded: false).bytes
        dataStart = Int64(header.count)
        _ = unsafe header.withUnsafeBytes { unsafe file.write($0) }
        file.drain()
        try file.check()
    }

    deinit { unsafe packed.deallocate() }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        if format.encoding == .float, format.channels == 2 {
            // Straight through: one copy, into the file's buffer, and bit for bit.
            _ = unsafe file.write(UnsafeRawBufferPointer(frames))
        } else {
            unsafe SampleBlock.split(frames) { unsafe file.write(pack($0)) }
        }
        try file.check()
    }

    func flush() throws(StorageError) -> Int64 {
        file.drain()
        try file.check()
        let dataBytes = file.length - dataStart
        try writeHeader(dataBytes: dataBytes, isPadded: false)
        return dataBytes / Int64(format.bytesPerFrame)
    }

    func finish() throws(StorageError) {
        let dataBytes = file.length - dataStart
        let isPadded = dataBytes % 2 == 1
        if isPadded {
            var zero: UInt8 = 0
            _ = unsafe withUnsafeBytes(of: &zero) { unsafe file.write($0) }
            file.drain()
            try file.check()
        }
        try writeHeader(dataBytes: dataBytes, isPadded: isPadded)
    }

    func rescue() throws(StorageError) -> Int64 {
        let frameBytes = Int64(format.bytesPerFrame)
        let frames = max(0, file.lengthOnDisk - dataStart) / frameBytes
        try file.truncate(to: dataStart + frames * frameBytes)
        try writeHeader(dataBytes: frames * frameBytes, isPadded: false)
        return frames
    }

    private func writeHeader(dataBytes: Int64, isPadded: Bool) throws(StorageError) {
        try file.patch(WaveHeader(format, dataBytes: dataBytes, isPadded: isPadded).bytes, at: 0)
    }

    /// One block as the file has it, little-endian.
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
