// Curves of fades. Pure functions; any thread but JACK's.
internal import CLinux
internal import Glibc

/// Curves of fades.
public enum Curve {
    /// Raised cosine from 0 to 1 over `length` steps, taken in the middle of each: it and its mirror image always add up to 1.
    public static func raisedCosine(_ step: Int, of length: Int) -> Float {
        Float(0.5 - 0.5 * cos(Double.pi * (Double(step) + 0.5) / Double(length)))
    }

    /// Smoothstep from 0 to 1: flat at both ends, and no call of a library a step.
    @inlinable
    public static func smoothstep(_ x: Float) -> Float { x * x * (3 - 2 * x) }
}
