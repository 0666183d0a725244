// Functions of the C library's mathematics. Pure functions; any thread but JACK's.
internal import CLinux
internal import Glibc

/// Functions that Swift's own library does not have.
public enum Mathematics {
    /// The sine of an angle in radians.
    public static func sine(_ angle: Double) -> Double { sin(angle) }
    /// The cosine of an angle in radians.
    public static func cosine(_ angle: Double) -> Double { cos(angle) }
    /// Two to the power of a number.
    public static func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }
    /// Ten to the power of a number.
    public static func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }
    /// e to the power of a number.
    public static func exponential(_ exponent: Double) -> Double { exp(exponent) }
}
