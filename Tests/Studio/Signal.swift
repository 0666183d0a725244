// Room: Studio (tests). Any thread.
import Glibc

/// What a probe sends.
public enum Signal: Sendable {
    case silence
    case frames(FrameCode)
    /// A whole number of Hz, so that one second of table is enough.
    case sine(hertz: Int, amplitude: Float)
    /// Uniform, made of a hash of the frame's number: RMS is amplitude / sqrt(3).
    case noise(amplitude: Float)
    /// `Tape.bursts`; a second is a whole number of them.
    case bursts(every: Int)

    /// One second of it, for those that repeat.
    public func table(rate: Int) -> [Float] {
        switch self {
        case .silence, .frames: []
        case .sine(let hertz, let amplitude):
            (0..<rate).map { amplitude * Float(sin(2 * Double.pi * Double($0 * hertz % rate) / Double(rate))) }
        case .bursts(let spacing): Tape.bursts(every: spacing, frames: rate, rate: rate).map(\.x)
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
