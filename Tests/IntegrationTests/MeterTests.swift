// Tests the meters: known levels in, published values out (R4).
import Control
import Dictation
import Glibc
import JackTestSupport
import Testing

extension Integration {
    @Suite struct MeterTests {
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
            #expect(fixture.probe.disconnect("probe:out_l", "\(fixture.engine.name):in_l"))
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            #expect(try fixture.engine.ask("meters").double("in_rms_left_db") == -200)
            try fixture.engine.ask("meters", "reset", "yes")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 2400)
            #expect(try fixture.engine.ask("meters").double("in_held_left_db") == -200)
            let first = try fixture.engine.ask("meters").int("meter_count")
            let start = fixture.probe.frameTime
            #expect(fixture.probe.connect("probe:out_l", "\(fixture.engine.name):in_l"))
            let connected = fixture.probe.frameTime
            // The value has to be there 150 ms after the signal, round trip and poll included.
            var seen: UInt32?
            while seen == nil, fixture.probe.frameTime &- connected < 48_000 {
                if try fixture.engine.ask("meters").double("in_peak_left_db") > -6.2 { seen = fixture.probe.frameTime }
            }
            #expect((seen ?? .max) &- connected < 7200, "\(seen.map { $0 &- connected } ?? 0) frames")
            fixture.probe.waitFor(frame: start &+ 48_000)
            let count = try fixture.engine.ask("meters").int("meter_count") - first
            let seconds = Double(fixture.probe.frameTime &- start) / 48_000
            #expect(Double(count) / seconds >= 20)
        }

        @Test func outputIsMeasuredToo() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 997, amplitude: 0.25))
            try fixture.take("tone", at: fixture.soon, frames: 96_000)
            try fixture.engine.ask("play", "tone")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            let meters = try fixture.engine.ask("meters")
            #expect(abs(meters.double("out_peak_left_db") - 20 * log10(0.25)) <= 0.1)
            #expect(abs(meters.double("out_rms_left_db") - 20 * log10(0.25 / 2.0.squareRoot())) <= 0.1)
        }
    }
}
