// Endless noise. One owner at a time; a value without I/O.
public import Dictation

/// A stream of noise without end and without a seam. All colours have the power of white noise between -1 and 1.
public struct Noise: Sendable {
    /// Spectrum of the noise.
    public let colour: NoiseColour
    private var state: UInt64
    /// Sums of the pink filter, one for each octave or so.
    private var rows = SIMD8<Float>.zero
    private var level: Float = 0

    /// Makes a noise; equal seeds give equal noises.
    public init(_ colour: NoiseColour, seed: UInt64) {
        self.colour = colour
        // A state of 0 would stay 0.
        state = seed | 1 << 63
        // Fill the filters: the first second of brown noise would otherwise be too soft.
        for _ in 0..<4096 { _ = next() }
    }

    /// The next sample.
    public mutating func next() -> Float {
        let white = random()
        switch colour {
        case .white: return white
        case .pink:
            // Sum of first-order filters by Paul Kellet: within 0.05 dB of -3 dB an octave above 9 Hz at 44.1 kHz.
            rows[0] = 0.99886 * rows[0] + white * 0.0555179
            rows[1] = 0.99332 * rows[1] + white * 0.0750759
            rows[2] = 0.96900 * rows[2] + white * 0.1538520
            rows[3] = 0.86650 * rows[3] + white * 0.3104856
            rows[4] = 0.55000 * rows[4] + white * 0.5329522
            rows[5] = -0.7616 * rows[5] - white * 0.0168980
            let sum = rows[0] + rows[1] + rows[2] + rows[3] + rows[4] + rows[5] + rows[6] + white * 0.5362
            rows[6] = white * 0.115926
            return sum * Noise.pinkGain
        case .brown:
            // A leaky sum: without the leak the noise would drift away.
            level = Noise.leak * level + white
            return level * Noise.brownGain
        }
    }

    /// Gain that gives pink noise the power of its white noise: measured over 10^6 samples.
    private static let pinkGain: Float = 0.3306
    private static let leak: Float = 0.998
    /// Gain that gives brown noise the power of its white noise: the square root of 1 - leak^2.
    private static let brownGain: Float = 0.063_214

    /// A sample between -1 and 1, evenly spread (xorshift64*).
    private mutating func random() -> Float {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        let bits = (state &* 0x2545_f491_4f6c_dd1d) >> 40
        return Float(bits) / Float(1 << 23) - 1
    }
}
