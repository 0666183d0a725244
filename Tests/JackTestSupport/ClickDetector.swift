// Measures clicks in a sine of known frequency. Any thread.
import Glibc

/// Finds discontinuities in a sine. A sine obeys x[n+1] = 2 cos(w) x[n] - x[n-1]; the remainder does not belong to the sine.
public enum ClickDetector {
    /// Largest remainder in dB of the sine's amplitude. A fade of a few ms leaves little, a step leaves its own height.
    public static func level(_ samples: [Float], hertz: Double, rate: Int, amplitude: Double) -> Double {
        let factor = 2 * cos(2 * Double.pi * hertz / Double(rate))
        var worst = 0.0
        for n in 1..<max(2, samples.count - 1) where n + 1 < samples.count {
            worst = max(worst, abs(Double(samples[n + 1]) - factor * Double(samples[n]) + Double(samples[n - 1])))
        }
        return 20 * log10(max(worst, 1e-12) / amplitude)
    }
}
