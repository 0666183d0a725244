// Room: tests of Realtime.
import Glibc
import Testing
import Workbench

@testable import Realtime

@Suite struct MeterTests {
    /// Periods that divide a window, and such that do not.
    @Test(arguments: [16, 64, 100, 256, 1024, 4096]) func sineIsExact(period: Int) {
        var meter = Meter(rate: 48_000)
        let samples = (0..<96_000).map { Float(0.5 * sin(2 * Double.pi * 997 * Double($0) / 48_000)) }
        feed(&meter, samples, period)
        #expect(abs(decibel(meter.peak[0]) - -6.0206) < 0.05)
        #expect(abs(decibel(meter.rms[0]) - -9.0309) < 0.05)
        #expect(meter.rms[0] == meter.rms[1])
    }

    @Test func noiseIsExactOverTime() {
        var meter = Meter(rate: 48_000)
        var random = Dice()
        var power = 0.0
        var count = 0
        for _ in 0..<300 {
            feed(&meter, (0..<1600).map { _ in Float.random(in: -0.5...0.5, using: &random) }, 1600)
            power += Double(meter.rms[0] * meter.rms[0])
            count += 1
        }
        let expected = 10 * log10(0.25 / 3)
        #expect(abs(10 * log10(power / Double(count)) - expected) < 0.1)
    }

    @Test func loudIsSeenWithinAWindowAndHeldForASecondAndAHalf() {
        var meter = Meter(rate: 48_000)
        feed(&meter, [Float](repeating: 0, count: 4800), 256)
        feed(&meter, [Float](repeating: -1, count: 1600), 1600)
        #expect(meter.peak[0] == 1)
        feed(&meter, [Float](repeating: 0, count: 48_000), 256)
        #expect(meter.peak[0] == 0)
        #expect(meter.held[0] == 1)
        feed(&meter, [Float](repeating: 0, count: 48_000), 256)
        #expect(meter.held[0] == 0)
    }

    private func feed(_ meter: inout Meter, _ samples: [Float], _ period: Int) {
        unsafe samples.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var start = 0
            while start < samples.count {
                let count = min(period, samples.count - start)
                _ = unsafe meter.measure(base + start, base + start, count)
                start += count
            }
        }
    }

    private func decibel(_ value: Float) -> Double { 20 * log10(Double(value)) }
}
