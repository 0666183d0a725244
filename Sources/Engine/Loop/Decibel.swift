// Conversion between linear levels and decibels. Any thread but JACK's.
internal import Glibc

/// Converts levels. Silence is -200 dB, because JSON has no infinity.
enum Decibel {
    /// The level of silence in dB.
    static let floor = -200.0

    /// The level of a linear value in dB, rounded to 0.01 dB.
    static func level(_ linear: Float) -> Double {
        guard linear > 0 else { return floor }
        return max(floor, (20 * log10(Double(linear)) * 100).rounded() / 100)
    }

    /// The linear factor of a level in dB; 0 for silence.
    static func factor(_ level: Double) -> Float { level <= floor ? 0 : Float(pow(10, level / 20)) }
}
