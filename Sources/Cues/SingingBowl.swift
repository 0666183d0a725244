// A singing bowl, struck once. Any thread except a realtime one; pure functions.
internal import System

/// The sound of a struck singing bowl: partials that decay, each a pair of tones that beat slowly, as in a bowl that is not
/// perfectly round.
struct SingingBowl {
    /// One partial: its frequency over the lowest one, its level, the time of its decay to 1/e and its beats a second.
    private struct Partial {
        let ratio: Double
        let level: Double
        let decay: Double
        let beats: Double
    }

    /// Frequency of the lowest partial in Hz.
    var frequency = 196.0
    /// Length in seconds.
    let seconds = 9.0
    /// Ratios as measured on bronze bowls: bending modes with 2 to 6 nodal lines.
    private let partials = [
        Partial(ratio: 1, level: 1, decay: 2.6, beats: 0.7), Partial(ratio: 2.77, level: 0.6, decay: 1.6, beats: 1.1),
        Partial(ratio: 5.18, level: 0.3, decay: 0.9, beats: 1.7), Partial(ratio: 8.16, level: 0.12, decay: 0.45, beats: 2.3),
        Partial(ratio: 11.66, level: 0.05, decay: 0.2, beats: 3.1),
    ]

    /// Samples of one channel with a peak of 1; `rate` in Hz. The last second fades to silence.
    func samples(rate: Int) -> [Float] {
        let count = Int(seconds * Double(rate))
        var sound = [Float](repeating: 0, count: count)
        for partial in partials { add(partial, to: &sound, rate: rate) }
        let (attack, release) = (max(1, rate / 500), rate)
        for place in 0..<attack { sound[place] *= Curve.raisedCosine(place, of: attack) }
        for place in 0..<release { sound[count - 1 - place] *= Curve.raisedCosine(place, of: release) }
        let peak = sound.reduce(0) { max($0, abs($1)) }
        return sound.map { $0 / peak }
    }

    /// Adds a partial. Each tone is a rotating pair of numbers that shrinks: one multiplication a frame instead of a sine.
    private func add(_ partial: Partial, to sound: inout [Float], rate: Int) {
        let shrink = Mathematics.exponential(-1 / (partial.decay * Double(rate)))
        for side in [-0.5, 0.5] {
            let pitch = frequency * partial.ratio + side * partial.beats
            guard pitch < Double(rate) / 2 else { continue }
            let angle = 2 * Double.pi * pitch / Double(rate)
            let (stepCosine, stepSine) = (Mathematics.cosine(angle) * shrink, Mathematics.sine(angle) * shrink)
            var (cosine, sine) = (partial.level / 2, 0.0)
            for place in 0..<sound.count {
                sound[place] += Float(sine)
                (cosine, sine) = (cosine * stepCosine - sine * stepSine, cosine * stepSine + sine * stepCosine)
            }
        }
    }
}
