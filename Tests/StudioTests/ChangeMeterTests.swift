// Room: tests of the studio. No I/O.
import Glibc
import Studio
import Testing

@Suite struct ChangeMeterTests {
    /// An octave up or down, sudden or in a crossfade of 10 ms: its middle is found to a millisecond.
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
        let bursts = (0..<50).map { Double($0) * 960 + Double($0 % 3) * 20 }
        #expect(ChangeMeter.tempo(bursts, spacing: 960, to: 2) == nil)
    }

    @Test(arguments: [0.5, 0.8, 1.25, 2.0], [20_000, 20_400, 20_900])
    func aChangeOfTempoIsFound(newRate: Double, change: Int) throws {
        let tape = Tape.bursts(every: 960, frames: 96_000)
        // What a perfect player gives: each burst whole, at its place.
        let places = stride(from: 480 + 48, to: 60_000, by: 960).map { tapePlace in
            tapePlace < change ? Double(tapePlace) : Double(change) + Double(tapePlace - change) / newRate
        }
        let found = try #require(ChangeMeter.tempo(places, spacing: 960, to: newRate))
        #expect(abs(found - Double(change)) < 48, "\(found)")
        // And the bursts of the tape are where they are said to be.
        let seen = ChangeMeter.bursts(tape.map(\.x), threshold: 0.05)
        #expect(seen.count == 100)
        for (index, place) in seen.enumerated() { #expect(abs(place - Double(480 + 48 + 960 * index)) < 2) }
    }
}
