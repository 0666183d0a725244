// Measures clicks in a tone of any frequency. Any thread; a value.
import Glibc

/// The worst discontinuity in a low tone: energy far above the tone in a sliding window of 5 ms, against the energy of the
/// tone.
///
/// The tone's frequency may change on the way, since only energy above `hertz` is measured. Fades of 4 ms and more leave
/// next to nothing above 4 kHz; steps and jumps of phase leave a lot.
public struct ClickMeter: CustomStringConvertible {
    /// Length of the window in seconds.
    public static let window = 0.005

    /// Energy of the click in dB of the tone's energy in the same time.
    public let energy: Double
    /// The largest sample of the click, in dB of the tone's amplitude.
    public let peak: Double
    /// First sample of the worst window.
    public let place: Int

    /// Measures samples; `amplitude` is the tone's. The first 5 ms are skipped: for the filter, the tone begins there.
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

    /// Level, peak and place in words.
    public var description: String {
        "click of \((energy * 10).rounded() / 10) dB (peak \((peak * 10).rounded() / 10) dB) at \(place)"
    }
}
