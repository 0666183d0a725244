// Mathematical functions of the C library. Any thread except a realtime one; pure functions.
internal import CLinux
internal import Glibc

/// Mathematical functions that Swift's own library lacks.
public enum Mathematics {
    /// The sine of an angle in radians.
    public static func sine(_ angle: Double) -> Double { sin(angle) }
    /// The cosine of an angle in radians.
    public static func cosine(_ angle: Double) -> Double { cos(angle) }
    /// Two to the power of a number.
    public static func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }
    /// Ten to the power of a number.
    public static func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }
    /// The logarithm of a number to the base of ten.
    public static func logarithm(_ number: Double) -> Double { log10(number) }
    /// e to the power of a number.
    public static func exponential(_ exponent: Double) -> Double { exp(exponent) }
}
