// Peaks between samples. A value; one thread at a time. No allocation after `init`.
internal import System

/// The highest value of a signal at eight points a sample, by a windowed sinc of 32 taps: what a converter would put out.
struct PeakInterpolator {
    /// Samples that the result lies behind.
    static let delay = 16
    private static let taps = 32
    private static let phases = 8

    /// Weights of the points between two samples, phase by phase.
    private let weights: [Float]
    /// A sample can raise no point above this many times its own value.
    private let most: Float
    /// The last samples, twice, so that they always stand in a row.
    private var history = [SIMD2<Float>](repeating: .zero, count: 2 * PeakInterpolator.taps)
    private var place = 0
    /// Samples since one that could raise a point above the ceiling.
    private var quiet = PeakInterpolator.taps
    private let ceiling: Float

    /// Makes an interpolator that looks for values above `ceiling`; lower ones are told from the samples only.
    init(ceiling: Float) {
        var weights: [Float] = []
        var most = 0.0
        for phase in 1..<Self.phases {
            var sum = 0.0
            let row = (0..<Self.taps).map { tap in
                // The point lies `phase / phases` behind tap 15, and the kernel is symmetrical around it.
                let distance = Double(tap) - 15 - Double(phase) / Double(Self.phases)
                let angle = Double.pi * distance
                let window = 0.42 + 0.5 * Mathematics.cosine(angle / 16.5) + 0.08 * Mathematics.cosine(2 * angle / 16.5)
                let weight = Mathematics.sine(angle) / angle * max(0, window)
                sum += weight
                return weight
            }
            weights += row.map { Float($0 / sum) }
            most = max(most, row.reduce(0) { $0 + abs($1 / sum) })
        }
        self.weights = weights
        self.most = Float(most)
        self.ceiling = ceiling
    }

    /// Takes the next sample, and gives the highest value around the sample `delay` before.
    mutating func peak(_ sample: SIMD2<Float>) -> Float {
        history[place] = sample
        history[place + Self.taps] = sample
        place = (place + 1) % Self.taps
        let size = max(abs(sample.x), abs(sample.y))
        quiet = size * most > ceiling ? 0 : min(quiet + 1, Self.taps)
        // Tap 15 of the 32 is the sample `delay` before.
        let own = history[place + 15]
        var highest = max(abs(own.x), abs(own.y))
        guard quiet < Self.taps else { return highest }
        for phase in 0..<Self.phases - 1 {
            var sum = SIMD2<Float>.zero
            for tap in 0..<Self.taps { sum += history[place + tap] * weights[phase * Self.taps + tap] }
            highest = max(highest, max(abs(sum.x), abs(sum.y)))
        }
        return highest
    }
}
