// Test signal of a take: each frame differs from all others. Any thread.
public import Dictation
import Glibc

/// The signal by frame number.
public enum TakeSignal {
    /// Frame of a number. Lossless: left and right are different walks over all values of the encoding, both ends included,
    /// so that a lost, doubled, shifted, swapped or rounded frame differs. Lossy: two sweeps that repeat every 10 s.
    public static func frame(_ number: Int, _ format: AudioFormat) -> SIMD2<Float> {
        guard format.encoding.isLossless else {
            let both = sweep(number, rate: format.rate)
            return format.channels == 2 ? both : SIMD2(both.x, both.x)
        }
        let both = counter(number, format.encoding)
        return format.channels == 2 ? both : SIMD2(both.x, both.x)
    }

    /// Two walks over all values of a lossless encoding.
    public static func counter(_ number: Int, _ encoding: AudioFormat.SampleEncoding) -> SIMD2<Float> {
        let bits = encoding == .pcm16 ? 16 : 24
        let full = 1 << (bits - 1)
        // Close to noise, so that no encoder makes it small. Both steps are invertible, so each value comes once in a cycle.
        let mixed = (number * 40_503 + 12_345) & (2 * full - 1)
        let left = mixed ^ (mixed >> 7)
        let right = (2 * full - 1) - ((left * 52_429) & (2 * full - 1))
        return SIMD2(Float(left - full) / Float(full), Float(right - full) / Float(full))
    }

    /// Two sweeps, low enough for every lossy encoder at every rate.
    public static func sweep(_ number: Int, rate: Int) -> SIMD2<Float> {
        let time = Double(number % (10 * rate)) / Double(rate)
        let left = sin(2 * .pi * (150 * time + 60 * time * time))
        let right = sin(2 * .pi * (1_500 * time - 55 * time * time))
        return SIMD2(Float(0.4 * left), Float(0.4 * right))
    }
}
