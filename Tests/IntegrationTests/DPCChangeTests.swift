// Tests how soon a change of rate or pitch is heard, and that the ring never runs dry (P5).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    /// The requirement is 60 ms. The limit here is 100 ms, since test machines are noisy: dicta-bench measures the real
    /// figure.
    @Suite struct DPCChangeTests {
        private let folder = TempFolder()
        private static let limit = 100.0

        /// An octave up and down, measured from the command to the output port.
        @Test(arguments: ["finer", "faster"]) func aChangeOfPitchIsHeard(quality: String) throws {
            let fixture = try playing(SparseWave.sine(500, frames: 48_000))
            try fixture.engine.ask("dpc", "quality", quality)
            var times: [Double] = []
            for (cents, before, after) in [("1200", 500.0, 1000.0), ("0", 1000, 500), ("-1200", 500, 250), ("1200", 250, 1000)] {
                let asked = fixture.now
                try fixture.engine.ask("pitch", cents)
                // A change that comes late is measured too.
                fixture.wait(milliseconds: 500)
                let heard = fixture.heard(asked..<fixture.now).map(\.x)
                let place = try #require(ChangeMeter.pitch(heard, from: before, to: after), "no change to \(cents)")
                times.append(Double(place) / 48)
            }
            print("MEASURED \(quality): a change of pitch is heard after \(times) ms")
            for time in times { #expect(time < Self.limit, "\(times)") }
            #expect(try fixture.underruns == 0)
        }

        @Test func aChangeOfRateIsHeard() throws {
            // The same noise ten times a second: an unchanged rate repeats it exactly.
            let noise = Signal.noise(amplitude: 0.5).table(rate: 4800)
            let fixture = try playing((0..<48_000).map { SIMD2(repeating: noise[$0 % 4800]) })
            var times: [Double] = []
            for rate in [2.0, 0.5, 1.5, 0.97] {
                let asked = fixture.now
                try fixture.engine.ask("rate", "\(rate)")
                // A change that comes late is measured too.
                fixture.wait(milliseconds: 500)
                let heard = fixture.heard(asked - 4800..<fixture.now).map(\.x)
                let place = try #require(ChangeMeter.departure(heard, period: 4800), "no change to \(rate)")
                times.append(Double(place - 4800) / 48)
                try fixture.engine.ask("rate", "1")
                // The old rate is heard again before the next change.
                fixture.wait(milliseconds: 500)
            }
            print("MEASURED a change of rate is heard after \(times) ms")
            for time in times { #expect(time < Self.limit, "\(times)") }
            #expect(try fixture.underruns == 0)
        }

        /// A row of changes with every processor and the disk busy: the sound may be late, but has no hole.
        /// A short run has the short period, which leaves the least time.
        @Test(arguments: [256, 64].few) func theRingLastsUnderLoad(period: Int) throws {
            let fixture = try playing(SparseWave.sine(220, frames: 48_000), period: period)
            let load = Load()
            let from = fixture.now
            let changes = [
                ["rate", "0.8"], ["pitch", "300"], ["rate", "2"], ["pitch", "0"], ["rate", "1"], ["nudge", "-1s"],
            ]
            for round in 0..<8 {
                for words in changes {
                    _ = try fixture.engine.reply(words[0], Array(words.dropFirst()))
                    // Each round has the changes at another distance, in real time beside the load.
                    fixture.wait(milliseconds: 120 + 20 * round)
                }
            }
            let to = fixture.now
            withExtendedLifetime(load) {}
            let underruns = try fixture.underruns
            #expect(underruns == 0)
            let heard = fixture.heard(from..<to)
            // Find 10 ms of silence.
            var silent = 0
            for sample in heard {
                silent = abs(sample.x) < 0.001 ? silent + 1 : 0
                if silent == 480 { break }
            }
            #expect(silent < 480, "10 ms of silence")
        }

        private func playing(_ second: [SIMD2<Float>], period: Int = 256) throws -> EngineFixture {
            let path = folder.file("tape.wav")
            #expect(SparseWave.make(path, second, times: 120))
            let fixture = try EngineFixture(
                period: period, sends: .silence, keeps: 60, programs: Programs.folder("DICTA_RELEASE"))
            try fixture.play(path, from: 48_000)
            // The start has no part in what is measured.
            fixture.wait(milliseconds: 700)
            return fixture
        }
    }
}
