// Room: tests of Deck. The live pitch shifter of the monitor.
import Glibc
import Stretch
import Studio
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

    /// Nothing is ever missing, whatever the block: a hole would be a click.
    @Test(arguments: [0.0, 100, -300, 1200, -1200], [16, 64, 250, 256]) func aToneStaysOne(cents: Double, block: Int) throws {
        let shifter = try PitchShifter(sampleRate: 48_000, cents: cents, engine: .faster, formants: false)
        let heard = shift(shifter, 480_000, block: block, Self.tone)
        let part = Array(heard[24_000...])
        let click = ClickMeter(part, amplitude: 0.5)
        let off = PitchMeter.cents(PitchMeter.frequency(part), from: 220 * exp2(cents / 1200))
        print("MEASURED shifter \(cents) cents, block \(block): latency \(shifter.latency), \(click), \(off) cents off")
        #expect(click.energy < -60)
        #expect(abs(off) < 5)
    }

    @Test(arguments: [0.0, 100, -300, 700]) func itIsAsLateAsItSays(cents: Double) throws {
        let shifter = try PitchShifter(sampleRate: 48_000, cents: cents, engine: .faster, formants: false)
        let burst = TestTape.bursts(every: 24_000)
        let heard = shift(shifter, 480_000, block: 128) { burst(Int64($0)).x }
        var late: [Double] = []
        for second in 2..<18 {
            let from = second * 24_000
            let part = heard[from..<from + 20_000]
            var (mass, moment) = (0.0, 0.0)
            for (index, sample) in part.enumerated() {
                mass += Double(sample * sample)
                moment += Double(sample * sample) * Double(index)
            }
            late.append(moment / mass)
        }
        let mean = late.reduce(0, +) / Double(late.count)
        print(
            "MEASURED shifter \(cents) cents: says \(shifter.latency), is \(late.min() ?? 0)...\(late.max() ?? 0), mean \(mean)")
        #expect(abs(mean - Double(shifter.latency)) < 240)
    }
}
