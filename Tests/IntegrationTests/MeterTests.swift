// Room: integration tests. Proof of R4 on a real server: known levels in, published values out.
import Control
import Dictation
import Glibc
import Studio
import Testing

extension Integration {
    @Suite struct MeterTests {
        @Test(arguments: [(1.0, 997), (0.5, 100), (0.01, 5000)])
        func sineIsWithinATenthOfADecibel(amplitude: Double, hertz: Int) throws {
            let scene = try Scene(sends: .sine(hertz: hertz, amplitude: Float(amplitude)))
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 24_000)
            for _ in 0..<10 {
                let meters = try scene.engine.ask("meters")
                for side in ["left", "right"] {
                    #expect(abs(meters.double("in_peak_\(side)_db") - 20 * log10(amplitude)) <= 0.1)
                    #expect(abs(meters.double("in_rms_\(side)_db") - 20 * log10(amplitude / 2.0.squareRoot())) <= 0.1)
                }
                scene.probe.waitFor(frame: scene.probe.frameTime)
            }
        }

        /// Noise has its level only on the average: that of thirty readings, as powers.
        @Test func noiseIsWithinATenthOfADecibel() throws {
            let scene = try Scene(sends: .noise(amplitude: 0.5))
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 24_000)
            var powers: [Double] = []
            for _ in 0..<30 {
                powers.append(pow(10, try scene.engine.ask("meters").double("in_rms_left_db") / 10))
                scene.probe.waitFor(frame: scene.probe.frameTime &+ 2400)
            }
            let level = 10 * log10(powers.reduce(0, +) / Double(powers.count))
            #expect(abs(level - 20 * log10(0.5 / 3.0.squareRoot())) <= 0.1, "\(level)")
        }

        @Test func valuesComeAtLeastTwentyTimesASecondAndSoon() throws {
            let scene = try Scene(sends: .sine(hertz: 1000, amplitude: 0.5))
            #expect(scene.probe.disconnect("probe:out_l", "\(scene.engine.name):in_l"))
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 24_000)
            #expect(try scene.engine.ask("meters").double("in_rms_left_db") == -200)
            try scene.engine.ask("meters", "reset", "yes")
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 2400)
            #expect(try scene.engine.ask("meters").double("in_held_left_db") == -200)
            let first = try scene.engine.ask("meters").int("meter_count")
            let start = scene.probe.frameTime
            #expect(scene.probe.connect("probe:out_l", "\(scene.engine.name):in_l"))
            let connected = scene.probe.frameTime
            // RTT and poll included: the value has to be there 150 ms after the signal.
            var seen: UInt32?
            while seen == nil, scene.probe.frameTime &- connected < 48_000 {
                if try scene.engine.ask("meters").double("in_peak_left_db") > -6.2 { seen = scene.probe.frameTime }
            }
            #expect((seen ?? .max) &- connected < 7200, "\(seen.map { $0 &- connected } ?? 0) frames")
            scene.probe.waitFor(frame: start &+ 48_000)
            let count = try scene.engine.ask("meters").int("meter_count") - first
            let seconds = Double(scene.probe.frameTime &- start) / 48_000
            #expect(Double(count) / seconds >= 20)
        }

        @Test func outputIsMeasuredToo() throws {
            let scene = try Scene(sends: .sine(hertz: 997, amplitude: 0.25))
            try scene.take("tone", at: scene.soon, frames: 96_000)
            try scene.engine.ask("play", "tone")
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 24_000)
            let meters = try scene.engine.ask("meters")
            #expect(abs(meters.double("out_peak_left_db") - 20 * log10(0.25)) <= 0.1)
            #expect(abs(meters.double("out_rms_left_db") - 20 * log10(0.25 / 2.0.squareRoot())) <= 0.1)
        }
    }
}
