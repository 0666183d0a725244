// High-pass filter of the voice detector. A value; one thread at a time.
internal import System

/// Butterworth high-pass of second order for two channels: steps, handling noise and most of the energy of pink noise lie below
/// the voice.
struct HighPass: Sendable {
    /// Cut-off frequency in Hz.
    static let cutOff = 150.0

    private let b: Double
    private let a1: Double
    private let a2: Double
    private var first = SIMD2<Double>.zero
    private var second = SIMD2<Double>.zero

    /// Makes a filter for that sample rate in Hz.
    init(rate: Int) {
        let angle = Double.pi * min(0.45, HighPass.cutOff / Double(max(1, rate)))
        let warped = Mathematics.sine(angle) / Mathematics.cosine(angle)
        let damping = 2.0.squareRoot()
        let scale = 1 / (1 + damping * warped + warped * warped)
        b = scale
        a1 = 2 * (warped * warped - 1) * scale
        a2 = (1 - damping * warped + warped * warped) * scale
    }

    /// Forgets the frames so far.
    mutating func clear() { (first, second) = (.zero, .zero) }

    /// Filters one frame. A sample that is not a number (NaN, infinite) counts as silence: it would stay in the filter for ever.
    mutating func filter(_ frame: SIMD2<Float>) -> SIMD2<Double> {
        let input = SIMD2<Double>(frame[0].isFinite ? Double(frame[0]) : 0, frame[1].isFinite ? Double(frame[1]) : 0)
        let output = input * b + first
        first = input * (-2 * b) - output * a1 + second
        second = input * b - output * a2
        return output
    }
}
