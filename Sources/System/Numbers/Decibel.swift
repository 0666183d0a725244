// Levels in decibels. Any thread except a realtime one; pure functions.
internal import CLinux
internal import Glibc

/// Conversion between linear gain and level in dB. Silence is -200 dB, since JSON has no infinity.
public enum Decibel {
    /// Level of silence in dB.
    public static let floor = -200.0

    /// Level in dB of a linear value, rounded to 0.01 dB.
    public static func level(_ linear: Float) -> Double {
        guard linear > 0 else { return floor }
        return max(floor, (20 * log10(Double(linear)) * 100).rounded() / 100)
    }

    /// Linear value of a level in dB; 0 for silence.
    public static func factor(_ level: Double) -> Float { level <= floor ? 0 : Float(pow(10, level / 20)) }
}
