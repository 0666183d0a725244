// Tests of the live pitch shifter of the monitor.
import Glibc
import JackTestSupport
import Stretch
import TestSupport
import Testing

@Suite struct ShifterTests {
    func shift(
        _ shifter: PitchShifter, _ frames: Int, block: Int, _ input: (Int) -> Float
    ) -> [Float] {
        var result: [Float] = []
        var output = [SIMD2<Float>](repeating: .zero, count: block)
        var done = 0
        while done < frames {
            let part = (done..<done + block).map { SIMD2(repeating: input($0)) }
            unsafe part.withUnsafeBufferPointer { input in
                unsafe output.withUnsafeMutableBufferPointer { unsafe shifter.process(in: input, out: $0) }
            }
            result += output.map(\.x)
            done += block
        }
        return result
    }

    static func tone(_ frame: Int) -> Float { Float(0.5 * sin(2 * Double.pi * 220 * Double(frame) / 48_000)) }

    /// No frame is ever missing, at any block size: a hole would be a click.
    @Test(arguments: [0.0, 100, -300, 1200, -1200].few, [16, 64, 250, 256].few) func aToneStaysOne(cents: Double, block: Int)
        throws
    {
        let shifter = try PitchShifter(sampleRate: 48_000, cents: cents, engine: .faster, formants: false)
        let heard = shift(shifter, 480_000, block: block, Self.tone)
        let part = Array(heard[24_000...])
        let click = ClickMeter(part, amplitude: 0.5)
        let off = PitchMeter.cents(PitchMeter.frequency(part), from: 220 * exp2(cents / 1200))
        print("MEASURED shifter \(cents) cents, block \(block): latency \(shifter.latency), \(click), \(off) cents off")
        #expect(click.energy < -60)
        #expect(abs(off) < 5)
    }

    @Test(arguments: [0.0, 100, -300, 700].few) func itIsAsLateAsItSays(cents: Double) throws {
        let shifter = try PitchShifter(sampleRate: 48_000, cents: cents, engine: .faster, formants: false)
        let burst = Signal.bursts
        let heard = shift(shifter, 480_000, block: 128) { burst(Int64($0)).x }
        var late: [Double] = []
        for second in 1..<9 {
            let from = second * 48_000
            let part = heard[from..<from + 20_000]
            var (mass, moment) = (0.0, 0.0)
            for (index, sample) in part.enumerated() {
                mass += Double(sample * sample)
                moment += Double(sample * sample) * Double(index)
            }
            late.append(moment / mass)
        }
        let mean = late.reduce(0, +) / Double(late.count)
        print("MEASURED shifter \(cents): says \(shifter.latency), is \(late.min() ?? 0)...\(late.max() ?? 0), mean \(mean)")
        #expect(abs(mean - Double(shifter.latency)) < 240)
    }

    /// No frames pile up in the shifter. If long calls pass whole, there are 1800 frames more.
    @Test(arguments: [(-100.0, 2400), (100, 2300), (500, 2100), (1200, 1800)].few)
    func itIsNoLaterThanItMustBe(cents: Double, most: Int) throws {
        let shifter = try PitchShifter(sampleRate: 48_000, cents: cents, engine: .faster, formants: true)
        #expect(shifter.latency < most)
        // The noise makes R2 hold back more frames than silence does: if the queue were ever empty, a zero would come out.
        var seed: UInt32 = 1
        let heard = shift(shifter, 240_000, block: 250) { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let decay = Float(exp(-Double(frame % 5000) / 500))
            return decay * (Float(seed >> 8) / Float(1 << 23) - 1)
        }
        #expect(!heard[12_000...].contains(0))
    }

    /// One sample that is no number, or so loud that a sum of it is none, would make Rubber Band give no numbers for ever.
    @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude].few)
    func oneBadSampleDoesNotSpoilWhatFollows(bad: Float) throws {
        let shifter = try PitchShifter(sampleRate: 48_000, cents: 300, engine: .faster, formants: true)
        let heard = shift(shifter, 96_000, block: 256) { $0 == 20_000 ? bad : Self.tone($0) }
        #expect(heard.allSatisfy { $0.isFinite })
        let end = heard[80_000...].map(abs).max() ?? 0
        #expect(end > 0.3 && end < 0.8, "\(end)")
    }
}
