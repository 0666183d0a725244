// Writes Apple Lossless, with an uncompressed file while the take runs. One owner at a time; blocks on the disk.
import Dictation

/// Writes Apple Lossless.
///
/// While the take runs its file is a CAF of uncompressed samples, which opens in every reader with all that was flushed (SoX
/// reads no Apple Lossless). The packets go to a nameless file beside it, which replaces the CAF when the take is closed. The
/// replacement takes no longer than a sync.
///
/// Both files are lossless: after a kill or a power loss the take is whole, only uncompressed, and nothing else is left. The
/// same holds where the packets cannot be written: on a disk too small for both files the packets give their space back first.
/// A reader built on libsndfile counts at most 2^32 frames of Apple Lossless: 24.8 h at 48 kHz.
@safe final class AlacEncoder: SegmentEncoder {
    /// Frames encoded at a time: 0.7 s at 48 kHz.
    private static let batchFrames = 8 * PacketEncoder.framesPerPacket

    private let file: BufferedFile
    private let format: AudioFormat
    private let plain: PlainEncoder
    /// The compressed file; nil once it has failed.
    private var packets: PacketFile?
    private let samples = SampleBlock()
    private let pending: UnsafeMutableBufferPointer<Int32>
    private var pendingFrames = 0

    /// Starts both files. Blocks.
    init(_ file: BufferedFile, _ format: AudioFormat) throws(StorageError) {
        self.file = file
        self.format = format
        plain = try PlainEncoder(file, format, CoreAudioHeader(format: format))
        packets = try PacketFile(format, beside: file)
        unsafe pending = .allocate(capacity: Self.batchFrames * format.channels)
    }

    deinit { unsafe pending.deallocate() }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try unsafe plain.write(frames)
        guard packets != nil else { return }
        let bits = 8 * format.encoding.bytesPerSample
        unsafe SampleBlock.split(frames) { block in
            let values = unsafe samples.integers(block, channels: format.channels, bits: bits, shift: 32 - bits)
            // A block is shorter than a batch, so it completes at most one batch.
            let fitting = min(block.count, Self.batchFrames - pendingFrames)
            unsafe keep(values, 0..<fitting)
            if pendingFrames == Self.batchFrames {
                encode()
                unsafe keep(values, fitting..<block.count)
            }
            return block.count
        }
    }

    func flush() throws(StorageError) -> Int64 { try plain.flush() }

    var bytesBeside: Int64 { packets?.bytes ?? 0 }

    func finish(_ markers: [Marker], _ tags: AudioTags) throws(StorageError) {
        try plain.finish(markers, tags)
        encode()
        guard let packets else { return }
        self.packets = nil
        let tail = CoreAudioHeader.info(tags)
        // If the replacement fails, the uncompressed file keeps the name and is whole.
        _ = file.replace { () throws(StorageError) in try packets.replace(file, tail: tail) }
    }

    func rescue() throws(StorageError) -> Int64 {
        packets = nil
        return try plain.rescue()
    }

    private func keep(_ values: UnsafeBufferPointer<Int32>, _ frames: Range<Int>) {
        let channels = format.channels
        for index in 0..<(frames.count * channels) {
            unsafe pending[pendingFrames * channels + index] = values[frames.lowerBound * channels + index]
        }
        pendingFrames += frames.count
    }

    private func encode() {
        do throws(StorageError) {
            try unsafe packets?.add(UnsafeBufferPointer(rebasing: pending[..<(pendingFrames * format.channels)]))
        } catch {
            // Give the space of the packets back; the take goes on as uncompressed samples.
            packets = nil
        }
        pendingFrames = 0
    }
}
