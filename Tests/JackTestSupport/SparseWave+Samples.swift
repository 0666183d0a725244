// Samples for test files. Any thread.
import Glibc

extension SparseWave {
    /// A sine in float precision.
    public static func sine(
        _ hertz: Double, amplitude: Double = 0.5, frames: Int, rate: Int = 48_000
    ) -> [SIMD2<Float>] {
        (0..<frames).map { i in
            let turns = (hertz * Double(i) / Double(rate)).truncatingRemainder(dividingBy: 1)
            return SIMD2(repeating: Float(amplitude * sin(2 * Double.pi * turns)))
        }
    }

    /// Frames that carry their own number, from `first` on.
    public static func coded(from first: Int = 0, frames: Int, _ code: FrameCode = .fine) -> [SIMD2<Float>] {
        (0..<frames).map { code.encode(UInt32(truncatingIfNeeded: first + $0)) }
    }

    /// Bursts of 2 ms at 2 kHz, one every `spacing` frames, the first after half of `spacing`.
    public static func bursts(
        every spacing: Int, amplitude: Double = 0.5, frames: Int, rate: Int = 48_000
    ) -> [SIMD2<Float>] {
        let width = rate / 500
        return (0..<frames).map { i in
            let place = i % spacing - spacing / 2
            guard place >= 0, place < width else { return .zero }
            let shape = sin(Double.pi * Double(place) / Double(width))
            return SIMD2(repeating: Float(amplitude * shape * sin(2 * Double.pi * 2000 * Double(place) / Double(rate))))
        }
    }
}
