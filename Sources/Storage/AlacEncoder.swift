// Room: Storage. Writer thread only. Apple Lossless in a CAF that is whole at any time.
import Dictation

/// Writes Apple Lossless with its table of packets in front of the audio, in room that is kept free for two days and a
/// half, so that the table grows in place with each flush.
///
/// After a kill or a power loss the file opens in every reader with all that was flushed but the last packet, up to 4096
/// frames that are not encoded yet. The room is a hole and costs no disk while the take runs; `finish` moves the file
/// together where it would be much of it. A reader built on libsndfile counts at most 2^32 frames of this format: 24.8 h at
/// 48 kHz.
@safe final class AlacEncoder: SegmentEncoder {
    /// Packets are encoded so many at a time.
    private static let batchPackets = 16
    private static let batchFrames = batchPackets * PacketEncoder.framesPerPacket

    private let file: BufferedFile
    private let format: AudioFormat
    private let packets: PacketEncoder
    private let samples = SampleBlock()
    private let pending: UnsafeMutableBufferPointer<Int32>
    private var pendingFrames = 0
    private var layout: PacketLayout

    init(_ file: BufferedFile, _ format: AudioFormat) throws(StorageError) {
        self.file = file
        self.format = format
        let packets = PacketEncoder(format, path: file.path)
        self.packets = packets
        // One packet of silence tells whether it can be done at all, and what the decoder has to know.
        let silence = [Int32](repeating: 0, count: 16 * format.channels)
        let cookie = try unsafe silence.withUnsafeBufferPointer { (none) throws(StorageError) in
            try unsafe packets.encode(none).cookie
        }
        layout = PacketLayout(format, cookie: cookie, tableBytes: PacketLayout.room(rate: format.rate))
        unsafe pending = .allocate(capacity: Self.batchFrames * format.channels)
        let start = layout.header
        _ = unsafe start.withUnsafeBytes { unsafe file.write($0) }
        file.seek(to: layout.dataStart - Int64(layout.dataHeader.count))
        _ = unsafe layout.dataHeader.withUnsafeBytes { unsafe file.write($0) }
        file.drain()
        try file.check()
    }

    deinit { unsafe pending.deallocate() }

    func write(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        let bits = 8 * format.encoding.bytesPerSample
        try unsafe SampleBlock.split(frames) { (block) throws(StorageError) in
            let values = unsafe samples.integers(block, channels: format.channels, bits: bits, shift: 32 - bits)
            // A block is as long as a packet, so the room is never short of more than a batch.
            let fitting = min(block.count, Self.batchFrames - pendingFrames)
            unsafe keep(values, 0..<fitting)
            if pendingFrames == Self.batchFrames {
                try encode(frames: Self.batchFrames)
                unsafe keep(values, fitting..<block.count)
            }
            return block.count
        }
    }

    func flush() throws(StorageError) -> Int64 {
        try encode(frames: pendingFrames - pendingFrames % PacketEncoder.framesPerPacket)
        file.drain()
        try file.check()
        try patch()
        return layout.frames
    }

    func finish(_ markers: [SegmentMarker]) throws(StorageError) {
        try encode(frames: pendingFrames)
        file.drain()
        try file.check()
        try patch()
        try moveTogether()
    }

    func rescue() throws(StorageError) -> Int64 {
        // What the table on disk says is there whole: the audio goes first.
        try file.truncate(to: min(file.lengthOnDisk, layout.dataEndOnDisk))
        try file.patch(layout.header, at: 0)
        try file.patch(layout.dataHeader, at: layout.dataStart - Int64(layout.dataHeader.count))
        return layout.frames
    }

    private func keep(_ values: UnsafeBufferPointer<Int32>, _ frames: Range<Int>) {
        let channels = format.channels
        for index in 0..<(frames.count * channels) {
            unsafe pending[pendingFrames * channels + index] = values[frames.lowerBound * channels + index]
        }
        pendingFrames += frames.count
    }

    /// Encodes the first so many frames and puts them and their sizes on disk, in this order.
    private func encode(frames: Int) throws(StorageError) {
        guard frames > 0 else { return }
        let channels = format.channels
        let batch = try unsafe packets.encode(UnsafeBufferPointer(rebasing: pending[..<(frames * channels)]))
        for index in 0..<((pendingFrames - frames) * channels) { unsafe pending[index] = pending[frames * channels + index] }
        pendingFrames -= frames
        guard let place = layout.place(for: batch.sizes) else {
            throw .refusedFormat(path: file.path, reason: "a take of Apple Lossless ends after 60 hours")
        }
        _ = unsafe batch.packets.withUnsafeBytes { unsafe file.write($0) }
        file.drain()
        try file.check()
        try file.patch(PacketTable.bytes(batch.sizes), at: place)
        layout.add(batch.sizes, frames: frames)
    }

    private func patch() throws(StorageError) {
        try file.patch(layout.dataHeader, at: layout.dataStart - Int64(layout.dataHeader.count))
        try file.patch(layout.header, at: 0)
    }

    /// Copies the file without the free room, where that is worth it. A disk that has no room for the copy keeps the file
    /// as it is, which is whole.
    private func moveTogether() throws(StorageError) {
        let spare = layout.tableBytes - layout.tableUsed
        guard Int64(spare) > layout.dataBytes / 64 else { return }
        let source = ByteSource(file.descriptor, path: file.path, length: file.length, windowBytes: 1 << 20)
        let table = Array(try source.bytes(at: layout.tableStart, layout.tableUsed))
        let from = layout.dataStart
        var small = layout
        small.tableBytes = layout.tableUsed
        let moved = file.replace { (copy) throws(StorageError) in
            try copy.append(small.header + table + small.dataHeader)
            var done: Int64 = 0
            while done < small.dataBytes {
                let piece = try source.bytes(at: from + done, Int(min(1 << 20, small.dataBytes - done)))
                guard !piece.isEmpty else { throw StorageError.system(operation: "read", path: source.path, code: 5) }
                try copy.append(Array(piece))
                done += Int64(piece.count)
            }
        }
        if moved { layout = small }
    }
}
