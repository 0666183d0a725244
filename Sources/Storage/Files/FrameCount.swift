// Counts the frames of a file by decoding it. One thread at a time; blocks on the disk.

/// Decodes a file to its end and counts its frames.
@safe final class FrameCount: PieceJob {
    private let reader: SegmentReader
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 65_536)
    /// Frames counted so far.
    private(set) var frames: Int64 = 0
    /// Sample rate in Hz.
    var rate: Int { reader.info.rate }

    /// Opens a file. Blocks.
    init(_ path: String) throws(StorageError) {
        reader = try SegmentReader(path: path)
        unsafe buffer.initialize(repeating: .zero)
    }

    deinit { unsafe buffer.deallocate() }

    /// Part of the frames counted, 0 to 1.
    var fraction: Double { reader.info.frames > 0 ? min(1, Double(frames) / Double(reader.info.frames)) : 1 }

    /// Decodes up to a million frames. Returns true at the end.
    func step() throws(StorageError) -> Bool {
        for _ in 0..<16 {
            let got = try unsafe reader.read(into: buffer)
            guard got > 0 else { return true }
            frames += Int64(got)
        }
        return false
    }
}
