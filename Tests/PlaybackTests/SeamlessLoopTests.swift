// Tests of files that meet themselves: their loop goes on through the joint unchanged (K1).
import Glibc
import Playback
import Stretch
import Testing

@Suite struct SeamlessLoopTests {
    /// A sine; `periods` of it are in the file of 24,000 frames.
    private static func sine(_ periods: Double, phase: Double, _ amplitude: Double = 0.25) -> (Int64) -> SIMD2<Float> {
        { SIMD2(repeating: Float(amplitude * sin(2 * Double.pi * periods * Double($0) / 24_000 + phase))) }
    }

    /// Noise: a hash of the frame's number.
    private static func noise(_ frame: Int64) -> SIMD2<Float> {
        var word = UInt64(bitPattern: frame) &* 0x9e37_79b9_7f4a_7c15
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word ^= word >> 27
        return SIMD2(Float(word & 0xffff) / 131_072 - 0.25, Float(word >> 16 & 0xffff) / 131_072 - 0.25)
    }

    private static func meets(_ formula: @escaping (Int64) -> SIMD2<Float>, frames: Int = 24_000) throws -> Bool {
        // The file goes with this object.
        let wave = try TestWave(frames: frames, formula)
        return try withExtendedLifetime(wave) { try TimelineReader(path: wave.path).endMeetsStart() }
    }

    @Test(arguments: [20.0, 50, 220, 1000, 5000], [0, 0.7, 1.5, 3]) func aSineOfWholePeriodsMeetsItself(
        periods: Double, phase: Double
    ) throws {
        #expect(try Self.meets(Self.sine(periods, phase: phase)))
        // Samples of 16 bits, of a low tone and of one that is nearly all rounding.
        for amplitude in [0.25, 0.0005] {
            let exact = Self.sine(periods, phase: phase, amplitude)
            #expect(try Self.meets { (exact($0) * 32_768).rounded(.toNearestOrEven) / 32_768 })
        }
    }

    @Test func noiseAndSilenceMeetThemselves() throws {
        #expect(try Self.meets(Self.noise))
        #expect(try Self.meets { _ in .zero })
    }

    /// A step, a bend of the same height, a jump of one channel only, and a file of two frames.
    @Test func whatWouldClickDoesNotMeetItself() throws {
        #expect(try !Self.meets(Self.sine(50.25, phase: 0)))
        #expect(try !Self.meets(Self.sine(50.5, phase: 0)))
        #expect(try !Self.meets { SIMD2(Self.sine(50, phase: 0)($0).x, Self.sine(50.3, phase: 0)($0).y) })
        #expect(try !Self.meets({ SIMD2(repeating: Float($0)) }, frames: 2))
    }

    /// Every frame follows the one before, over all rounds.
    @Test(arguments: [1, 1000]) func aSeamlessLoopIsTheFileAgainAndAgain(block: Int) throws {
        let wave = try TestWave(frames: 2400, Self.noise)
        let loop = Route.Loop(a: 0, b: 2400, isSeamless: true)
        let player = try TestRenderer(wave, at: 0, route: Route(loop: loop))
        try player.play(12_100, block: block)
        #expect(player.heard.count == 12_100)
        #expect(player.heard.indices.allSatisfy { player.heard[$0] == Self.noise(Int64($0 % 2400)) })
        #expect(player.places.enumerated().allSatisfy { $0.element == Double($0.offset % 2400) })
    }
}
