// Tests the meter that finds the frame of a change. No I/O.
import Glibc
import JackTestSupport
import Testing

@Suite struct ChangeMeterTests {
    /// A jump of an octave, sudden or in a crossfade of 10 ms, is found to a millisecond of its middle.
    @Test(arguments: [(500.0, 1000.0), (1000, 500), (1000, 2000)], [1, 480])
    func aJumpOfPitchIsFound(tones: (Double, Double), fade: Int) throws {
        for shift in [0, 13, 31, 57] {
            let one = Array(ClickMeterTests.tone(tones.0)[shift...])
            let next = Array(ClickMeterTests.tone(tones.1)[shift...])
            let samples = ClickMeterTests.fade(one, next, frames: fade, ClickMeterTests.raisedCosine)
            let found = try #require(ChangeMeter.pitch(samples, from: tones.0, to: tones.1))
            #expect(abs(found - 20_000 - fade / 2) <= 60, "\(found)")
        }
    }

    @Test func noChangeIsFoundWhereThereIsNone() {
        #expect(ChangeMeter.pitch(ClickMeterTests.tone(500), from: 500, to: 1000) == nil)
        let noise = Signal.noise(amplitude: 0.5).table(rate: 4800)
        #expect(ChangeMeter.departure(noise + noise + noise + noise, period: 4800) == nil)
    }

    /// Noise that jumps to another place is found; in a crossfade of 10 ms, the middle is found.
    @Test(arguments: [1, 480], [777, 2400]) func aDepartureIsFound(fade: Int, jump: Int) throws {
        let period = Signal.noise(amplitude: 0.5).table(rate: 4800)
        let before = (0..<96_000).map { period[$0 % 4800] }
        let after = (0..<96_000).map { period[($0 + jump) % 4800] }
        let samples = ClickMeterTests.fade(before, after, frames: fade, ClickMeterTests.raisedCosine)
        let found = try #require(ChangeMeter.departure(samples, period: 4800))
        #expect(abs(found - 20_000 - fade / 2) <= 60, "\(found)")
    }

    @Test func burstsAreWhereTheTapeHasThem() {
        let seen = ChangeMeter.bursts(SparseWave.bursts(every: 960, frames: 96_000).map(\.x), threshold: 0.05)
        #expect(seen.count == 100)
        for (index, place) in seen.enumerated() { #expect(abs(place - Double(480 + 48 + 960 * index)) < 2) }
    }
}
