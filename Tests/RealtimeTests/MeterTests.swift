// Tests of meters.
import Glibc
import TestSupport
import Testing

@testable import Realtime

@Suite struct MeterTests {
    /// Periods that divide a window of the meter, and periods that do not.
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

    /// The callback checks bad samples no further if a quick look finds none: the look must find one sample anywhere, of
    /// either channel.
    @Test(arguments: [Float.nan, -.nan, .infinity, -.infinity, 1.0000001, -1.5, 1, -1, 0.25])
    func oneSampleIsFoundWhereverItIs(wrong: Float) {
        for count in [1, 7, 8, 13, 16, 30] {
            for place in 0..<(2 * count) {
                var sides = [[Float](repeating: 0.5, count: count), [Float](repeating: -0.5, count: count)]
                sides[place / count][place % count] = wrong
                // The edge of a window lies within most of these periods.
                var meter = Meter(rate: 210)
                let finding = unsafe sides[0].withUnsafeBufferPointer { left in
                    unsafe sides[1].withUnsafeBufferPointer { right in
                        unsafe meter.measure(left.baseAddress!, right.baseAddress!, count)
                    }
                }
                #expect(finding.hasNonFinite == !wrong.isFinite, "\(wrong) at \(place) of \(count)")
                #expect(finding.isOverFullScale == !(abs(wrong) <= 1), "\(wrong) at \(place) of \(count)")
                #expect(finding.isWindowComplete == (count >= 7))
            }
        }
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
