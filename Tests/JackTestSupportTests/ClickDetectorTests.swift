// Tests the click detector for sines. No I/O.
import Glibc
import Testing

@testable import JackTestSupport

@Suite struct ClickDetectorTests {
    private static let tone = Signal.sine(hertz: 441, amplitude: 0.5).table(rate: 48_000)

    private static func level(_ samples: [Float]) -> Double {
        ClickDetector.level(samples, hertz: 441, rate: 48_000, amplitude: 0.5)
    }

    @Test func aSineHasNoClick() {
        // Rounding to float leaves this much.
        #expect(Self.level(Self.tone) < -120)
        // The table has no step where it begins again.
        #expect(Self.level(Array(Self.tone.suffix(100) + Self.tone.prefix(100))) < -120)
    }

    /// One sample wrong by -60 dB of the tone is measured as -60 dB, and its middle as twice that.
    @Test func aSmallClickIsMeasured() {
        var samples = Self.tone
        samples[20_000] += 0.5 * 0.001
        #expect(abs(Self.level(samples) + 54) < 0.5, "\(Self.level(samples))")
    }

    @Test func aCutAndAMissingFrameAreSeen() {
        var cut = Self.tone
        for i in 20_000..<20_100 { cut[i] = 0 }
        #expect(Self.level(cut) > -20)
        var short = Self.tone
        short.remove(at: 20_027)
        #expect(Self.level(short) > -40)
    }

    /// A fade of 5 ms is no click: far below the level of a cut.
    @Test func aFadeIsNone() {
        var faded = Self.tone
        for i in 0..<240 { faded[20_000 + i] *= 0.5 * (1 + cos(Float.pi * Float(i) / 240)) }
        for i in 20_240..<faded.count { faded[i] = 0 }
        #expect(Self.level(faded) < -50, "\(Self.level(faded))")
    }
}
