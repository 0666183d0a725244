// Active level and activity of clean speech, by ITU-T P.56. Any thread; a value.
internal import System

/// Level of clean speech while somebody speaks, and where that is, by method B of ITU-T P.56: the envelope (two exponential
/// means of 30 ms) against a threshold 15.9 dB below the active level, with a hangover of 200 ms.
///
/// It sees the whole of the clean signal, and has nothing in common with the detector that is tried against it.
package struct ActiveSpeech {
    /// Active level in dB of full scale.
    package let level: Double
    /// Activity in steps of 10 ms. A silence shorter than the hangover counts as speech; the hangover after the last word does
    /// not.
    package let isActive: [Bool]

    /// Steps of the hangover.
    private static let hangover = 20
    private static let margin = 15.9

    /// Measures clean speech; `rate` in Hz.
    package init(_ samples: [Float], rate: Int) {
        let step = rate / 100
        let keep = Mathematics.exponential(-1 / (Double(rate) * 0.03))
        var (inner, outer, energy) = (0.0, 0.0, 0.0)
        var highest = [Double](repeating: 0, count: samples.count / step)
        for (index, sample) in samples.enumerated() {
            let value = abs(Double(sample))
            energy += value * value
            inner = keep * inner + (1 - keep) * value
            outer = keep * outer + (1 - keep) * inner
            if index / step < highest.count { highest[index / step] = max(highest[index / step], outer) }
        }
        var found = (level: Decibel.floor, active: [Bool](repeating: false, count: highest.count))
        for threshold in stride(from: -70.0, to: 0, by: 0.25) {
            let least = Double(Decibel.factor(threshold))
            let active = highest.map { $0 >= least }
            let steps = Self.held(active).count { $0 }
            guard steps > 0 else { break }
            let mean = energy / Double(steps * step)
            let level = Decibel.level(Float(mean.squareRoot()))
            guard level - threshold <= Self.margin else { continue }
            found = (level, Self.filled(active))
            break
        }
        (level, isActive) = found
    }

    /// Activity with the hangover after each step.
    private static func held(_ active: [Bool]) -> [Bool] {
        var left = 0
        return active.map { isActive in
            left = isActive ? hangover + 1 : max(0, left - 1)
            return left > 0
        }
    }

    /// Activity with the silences up to the hangover filled.
    private static func filled(_ active: [Bool]) -> [Bool] {
        var filled = active
        var last: Int?
        for index in active.indices where active[index] {
            if let last, index - last <= hangover + 1 { for place in last..<index { filled[place] = true } }
            last = index
        }
        return filled
    }
}
