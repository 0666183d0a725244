// Tests the levels of the test signals. No I/O.
import Glibc
import Testing

@testable import JackTestSupport

@Suite struct SignalTests {
    private static func rms(_ samples: [Float]) -> Double {
        (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
    }

    @Test(arguments: [44_100, 48_000])
    func levelsAreKnown(rate: Int) {
        let sine = Signal.sine(hertz: 1000, amplitude: 0.25).table(rate: rate)
        #expect(sine.count == rate && abs(20 * log10(Self.rms(sine) / (0.25 / 2.0.squareRoot()))) < 0.001)
        let noise = Signal.noise(amplitude: 0.25).table(rate: rate)
        #expect(abs(20 * log10(Self.rms(noise) / (0.25 / 3.0.squareRoot()))) < 0.05)
        #expect(noise.allSatisfy { abs($0) <= 0.25 } && noise.contains { $0 < -0.2 } && noise.contains { $0 > 0.2 })
    }

    @Test func noiseIsTheSameEachTime() {
        #expect(Signal.noise(amplitude: 1).table(rate: 8000) == Signal.noise(amplitude: 1).table(rate: 8000))
    }
}
