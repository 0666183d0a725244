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

    /// One second of samples, for signals that repeat.
    public func table(rate: Int) -> [Float] {
        switch self {
        case .silence, .frames: []
        case .sine(let hertz, let amplitude):
            (0..<rate).map { amplitude * Float(sin(2 * Double.pi * Double($0 * hertz % rate) / Double(rate))) }
        case .spoiled(let hertz, let spacing):
            Signal.sine(hertz: hertz, amplitude: 0.5).table(rate: rate).enumerated().map { index, sample in
                index % spacing != 0 ? sample : index / spacing % 2 == 0 ? .nan : -.infinity
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
