// One thread (the library worker); each step blocks for a moment only.
import Glibc

/// Decodes a file to its end and counts.
@safe final class FrameCount: PieceJob {
    private let reader: SegmentReader
    private let buffer = UnsafeMutableBufferPointer<SIMD2<Float>>.allocate(capacity: 65_536)
    private(set) var frames: Int64 = 0
    var rate: Int { reader.info.rate }

    init(_ path: String) throws(StorageError) {
        reader = try SegmentReader(path: path)
        unsafe buffer.initialize(repeating: .zero)
    }

    deinit { unsafe buffer.deallocate() }

    var fraction: Double { reader.info.frames > 0 ? min(1, Double(frames) / Double(reader.info.frames)) : 1 }

    func step() throws(StorageError) -> Bool {
        for _ in 0..<16 {
            let got = try unsafe reader.read(into: buffer)
            guard got > 0 else { return true }
            frames += Int64(got)
        }
        return false
    }
}
