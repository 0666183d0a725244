// Curves of fades. Any thread except a realtime one; pure functions.
internal import CLinux
internal import Glibc

/// Gain curves of fades, from 0 to 1.
public enum Curve {
    /// Gain of a raised cosine at `step`, 0 ..< `length`, both in frames. The fade and its mirror image always add up to 1.
    ///
    /// The curve is taken in the middle of each step.
    public static func raisedCosine(_ step: Int, of length: Int) -> Float {
        Float(0.5 - 0.5 * cos(Double.pi * (Double(step) + 0.5) / Double(length)))
    }

    /// Gain of a smoothstep curve at `x`, 0 ... 1: flat at both ends, and cheap, with no call of the C library.
    @inlinable
    public static func smoothstep(_ x: Float) -> Float { x * x * (3 - 2 * x) }
}
