// Measures peaks of samples in memory. Pure functions on the caller's memory; any thread.
import CPeaks

/// Finds lowest sample, highest sample and loudness of interleaved samples, at the speed of memory.
///
/// Every comparison with NaN fails, so NaN never counts as lowest or highest.
enum PeakMeasure {
    /// Layout of samples in memory, little-endian as in the files; the raw value is the size in bytes.
    enum Sample: Int {
        case pcm16 = 2
        case pcm24 = 3
        case float = 4

        var bytes: Int { rawValue }
    }

    /// Bytes that must be readable after the last sample, although their values are ignored.
    static let slack = 16

    /// True if the processor has the instructions that `PeakMeasure+Wide.swift` needs (AVX2).
    static let isWide = peaks_have_avx2() != 0

    /// Measures one or two channels in the fastest way available.
    static func column(
        _ sample: Sample, _ start: UnsafeRawPointer, frames: Int, channels: Int, isWide: Bool = isWide
    ) -> PeakColumn {
        var column = PeakColumn()
        if isWide { column = unsafe wide(sample, start, frames: frames, channels: channels) }
        let done = column.frames
        guard done < frames else { return column }
        let rest = unsafe start + done * channels * sample.bytes
        switch sample {
        case .float: column.add(unsafe floats(rest, frames: frames - done, channels: channels))
        case .pcm16: column.add(unsafe integers(rest, frames: frames - done, channels: channels))
        case .pcm24: column.add(unsafe longIntegers(rest, frames: frames - done, channels: channels))
        }
        return column
    }

    /// Measures one or two channels of floats.
    private static func floats(_ start: UnsafeRawPointer, frames: Int, channels: Int) -> PeakColumn {
        var low = SIMD8<Float>(repeating: .infinity)
        var high = SIMD8<Float>(repeating: -.infinity)
        var squares = SIMD8<Float>.zero
        var at = unsafe start
        let count = frames * channels
        for _ in 0..<count / 8 {
            let samples = unsafe at.loadUnaligned(as: SIMD8<Float>.self)
            low.replace(with: samples, where: samples .< low)
            high.replace(with: samples, where: samples .> high)
            squares += samples * samples
            unsafe at += 32
        }
        var column = PeakColumn(
            low: pair(low, channels) { $0 < $1 ? $0 : $1 }, high: pair(high, channels) { $0 > $1 ? $0 : $1 },
            squares: pair(squares, channels, +), frames: count / 8 * 8 / channels)
        for _ in 0..<frames - column.frames {
            let left = unsafe at.loadUnaligned(as: Float.self)
            let right = unsafe channels == 2 ? at.loadUnaligned(fromByteOffset: 4, as: Float.self) : left
            column.add(PeakColumn(one: SIMD2(left, right)))
            unsafe at += 4 * channels
        }
        return column
    }

    /// Measures one or two channels of 24-bit integers, sample by sample.
    private static func longIntegers(_ start: UnsafeRawPointer, frames: Int, channels: Int) -> PeakColumn {
        var column = PeakColumn()
        func sample(_ index: Int) -> Float {
            let high = unsafe Int32(start.loadUnaligned(fromByteOffset: 3 * index + 1, as: Int16.self))
            let low = unsafe Int32(start.load(fromByteOffset: 3 * index, as: UInt8.self))
            return Float(high << 8 | low) * (1 / 8_388_608)
        }
        for frame in 0..<frames {
            let left = sample(frame * channels)
            column.add(PeakColumn(one: SIMD2(left, channels == 2 ? sample(frame * 2 + 1) : left)))
        }
        return column
    }

    /// Measures one or two channels of 16-bit integers.
    private static func integers(_ start: UnsafeRawPointer, frames: Int, channels: Int) -> PeakColumn {
        var low = SIMD8<Int16>(repeating: .max)
        var high = SIMD8<Int16>(repeating: .min)
        var even = SIMD4<Float>.zero
        var odd = SIMD4<Float>.zero
        // Placing 16 bits into the mantissa of 2^23 makes a float without a conversion.
        let exponent = SIMD4<UInt32>(repeating: 0x4b00_0000)
        let offset = SIMD4<Float>(repeating: 8_388_608 + 32_768)
        var at = unsafe start
        let count = frames * channels
        for _ in 0..<count / 8 {
            let samples = unsafe at.loadUnaligned(as: SIMD8<Int16>.self)
            low.replace(with: samples, where: samples .< low)
            high.replace(with: samples, where: samples .> high)
            let pairs = unsafe unsafeBitCast(samples, to: SIMD4<UInt32>.self) ^ SIMD4(repeating: 0x8000_8000)
            let first = unsafe unsafeBitCast((pairs & SIMD4(repeating: 0xffff)) | exponent, to: SIMD4<Float>.self) - offset
            let second = unsafe unsafeBitCast((pairs &>> 16) | exponent, to: SIMD4<Float>.self) - offset
            even += first * first
            odd += second * second
            unsafe at += 16
        }
        let done = count / 8 * 8 / channels
        var sums = SIMD2(even.sum(), odd.sum())
        if channels == 1 { sums = SIMD2(repeating: sums.x + sums.y) }
        let scale: Float = 1 / 32_768
        var column = PeakColumn()
        if done > 0 {
            column = PeakColumn(
                low: SIMD2<Float>(pair(low, channels, min)) * scale, high: SIMD2<Float>(pair(high, channels, max)) * scale,
                squares: sums * (scale * scale), frames: done)
        }
        for _ in 0..<frames - done {
            let left = unsafe Float(at.loadUnaligned(as: Int16.self)) * scale
            let right = unsafe channels == 2 ? Float(at.loadUnaligned(fromByteOffset: 2, as: Int16.self)) * scale : left
            column.add(PeakColumn(one: SIMD2(left, right)))
            unsafe at += 2 * channels
        }
        return column
    }

    /// Joins lanes into left (even lanes) and right (odd lanes); in mono all lanes go to both.
    @inline(__always)
    static func pair<Number: SIMDScalar>(
        _ lanes: SIMD8<Number>, _ channels: Int, _ join: (Number, Number) -> Number
    ) -> SIMD2<Number> {
        let left = join(join(lanes[0], lanes[2]), join(lanes[4], lanes[6]))
        let right = join(join(lanes[1], lanes[3]), join(lanes[5], lanes[7]))
        if channels == 2 { return SIMD2(left, right) }
        let both = join(left, right)
        return SIMD2(both, both)
    }
}

extension PeakColumn {
    /// Makes a column of one frame.
    init(one frame: SIMD2<Float>) {
        self.init()
        low.replace(with: frame, where: frame .< low)
        high.replace(with: frame, where: frame .> high)
        squares = frame * frame
        frames = 1
    }
}
