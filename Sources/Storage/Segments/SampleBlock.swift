// Converts stereo float frames to the samples of a file. One owner at a time; never blocks.

/// Buffers of one block in which stereo frames become the samples of a file.
@safe final class SampleBlock {
    /// Frames in a block: 32 KiB of stereo, which stays in the cache.
    static let frames = 4096
    private let integers = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 2 * frames)
    private let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * frames)

    init() {
        unsafe integers.initialize(repeating: 0)
        unsafe floats.initialize(repeating: 0)
    }

    deinit {
        unsafe integers.deallocate()
        unsafe floats.deallocate()
    }

    /// Calls the body for each block in turn.
    static func split<Failure>(
        _ all: UnsafeBufferPointer<SIMD2<Float>>,
        _ body: (UnsafeBufferPointer<SIMD2<Float>>) throws(Failure) -> Int
    ) throws(Failure) {
        var done = 0
        while done < all.count {
            let next = min(done + frames, all.count)
            _ = try unsafe body(UnsafeBufferPointer(rebasing: all[done..<next]))
            done = next
        }
    }

    /// Returns the mean of both channels. The result is valid until the next call.
    func mono(_ block: UnsafeBufferPointer<SIMD2<Float>>) -> UnsafeBufferPointer<Float> {
        for index in 0..<block.count { unsafe floats[index] = Self.mean(block[index]) }
        return unsafe UnsafeBufferPointer(rebasing: floats[..<block.count])
    }

    /// Returns interleaved float samples for lossy encoders, valid until the next call: NaN becomes silence, and values are
    /// clipped to full scale, since lossy encoders are made for that range.
    func plain(_ block: UnsafeBufferPointer<SIMD2<Float>>, channels: Int) -> UnsafeBufferPointer<Float> {
        for index in 0..<block.count {
            let frame = unsafe block[index]
            let sound = frame.replacing(with: 0, where: frame .!= frame).clamped(lowerBound: [-1, -1], upperBound: [1, 1])
            if channels == 2 {
                unsafe floats[2 * index] = sound.x
                unsafe floats[2 * index + 1] = sound.y
            } else {
                unsafe floats[index] = Self.mean(sound)
            }
        }
        return unsafe UnsafeBufferPointer(rebasing: floats[..<(channels * block.count)])
    }

    /// Returns interleaved integers of `bits` bits, valid until the next call: k/2^(bits-1) becomes exactly k, other values the
    /// nearest integer, values past full scale the largest or smallest one, and NaN silence. `shift` moves the value to the
    /// upper bits for encoders that want it there.
    func integers(
        _ block: UnsafeBufferPointer<SIMD2<Float>>, channels: Int, bits: Int, shift: Int = 0
    ) -> UnsafeBufferPointer<Int32> {
        let full = Double(1 << (bits - 1))
        let shift = SIMD2(repeating: Int32(shift))
        if channels == 2 {
            for index in 0..<block.count {
                let value = unsafe Self.nearest(block[index], full) &<< shift
                unsafe integers[2 * index] = value.x
                unsafe integers[2 * index + 1] = value.y
            }
        } else {
            for index in 0..<block.count {
                let mean = unsafe Self.mean(block[index])
                unsafe integers[index] = (Self.nearest(SIMD2(mean, mean), full) &<< shift).x
            }
        }
        return unsafe UnsafeBufferPointer(rebasing: integers[..<(channels * block.count)])
    }

    private static func mean(_ frame: SIMD2<Float>) -> Float { (frame.x + frame.y) * 0.5 }

    @inline(__always)
    private static func nearest(_ frame: SIMD2<Float>, _ full: Double) -> SIMD2<Int32> {
        // Only NaN differs from itself.
        let sound = frame.replacing(with: 0, where: frame .!= frame)
        let wide = (SIMD2<Double>(sound) * full).clamped(
            lowerBound: SIMD2(repeating: -full), upperBound: SIMD2(repeating: full - 1))
        // Adding 1.5 * 2^52 leaves the nearest integer in the low bits: no call, no trap, two samples at once.
        let shifted = wide + 6_755_399_441_055_744
        return SIMD2<Int32>(truncatingIfNeeded: unsafe unsafeBitCast(shifted, to: SIMD2<UInt64>.self))
    }
}
