// Writer thread only. Apple Lossless, and what stands in for it while the take runs.
import Dictation

/// Writes Apple Lossless. While the take runs its file is a CAF of plain samples, which opens in every reader (SoX reads no
/// Apple Lossless) with all that was flushed; the packets are made beside it, in a file without a name, that takes its place
/// when the take is closed. That takes no longer than to sync it.
///
/// Both are lossless: after a kill or a power loss the take stays what it was at that moment, whole and only larger, and
/// nothing else is left behind. So it does where the packets cannot be written: a disk too small for both gives their room
/// back first. A reader built on libsndfile counts at most 2^32 frames of Apple Lossless: 24.8 h at 48 kHz.
@safe final class AlacEncoder: SegmentEncoder {
    /// Encoded so many frames at a time: 0.7 s at 48 kHz.
    private static let batchFrames = 8 * PacketEncoder.framesPerPacket

    private let file: BufferedFile
    private let format: AudioFormat
    private let plain: PlainEncoder
    /// Nil once it failed.
    private var packets: PacketFile?
    private let samples = SampleBlock()
    private let pending: UnsafeMutableBufferPointer<Int32>
    private var pendingFrames = 0

    init(_ file: BufferedFile, _ format: AudioFormat) throws(StorageError) {
        self.file = file
        self.format = format
        plain = try PlainEncoder(file, format, CoreAudioHeader(format: format))
        packets = try PacketFile(format, beside: file.path)
        unsafe pending = .allocate(capacity: Self.batchFrames * format.channels)
    }

    deinit { unsafe pending.deallocate() }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try unsafe plain.write(frames)
        guard packets != nil else { return }
        let bits = 8 * format.encoding.bytesPerSample
        unsafe SampleBlock.split(frames) { block in
            let values = unsafe samples.integers(block, channels: format.channels, bits: bits, shift: 32 - bits)
            // A block is shorter than a batch, so it fills one at the most.
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

    func finish(_ markers: [SegmentMarker], _ tags: AudioTags) throws(StorageError) {
        try plain.finish(markers, tags)
        encode()
        guard let packets else { return }
        self.packets = nil
        let tail = CoreAudioHeader.info(tags)
        // Where it fails the plain file keeps the name, whole.
        _ = file.replace { () throws(StorageError) in try packets.take(name: file.path, tail: tail) }
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
            // Its room is given back; the take goes on as plain samples.
            packets = nil
        }
        pendingFrames = 0
    }
}
