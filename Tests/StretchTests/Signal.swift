// Test signals and measurements of signals.
import Glibc

/// Signals by formula, and measurements that do not depend on the code under test.
enum Signal {
    static func tone(_ hertz: Double, rate: Double = 48000, level: Double = 0.5) -> (Int64) -> SIMD2<Float> {
        { frame in SIMD2(repeating: Float(level * sin(2 * Double.pi * hertz * Double(frame) / rate))) }
    }

    /// The frequency of a clean tone in Hz, from the first and last rising zero crossing, each interpolated.
    static func frequency(_ frames: ArraySlice<SIMD2<Float>>, rate: Double = 48000) -> Double {
        var first: Double?
        var last = 0.0
        var count = 0
        for index in frames.indices.dropLast() where frames[index].x < 0 && frames[index + 1].x >= 0 {
            let before = Double(frames[index].x)
            last = Double(index) + before / (before - Double(frames[index + 1].x))
            if first == nil { first = last } else { count += 1 }
        }
        return Double(count) * rate / (last - (first ?? last))
    }

    static func cents(_ frequency: Double, from wanted: Double) -> Double { 1200 * log2(frequency / wanted) }

    static func decibels(_ ratio: Double) -> Double { 20 * log10(max(ratio, 1e-12)) }

    static func energy(_ frames: ArraySlice<SIMD2<Float>>) -> Double {
        frames.reduce(0) { $0 + Double($1.x * $1.x) }
    }

    /// The loudest sound above 4 kHz beside a tone well below, in dB of the tone: a step of height h of the tone's amplitude
    /// shows as about h, the tone itself as less than -80 dB.
    static func click(_ frames: ArraySlice<SIMD2<Float>>, level: Double = 0.5, rate: Double = 48000) -> Double {
        let filter = highPass(cut: 4000 / rate, half: 64)
        let samples = frames.map(\.x)
        var worst: Float = 0
        unsafe samples.withUnsafeBufferPointer { samples in
            unsafe filter.withUnsafeBufferPointer { filter in
                for start in 0..<max(0, samples.count - filter.count) {
                    var sum: Float = 0
                    for tap in 0..<filter.count { unsafe sum += samples[start + tap] * filter[tap] }
                    worst = max(worst, abs(sum))
                }
            }
        }
        return decibels(Double(worst) / level)
    }

    /// A high-pass filter: a windowed sinc, Blackman.
    static func highPass(cut: Double, half: Int) -> [Float] {
        let low = (-half...half).map { tap in
            let x = Double(tap)
            let sinc = tap == 0 ? 2 * cut : sin(2 * Double.pi * cut * x) / (Double.pi * x)
            let angle = Double.pi * x / Double(half + 1)
            return sinc * (0.42 + 0.5 * cos(angle) + 0.08 * cos(2 * angle))
        }
        let sum = low.reduce(0, +)
        return low.enumerated().map { Float(($0.offset == half ? 1 : 0) - $0.element / sum) }
    }

    /// The centre of mass of the energy of a slice.
    static func centre(_ frames: ArraySlice<SIMD2<Float>>) -> Double {
        var mass = 0.0
        var moment = 0.0
        for index in frames.indices {
            let energy = Double(frames[index].x * frames[index].x)
            mass += energy
            moment += energy * Double(index)
        }
        return mass > 0 ? moment / mass : 0
    }
}
