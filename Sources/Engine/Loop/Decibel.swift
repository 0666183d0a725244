// Any thread but JACK's.
internal import Glibc

/// Level of a linear value; silence is -200 dB, since JSON has no infinity.
enum Decibel {
    static let floor = -200.0

    static func level(_ linear: Float) -> Double {
        guard linear > 0 else { return floor }
        return max(floor, (20 * log10(Double(linear)) * 100).rounded() / 100)
    }

    static func factor(_ level: Double) -> Float { level <= floor ? 0 : Float(pow(10, level / 20)) }
}
