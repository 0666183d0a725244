// Tests the meters: known levels in, published values out (R4).
import Control
import Dictation
import Glibc
import JackTestSupport
import Testing

extension Integration {
    @Suite struct MeterTests {
        /// Full scale, a low tone whose wave is longer than most periods, and a faint high one.
        @Test(arguments: [(1.0, 997), (0.5, 100), (0.01, 5000)])
        func sineIsWithinATenthOfADecibel(amplitude: Double, hertz: Int) throws {
            let fixture = try EngineFixture(sends: .sine(hertz: hertz, amplitude: Float(amplitude)))
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            for _ in 0..<10 {
                let meters = try fixture.engine.ask("meters")
                for side in ["left", "right"] {
                    #expect(abs(meters.double("in_peak_\(side)_db") - 20 * log10(amplitude)) <= 0.1)
                    #expect(abs(meters.double("in_rms_\(side)_db") - 20 * log10(amplitude / 2.0.squareRoot())) <= 0.1)
                }
                fixture.probe.waitFor(frame: fixture.probe.frameTime)
            }
        }

        /// Noise has its level only on average: thirty readings, averaged as powers.
        @Test func noiseIsWithinATenthOfADecibel() throws {
            let fixture = try EngineFixture(sends: .noise(amplitude: 0.5))
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            var powers: [Double] = []
            for _ in 0..<30 {
                powers.append(pow(10, try fixture.engine.ask("meters").double("in_rms_left_db") / 10))
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 2400)
            }
            let level = 10 * log10(powers.reduce(0, +) / Double(powers.count))
            #expect(abs(level - 20 * log10(0.5 / 3.0.squareRoot())) <= 0.1, "\(level)")
        }

        @Test func valuesComeAtLeastTwentyTimesASecondAndSoon() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 1000, amplitude: 0.5))
            let (out, into) = ("probe:out_l", "\(fixture.engine.name):in_l")
            // The value has to be there 150 ms after the signal, round trip and poll included. The best of some: other work can
            // hold up any one.
            var shortest = UInt32.max
            for _ in 0..<8 where shortest >= 7200 {
                #expect(fixture.probe.disconnect(out, into))
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
                #expect(try fixture.engine.ask("meters").double("in_rms_left_db") == -200)
                try fixture.engine.ask("meters", "reset", "yes")
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 2400)
                #expect(try fixture.engine.ask("meters").double("in_held_left_db") == -200)
                #expect(fixture.probe.connect(out, into))
                let connected = fixture.probe.frameTime
                var seen: UInt32?
                while seen == nil, fixture.probe.frameTime &- connected < 48_000 {
                    if try fixture.engine.ask("meters").double("in_peak_left_db") > -6.2 { seen = fixture.probe.frameTime }
                }
                shortest = min(shortest, (seen ?? .max) &- connected)
            }
            #expect(shortest < 7200, "\(shortest) frames")
            let first = try fixture.engine.ask("meters").int("meter_count")
            // The frames between the two answers, and no more.
            let start = fixture.probe.count
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            let frames = fixture.probe.count - start
            let count = try fixture.engine.ask("meters").int("meter_count") - first
            #expect(Double(count) / (Double(frames) / 48_000) >= 20)
        }

        @Test func outputIsMeasuredToo() throws {
            let fixture = try EngineFixture(sends: .silence)
            let tone = SparseWave.sine(997, amplitude: 0.25, frames: 48_000)
            #expect(SparseWave.make(fixture.engine.library + "/tone.wav", tone, times: 20))
            try fixture.engine.ask("play", "tone")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            let meters = try fixture.engine.ask("meters")
            #expect(abs(meters.double("out_peak_left_db") - 20 * log10(0.25)) <= 0.1)
            #expect(abs(meters.double("out_rms_left_db") - 20 * log10(0.25 / 2.0.squareRoot())) <= 0.1)
        }
    }
}
