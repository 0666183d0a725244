// Tests the pitch meter. No I/O.
import Glibc
import JackTestSupport
import Testing

@Suite struct PitchMeterTests {
    @Test(arguments: [-1200.0, -700, -5, -1, 0, 0.5, 1, 5, 50, 700, 1200])
    func centsAreMeasured(cents: Double) {
        let hertz = 440 * exp2(cents / 1200)
        for (amplitude, seconds) in [(0.5, 0.5), (0.01, 1.0)] {
            let samples = ClickMeterTests.tone(hertz, amplitude: amplitude, seconds: seconds)
            let found = PitchMeter.cents(PitchMeter.frequency(samples), from: 440)
            #expect(abs(found - cents) < 0.05, "\(found)")
        }
    }

    /// Noise 40 dB below, a second tone 40 dB below, or another rate shift the result by less than half a cent.
    @Test func companyDoesNotShiftIt() {
        let tone = ClickMeterTests.tone(440, seconds: 0.5)
        let other = ClickMeterTests.tone(466, amplitude: 0.005, seconds: 0.5)
        let noise = Signal.noise(amplitude: 0.01).table(rate: 48_000)
        let mixed = tone.indices.map { tone[$0] + other[$0] + noise[$0] }
        #expect(abs(PitchMeter.cents(PitchMeter.frequency(mixed), from: 440)) < 0.5)
        #expect(abs(PitchMeter.cents(PitchMeter.frequency(tone, rate: 44_100), from: 404.25)) < 0.05)
    }

    @Test func silenceHasNoPitch() {
        #expect(PitchMeter.frequency([Float](repeating: 0, count: 4800)).isNaN)
        #expect(PitchMeter.frequency([]).isNaN)
    }
}
