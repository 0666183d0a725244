// Tests of the resampler.
import Glibc
import Stretch
import Testing

@Suite struct ResamplerTests {
    func convert(_ wave: (Int64) -> SIMD2<Float>, count: Int, from: Int, to: Int, _ quality: Resampler.Quality, block: Int = 1000)
        throws -> [SIMD2<Float>]
    {
        let resampler = try Resampler(from: from, to: to, quality: quality)
        var fed = 0
        var result: [SIMD2<Float>] = []
        var buffer = [SIMD2<Float>](repeating: .zero, count: block)
        while true {
            let got = unsafe try buffer.withUnsafeMutableBufferPointer { buffer in
                unsafe try resampler.render(into: buffer) { wanted in
                    let some = min(wanted.count, count - fed, 777)
                    for index in 0..<some { unsafe wanted[index] = wave(Int64(fed + index)) }
                    fed += some
                    return some
                }
            }
            result += buffer[..<got]
            if got < block { return result }
        }
    }

    @Test(arguments: [(Resampler.Quality.best, 120.0), (.medium, 100), (.fast, 90)])
    func aSineStaysASine(_ quality: Resampler.Quality, floor: Double) throws {
        let result = try convert(Signal.tone(997, rate: 44100), count: 44100, from: 44100, to: 48000, quality)
        let wanted = Signal.tone(997)
        var noise = 0.0
        var power = 0.0
        for index in 2000..<46000 {
            let want = Double(wanted(Int64(index)).x)
            noise += pow(Double(result[index].x) - want, 2)
            power += want * want
        }
        let ratio = 10 * log10(power / max(noise, 1e-30))
        print("MEASURED resampler \(quality): \(ratio) dB")
        #expect(ratio > floor)
    }

    @Test(arguments: [(44100, 48000), (48000, 44100), (96000, 48000), (8000, 48000), (192_000, 44100), (22050, 96000)])
    func theLengthIsExact(_ pair: (from: Int, to: Int)) throws {
        for count in [0, 1, 100, 44101] {
            for quality in Resampler.Quality.allCases {
                let result = try convert(
                    { _ in .one }, count: count, from: pair.from, to: pair.to, quality, block: 512)
                let wanted = (Double(count) * Double(pair.to) / Double(pair.from)).rounded()
                #expect(abs(Double(result.count) - wanted) <= 1)
            }
        }
    }

    @Test func nonsenseIsRefused() {
        #expect(throws: StretchError.badConversion(from: 0, to: 48000)) {
            try Resampler(from: 0, to: 48000, quality: .best)
        }
        #expect(throws: StretchError.badConversion(from: 1, to: 48000)) {
            try Resampler(from: 1, to: 48000, quality: .best)
        }
    }
}
