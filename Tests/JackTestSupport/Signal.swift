// Any thread.
import Glibc

/// What a probe sends.
public enum Signal: Sendable {
    case silence
    case frames(FrameCode)
    /// A whole number of Hz, so that one second of table is enough.
    case sine(hertz: Int, amplitude: Float)
    /// Uniform, made of a hash of the frame's number: RMS is amplitude / sqrt(3).
    case noise(amplitude: Float)
    /// A sine in which one sample of so many is no number: NaN and infinity by turns.
    case spoiled(hertz: Int, every: Int)
    /// `SparseWave.bursts`; a second is a whole number of them.
    case bursts(every: Int)

    /// One second of it, for those that repeat.
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
