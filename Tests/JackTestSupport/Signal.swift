// Signals that a probe sends. Any thread.
import Glibc

/// A signal that a probe sends.
public enum Signal: Sendable {
    case silence
    /// Frames that carry their own number.
    case frames(FrameCode)
    /// A sine of a whole number of Hz, so that a table of one second is enough.
    case sine(hertz: Int, amplitude: Float)
    /// Uniform noise, a hash of the frame's number: RMS is amplitude / sqrt(3).
    case noise(amplitude: Float)
    /// A sine with one bad sample in every `every` samples: NaN and infinity by turns.
    case spoiled(hertz: Int, every: Int)
    /// Bursts as in `SparseWave.bursts`; a second holds a whole number of them.
    case bursts(every: Int)
    /// Stretches of sound with silence between them, which repeat after `frames`. A sample tells its place; see `place`.
    case stretches([Range<Int>], frames: Int)

    /// Place of a sample of `stretches`; nil for silence.
    public static func place(of sample: SIMD2<Float>) -> Int? {
        sample[0] == 0 ? nil : Int(((abs(sample[0]) - 0.25) * 1_048_576).rounded())
    }

    /// One period of samples, for signals that repeat; most repeat after a second.
    public func table(rate: Int) -> [Float] {
        switch self {
        case .silence, .frames: []
        case .sine(let hertz, let amplitude):
            (0..<rate).map { amplitude * Float(sin(2 * Double.pi * Double($0 * hertz % rate) / Double(rate))) }
        case .spoiled(let hertz, let spacing):
            Signal.sine(hertz: hertz, amplitude: 0.5).table(rate: rate).enumerated().map { index, sample in
                index % spacing != 0 ? sample : index / spacing % 2 == 0 ? .nan : -.infinity
            }
        case .stretches(let stretches, let frames):
            (0..<frames).map { place in
                guard stretches.contains(where: { $0.contains(place) }) else { return 0 }
                // A square wave of 1 kHz at 48 kHz, whose height is the place.
                let height = 0.25 + Float(place) / 1_048_576
                return place / 24 % 2 == 0 ? height : -height
            }
        case .bursts(let spacing): SparseWave.bursts(every: spacing, frames: rate, rate: rate).map(\.x)
        case .noise(let amplitude):
            (0..<rate).map { index in
                var x = UInt64(index) &* 0x9e37_79b9_7f4a_7c15
                x = (x ^ x >> 30) &* 0xbf58_476d_1ce4_e5b9
                x = (x ^ x >> 27) &* 0x94d0_49bb_1331_11eb
                return amplitude * Float(Double(x >> 11) / Double(1 << 52) - 1)
            }
        }
    }
}
