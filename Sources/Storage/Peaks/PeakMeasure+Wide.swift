// Measures peaks with AVX2. Pure functions on the caller's memory; any thread.
import CPeaks

extension PeakMeasure {
    /// Measures as many frames as fill whole registers; `frames` of the column tells how many those are.
    static func wide(_ sample: Sample, _ start: UnsafeRawPointer, frames: Int, channels: Int) -> PeakColumn {
        let group =
            switch sample {
            case .float: 16
            case .pcm16: 32
            case .pcm24: 8
            }
        let groups = frames * channels / group
        guard groups > 0 else { return PeakColumn() }
        let done = groups * group / channels
        if sample == .float {
            var lanes = peak_floats()
            unsafe peaks_floats(start, groups, &lanes)
            let (low, high) = (lanes8(lanes.low), lanes8(lanes.high))
            return PeakColumn(
                low: pair(low, channels) { $0 < $1 ? $0 : $1 }, high: pair(high, channels) { $0 > $1 ? $0 : $1 },
                squares: pair(lanes8(lanes.squares), channels, +), frames: done)
        }
        var lanes = peak_integers()
        if sample == .pcm16 {
            unsafe peaks_int16(start, groups, &lanes)
        } else {
            unsafe peaks_int24(start, groups, &lanes)
        }
        let scale: Float = sample == .pcm16 ? 1 / 32_768 : 1 / 2_147_483_648
        let low = unsafe unsafeBitCast(lanes.low, to: SIMD8<Int32>.self)
        let high = unsafe unsafeBitCast(lanes.high, to: SIMD8<Int32>.self)
        return PeakColumn(
            low: SIMD2<Float>(pair(low, channels, min)) * scale, high: SIMD2<Float>(pair(high, channels, max)) * scale,
            squares: pair(lanes8(lanes.squares), channels, +) * (scale * scale), frames: done)
    }

    /// Returns the bytes of a column: lowest, highest and RMS, left and right of each; the last two bytes are zero.
    static func codes(_ column: PeakColumn, isWide: Bool = isWide) -> SIMD8<UInt8> {
        if isWide {
            let (low, high) = (column.low, column.high)
            let squares = column.squares / Float(max(1, column.frames))
            let values = SIMD8(low.x, low.y, high.x, high.y, squares.x, squares.y, 0, 0)
            return unsafe withUnsafePointer(to: values) {
                unsafe $0.withMemoryRebound(to: Float.self, capacity: 8) {
                    unsafe unsafeBitCast(peaks_codes($0), to: SIMD8<UInt8>.self)
                }
            }
        }
        let rms = column.rms
        var codes = SIMD8<UInt8>.zero
        for side in 0..<2 {
            codes[side] = UInt8(bitPattern: PeakLayout.code(column.low[side], up: false))
            codes[2 + side] = UInt8(bitPattern: PeakLayout.code(column.high[side], up: true))
            codes[4 + side] = PeakLayout.loudness(rms[side])
        }
        return codes
    }

    private typealias Eight = (Float, Float, Float, Float, Float, Float, Float, Float)

    private static func lanes8(_ lanes: Eight) -> SIMD8<Float> { unsafe unsafeBitCast(lanes, to: SIMD8<Float>.self) }
}
