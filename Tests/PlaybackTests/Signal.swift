// Test signals and measurements of signals.
import Glibc

/// Signals by formula, and measurements that do not depend on the code under test.
enum Signal {
    static func tone(_ hertz: Double, rate: Double = 48_000, level: Double = 0.5) -> (Int64) -> SIMD2<Float> {
        { frame in SIMD2(repeating: Float(level * sin(2 * Double.pi * hertz * Double(frame) / rate))) }
    }

    /// A burst of 10 ms at 1 kHz, with its centre at every whole second.
    static func bursts(_ frame: Int64) -> SIMD2<Float> {
        let place = (frame + 24_000) % 48_000 - 24_000
        guard abs(place) < 240 else { return .zero }
        let level = 0.25 * (1 + cos(Double.pi * Double(place) / 240))
        return SIMD2(repeating: Float(level * cos(2 * Double.pi * Double(place) / 48)))
    }

    /// The frequency of a clean tone in Hz, from the first and last rising zero crossing, each interpolated.
    static func frequency(_ frames: ArraySlice<SIMD2<Float>>, rate: Double = 48_000) -> Double {
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

    /// A ratio of powers in dB.
    static func decibels(_ ratio: Double) -> Double { 10 * log10(max(ratio, 1e-20)) }

    static func energy(_ frames: ArraySlice<SIMD2<Float>>) -> Double {
        frames.reduce(0) { $0 + Double($1.x) * Double($1.x) }
    }

    /// The loudest 5 ms above 4 kHz beside a tone well below, in dB of 5 ms of the tone.
    static func click(_ frames: ArraySlice<SIMD2<Float>>, level: Double = 0.5) -> Double {
        let rest = high(frames, above: 4000)
        let worst = stride(from: 0, through: max(0, rest.count - 240), by: 120).map {
            energy(rest[$0..<min($0 + 240, rest.count)])
        }
        return decibels((worst.max() ?? 0) / (240 * level * level / 2))
    }

    /// The share of the power above a frequency.
    static func power(_ frames: ArraySlice<SIMD2<Float>>, above hertz: Double) -> Double {
        energy(high(frames, above: hertz)[...]) / energy(frames)
    }

    private static func high(_ frames: ArraySlice<SIMD2<Float>>, above hertz: Double) -> [SIMD2<Float>] {
        let filter = highPass(cut: hertz / 48_000, half: 64)
        let samples = frames.map(\.x)
        var rest: [SIMD2<Float>] = []
        unsafe samples.withUnsafeBufferPointer { samples in
            unsafe filter.withUnsafeBufferPointer { filter in
                guard let samples = samples.baseAddress, let taps = filter.baseAddress else { return }
                for start in 0..<max(0, frames.count - filter.count) {
                    var sum: Float = 0
                    var tap = 0
                    while tap < filter.count {
                        unsafe sum += samples[start + tap] * taps[tap]
                        tap += 1
                    }
                    rest.append(SIMD2(repeating: sum))
                }
            }
        }
        return rest
    }

    /// A high-pass filter: a windowed sinc, Blackman.
    private static func highPass(cut: Double, half: Int) -> [Float] {
        let low = (-half...half).map { tap in
            let x = Double(tap)
            let sinc = tap == 0 ? 2 * cut : sin(2 * Double.pi * cut * x) / (Double.pi * x)
            let angle = Double.pi * x / Double(half + 1)
            return sinc * (0.42 + 0.5 * cos(angle) + 0.08 * cos(2 * angle))
        }
        let sum = low.reduce(0, +)
        return low.enumerated().map { Float(($0.offset == half ? 1 : 0) - $0.element / sum) }
    }

    /// The centre of mass of the energy of a slice; nil for silence.
    static func centre(_ frames: ArraySlice<SIMD2<Float>>) -> Double? {
        var mass = 0.0
        var moment = 0.0
        for index in frames.indices {
            let energy = Double(frames[index].x * frames[index].x)
            mass += energy
            moment += energy * Double(index)
        }
        return mass > 1e-9 ? moment / mass : nil
    }
}
