// Finds the frame at which a signal changes. Any thread.
import Glibc

/// Finds the place at which a heard signal changed, to about a millisecond.
public enum ChangeMeter {
    /// The first place from which a tone of `after` Hz is stronger than one of `before` Hz, in the middle of a window of 6
    /// ms; nil when there is none. The frequencies should be an octave apart and have some periods in the window.
    public static func pitch(
        _ samples: [Float], from before: Double, to after: Double, rate: Int = 48_000
    ) -> Int? {
        let width = rate * 6 / 1000
        let shape = (0..<width).map { PitchMeter.hann($0, of: width) }
        let step = rate / 4000
        var start = 0
        while start + width <= samples.count {
            let part = (0..<width).map { Double(samples[start + $0]) * shape[$0] }
            let new = PitchMeter.energy(part, at: after, rate: rate)
            if new > 1e-6, new > PitchMeter.energy(part, at: before, rate: rate) { return start + width / 2 }
            start += step
        }
        return nil
    }

    /// The first place, from `period` on, at which the signal differs from itself one period before: the middle of a
    /// crossfade to anything else. For files that repeat the same noise.
    public static func departure(_ samples: [Float], period: Int, rate: Int = 48_000) -> Int? {
        let width = rate / 1000
        for start in stride(from: period, to: samples.count - width, by: width / 4) {
            var change: Float = 0
            var energy: Float = 0
            for i in start..<start + width {
                let step = samples[i] - samples[i - period]
                change += step * step
                energy += samples[i - period] * samples[i - period]
            }
            if change > energy / 2 { return start + width / 2 }
        }
        return nil
    }

    /// Places of bursts, in frames: the centre of mass of each stretch that is louder than `threshold`. A stretch ends after
    /// `pause` seconds of quiet.
    public static func bursts(
        _ samples: [Float], threshold: Float, quiet pause: Double = 0.003, rate: Int = 48_000
    ) -> [Double] {
        var found: [Double] = []
        var mass = 0.0
        var moment = 0.0
        var quiet = 0
        for i in samples.indices {
            let energy = Double(samples[i] * samples[i])
            if abs(samples[i]) > threshold {
                mass += energy
                moment += energy * Double(i)
                quiet = 0
            } else if mass > 0 {
                quiet += 1
                guard Double(quiet) > pause * Double(rate) else { continue }
                found.append(moment / mass)
                (mass, moment, quiet) = (0, 0, 0)
            }
        }
        if mass > 0 { found.append(moment / mass) }
        return found
    }
}
