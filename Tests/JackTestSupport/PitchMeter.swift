// Measures the frequency of a tone. Any thread.
import Glibc

/// The frequency of the strongest tone. Half a second of samples gives it to a small part of a cent.
public enum PitchMeter {
    /// Frequency in Hz; NaN when there is no tone. Only the first two seconds are used.
    public static func frequency(_ samples: [Float], rate: Int = 48_000) -> Double {
        let count = min(samples.count, 2 * rate)
        guard count >= 256 else { return .nan }
        // Hann: its side lobes decay too fast to shift the peak.
        let windowed = (0..<count).map { Double(samples[$0]) * hann($0, of: count) }
        guard let coarse = peak(of: windowed, rate: rate) else { return .nan }
        // The magnitude has one maximum within a bin of the coarse one: golden section.
        let step = Double(rate) / Double(count)
        let ratio = 0.618_033_988_75
        var low = max(0, coarse - step)
        var high = coarse + step
        while high - low > 1e-6 * coarse {
            let third = (high - low) * ratio
            if energy(windowed, at: high - third, rate: rate) > energy(windowed, at: low + third, rate: rate) {
                high = low + third
            } else {
                low = high - third
            }
        }
        return (low + high) / 2
    }

    /// Cents by which a frequency is above another.
    public static func cents(_ hertz: Double, from wanted: Double) -> Double { 1200 * log2(hertz / wanted) }

    static func hann(_ place: Int, of count: Int) -> Double {
        let turns = (Double(place) + 0.5) / Double(count)
        return 0.5 - 0.5 * cos(2 * Double.pi * turns)
    }

    /// Energy of the samples at one frequency.
    static func energy(_ samples: [Double], at hertz: Double, rate: Int) -> Double {
        let angle = 2 * Double.pi * hertz / Double(rate)
        let (stepX, stepY) = (cos(angle), sin(angle))
        var (x, y, sumX, sumY) = (1.0, 0.0, 0.0, 0.0)
        unsafe samples.withUnsafeBufferPointer { samples in
            for i in 0..<samples.count {
                unsafe sumX += samples[i] * x
                unsafe sumY += samples[i] * y
                (x, y) = (x * stepX - y * stepY, x * stepY + y * stepX)
            }
        }
        return sumX * sumX + sumY * sumY
    }

    /// The strongest frequency, to half a bin. The mean is left out.
    private static func peak(of samples: [Double], rate: Int) -> Double? {
        var size = 256
        while size < samples.count { size *= 2 }
        var real = samples + [Double](repeating: 0, count: size - samples.count)
        var imaginary = [Double](repeating: 0, count: size)
        Fourier.transform(&real, &imaginary)
        var best = 0
        var most = 0.0
        for bin in 3..<size / 2 {
            let energy = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
            if energy > most { (best, most) = (bin, energy) }
        }
        return most > 0 ? Double(best) * Double(rate) / Double(size) : nil
    }
}
