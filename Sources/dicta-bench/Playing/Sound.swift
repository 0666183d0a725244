// Test signals. Any thread.
import System

/// Generates test signals.
enum Sound {
    /// Gliding tones, noise and a beat: work for every part of a stretcher.
    static func music(frames: Int, rate: Int) -> [Float] {
        var turn = 0.0
        var noise: UInt64 = 1
        return (0..<frames).map { i in
            let time = Double(i) / Double(rate)
            turn += (220 + 110 * (time / 5).truncatingRemainder(dividingBy: 1)) / Double(rate)
            var sum = 0.0
            for harmonic in 1...8 { sum += Mathematics.sine(2 * Double.pi * turn * Double(harmonic)) / Double(harmonic) }
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let beat = Mathematics.exponential(-30 * time.truncatingRemainder(dividingBy: 0.5))
            return Float(0.15 * sum + (0.02 + 0.3 * beat) * (Double(noise >> 33) / Double(1 << 30) - 1))
        }
    }

    /// A sine of a whole number of hertz.
    static func sine(_ hertz: Int, frames: Int, rate: Int) -> [Float] {
        (0..<frames).map { 0.5 * Float(Mathematics.sine(2 * Double.pi * Double($0 * hertz % rate) / Double(rate))) }
    }

    /// Noise that repeats after each period.
    static func noise(period: Int, frames: Int) -> [Float] {
        var state: UInt64 = 1
        let once = (0..<period).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(0.3 * (Double(state >> 33) / Double(1 << 30) - 1))
        }
        return (0..<frames).map { once[$0 % period] }
    }
}
