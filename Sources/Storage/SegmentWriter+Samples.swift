// Room: Storage. Writer thread only. From JACK's floats to what the file holds.
import CSndFile
import Dictation

extension SegmentWriter {
    /// Straight through: no copy but the one into the file's buffer, and bit for bit.
    func writeStereoFloats(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        guard let start = frames.baseAddress, !frames.isEmpty, let sound = unsafe sound else { return }
        let taken = unsafe start.withMemoryRebound(to: Float.self, capacity: 2 * frames.count) {
            unsafe sf_writef_float(sound, $0, Int64(frames.count))
        }
        try count(taken, of: frames.count)
    }

    func writeMonoFloats(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        try unsafe inBlocks(frames) { (block, sound) in
            for index in 0..<block.count { unsafe floats[index] = Self.mean(block[index]) }
            return unsafe sf_writef_float(sound, floats, Int64(block.count))
        }
    }

    func writeStereoIntegers(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        let scale = Scale(format.encoding)
        try unsafe inBlocks(frames) { (block, sound) in
            for index in 0..<block.count {
                let value = unsafe scale.integers(block[index])
                unsafe integers[2 * index] = value.x
                unsafe integers[2 * index + 1] = value.y
            }
            return unsafe sf_writef_int(sound, integers, Int64(block.count))
        }
    }

    func writeMonoIntegers(_ frames: UnsafeBufferPointer<SIMD2<Float>>) throws(StorageError) {
        let scale = Scale(format.encoding)
        try unsafe inBlocks(frames) { (block, sound) in
            for index in 0..<block.count {
                let mean = unsafe Self.mean(block[index])
                unsafe integers[index] = scale.integers(SIMD2(mean, mean)).x
            }
            return unsafe sf_writef_int(sound, integers, Int64(block.count))
        }
    }

    private static func mean(_ frame: SIMD2<Float>) -> Float { (frame.x + frame.y) * 0.5 }

    private func inBlocks(
        _ frames: UnsafeBufferPointer<SIMD2<Float>>,
        _ body: (UnsafeBufferPointer<SIMD2<Float>>, OpaquePointer) -> Int64
    ) throws(StorageError) {
        guard let sound = unsafe sound else { return }
        var done = 0
        while done < frames.count {
            let next = min(done + Self.blockFrames, frames.count)
            let taken = unsafe body(UnsafeBufferPointer(rebasing: frames[done..<next]), sound)
            try count(taken, of: next - done)
            done = next
        }
    }

    private func count(_ taken: Int64, of wanted: Int) throws(StorageError) {
        framesWritten += max(0, taken)
        try check("write")
        guard taken == Int64(wanted) else {
            let error = StorageError.refusedFormat(path: path, reason: "the encoder took only a part of the audio")
            failure = error
            throw error
        }
    }
}

/// How floats become integers: k/2^(bits-1) becomes exactly k, all else the nearest, and past full scale the last one.
///
/// Done here and not by libsndfile, whose 16-bit WAV path cuts where it should round (half a step of offset).
private struct Scale {
    private let full: Double
    /// libsndfile wants the value in the upper bits of 32.
    private let shift: UInt32

    init(_ encoding: AudioFormat.SampleEncoding) {
        let bits = UInt32(8 * encoding.bytesPerSample)
        full = Double(1 << (bits - 1))
        shift = 32 - bits
    }

    @inline(__always)
    func integers(_ frame: SIMD2<Float>) -> SIMD2<Int32> {
        // No number becomes silence; a comparison is false for it.
        let sound = frame.replacing(with: 0, where: frame .!= frame)
        let wide = (SIMD2<Double>(sound) * full).clamped(
            lowerBound: SIMD2(repeating: -full), upperBound: SIMD2(repeating: full - 1))
        // Adding 1.5 * 2^52 leaves the nearest integer in the low bits: no call, no trap, two samples at once.
        let shifted = wide + 6_755_399_441_055_744
        let low = SIMD2<UInt32>(truncatingIfNeeded: unsafe unsafeBitCast(shifted, to: SIMD2<UInt64>.self))
        return SIMD2<Int32>(truncatingIfNeeded: low &<< shift)
    }
}
