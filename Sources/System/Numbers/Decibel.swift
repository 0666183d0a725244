// Levels in decibels. Pure functions; any thread but JACK's.
internal import CLinux
internal import Glibc

/// Level of a linear value; silence is -200 dB, since JSON has no infinity.
public enum Decibel {
    /// Silence.
    public static let floor = -200.0

    /// The level of a linear value in dB, to two digits.
    public static func level(_ linear: Float) -> Double {
        guard linear > 0 else { return floor }
        return max(floor, (20 * log10(Double(linear)) * 100).rounded() / 100)
    }

    /// The linear value of a level in dB.
    public static func factor(_ level: Double) -> Float { level <= floor ? 0 : Float(pow(10, level / 20)) }
}
