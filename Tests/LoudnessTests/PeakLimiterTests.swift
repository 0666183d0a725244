// Tests of the limiter of true peaks (F16).
import Dictation
import Glibc
import Loudness
import TestSupport
import Testing

@Suite struct PeakLimiterTests {
    private func limit(_ frames: [SIMD2<Float>], _ limiter: PeakLimiter, block: Int = 1000) -> [SIMD2<Float>] {
        var out: [SIMD2<Float>] = []
        let take: (UnsafeBufferPointer<SIMD2<Float>>) -> Void = { out += unsafe Array($0) }
        for first in stride(from: 0, to: frames.count, by: block) {
            let part = Array(frames[first..<min(frames.count, first + block)])
            unsafe part.withUnsafeBufferPointer { unsafe limiter.add($0, take) }
        }
        unsafe limiter.finish(take)
        return out
    }

    private func truePeak(_ frames: [SIMD2<Float>], rate: Int) throws -> Double {
        let meter = try LoudnessMeter(rate: rate, channels: 2, .file)
        unsafe frames.withUnsafeBufferPointer { unsafe meter.add($0) }
        return try meter.figures().truePeak
    }

    private func noise(_ count: Int, _ amplitude: Float) -> [SIMD2<Float>] {
        var generator = SystemRandomNumberGenerator()
        var state = SIMD2<Float>.zero
        return (0..<count).map { _ in
            // Less of the highest tones, as in speech and music.
            let next = SIMD2(Float.random(in: -1...1, using: &generator), Float.random(in: -1...1, using: &generator))
            state = state * 0.6 + next * 0.4
            return state * amplitude
        }
    }

    @Test("Sound whose peaks stay below the ceiling passes bit by bit, at the same place")
    func unchanged() {
        let quiet = noise(30_000, 0.5)
        for block in [1, 64, 4096] { #expect(limit(quiet, PeakLimiter(rate: 48_000, ceiling: -0.5), block: block) == quiet) }
        for count in [0, 1, 17, 300] {
            let short = Array(quiet[..<count])
            #expect(limit(short, PeakLimiter(rate: 44_100, ceiling: -1)) == short)
        }
    }

    @Test(
        "Peaks of tones, noise and clicks stay below the ceiling, and the length stays the same",
        arguments: [44_100, 48_000, 96_000])
    func limited(rate: Int) throws {
        let tone = (0..<rate).map { index in
            // A quarter of the rate, between its samples: true peaks 3 dB above them.
            let value = 1.2 * sinf(Float(index) * Float.pi / 2 + Float.pi / 4)
            return SIMD2(value, -value * 0.5)
        }
        var clicks = [SIMD2<Float>](repeating: SIMD2(0.1, 0.1), count: rate)
        for place in [500, 700] { clicks[place] = SIMD2(4, -1) }
        for (name, sound) in [("tone", tone), ("noise", noise(2 * rate, 3)), ("clicks", clicks)] {
            #expect(try truePeak(sound, rate: rate) > 0, "\(name): the sound is no measure")
            let limiter = PeakLimiter(rate: rate, ceiling: -1 - PeakLimiter.margin)
            let made = limit(sound, limiter)
            #expect(made.count == sound.count)
            let peak = try truePeak(made, rate: rate)
            #expect(peak <= -1 && peak > -6, "\(name): \(peak)")
            #expect(limiter.reduction > 1)
        }
        // After the clicks the sound is as loud as before.
        let made = limit(clicks, PeakLimiter(rate: rate, ceiling: -1 - PeakLimiter.margin))
        #expect(abs(made[rate - 1].x - 0.1) < 0.0001, "\(made[rate - 1])")
        #expect(made[500].x < 0.87 && made[500].x > 0.7, "\(made[500])")
    }
}
