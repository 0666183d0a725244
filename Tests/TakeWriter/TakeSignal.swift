public import Dictation
import Glibc

public enum TakeSignal {
    /// Lossless: left and right are different walks over all values the encoding has, ends included: a frame lost, doubled,
    /// shifted, swapped or rounded differs. Lossy: two sweeps that come back every 10 s.
    public static func frame(_ number: Int, _ format: AudioFormat) -> SIMD2<Float> {
        guard format.encoding.isLossless else {
            let both = sweep(number, rate: format.rate)
            return format.channels == 2 ? both : SIMD2(both.x, both.x)
        }
        let both = counter(number, format.encoding)
        return format.channels == 2 ? both : SIMD2(both.x, both.x)
    }

    public static func counter(_ number: Int, _ encoding: AudioFormat.SampleEncoding) -> SIMD2<Float> {
        let bits = encoding == .pcm16 ? 16 : 24
        let full = 1 << (bits - 1)
        // Near to noise, so that no encoder makes it small; both steps can be undone, so each value comes once in a round.
        let mixed = (number * 40_503 + 12_345) & (2 * full - 1)
        let left = mixed ^ (mixed >> 7)
        let right = (2 * full - 1) - ((left * 52_429) & (2 * full - 1))
        return SIMD2(Float(left - full) / Float(full), Float(right - full) / Float(full))
    }

    /// Low enough for every lossy encoder at every rate.
    public static func sweep(_ number: Int, rate: Int) -> SIMD2<Float> {
        let time = Double(number % (10 * rate)) / Double(rate)
        let left = sin(2 * .pi * (150 * time + 60 * time * time))
        let right = sin(2 * .pi * (1_500 * time - 55 * time * time))
        return SIMD2(Float(0.4 * left), Float(0.4 * right))
    }
}
