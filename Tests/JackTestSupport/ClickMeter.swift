// Any thread; a value.
import Glibc

/// The worst discontinuity in a low tone: energy far above the tone in a sliding window of 5 ms, against that of the tone.
///
/// The tone's frequency may change on the way, since nothing of the tone itself is measured: only what has no business up
/// there. Fades of 4 ms and more leave next to nothing above 4 kHz, steps and jumps of phase a lot.
public struct ClickMeter: CustomStringConvertible {
    public static let window = 0.005

    /// dB of the tone's energy in as long a time.
    public let energy: Double
    /// The largest sample of it, in dB of the tone's amplitude.
    public let peak: Double
    /// Where in the samples the worst window begins.
    public let place: Int

    /// `amplitude` is the tone's. The first 5 ms are not looked at: there the tone begins, for the filter.
    public init(_ samples: [Float], amplitude: Double, rate: Int = 48_000, above hertz: Double = 4000) {
        var filter = HighPass(cut: hertz, rate: rate)
        let squares = filter.squares(samples)
        let width = Int(Self.window * Double(rate))
        var sum = 0.0
        var worst = 0.0
        var largest = 0.0
        var place = 0
        for i in squares.indices.dropFirst(width) {
            sum += squares[i]
            largest = max(largest, squares[i])
            if i >= 2 * width { sum -= squares[i - width] }
            if sum > worst {
                worst = sum
                place = i - width + 1
            }
        }
        let tone = amplitude * amplitude
        energy = 10 * log10(max(worst / (tone / 2 * Double(width)), 1e-20))
        peak = 10 * log10(max(largest / tone, 1e-20))
        self.place = place
    }

    public var description: String {
        "click of \((energy * 10).rounded() / 10) dB (peak \((peak * 10).rounded() / 10) dB) at \(place)"
    }
}
