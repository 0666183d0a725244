// Tests that nothing that is mixed at a joint is louder than what it is made of (P16).
import Glibc
import Stretch
import TestSupport
import Testing

@testable import Playback

@Suite struct JointLevelTests {
    /// Sounds with a first sample that is not zero, up to full scale, by name.
    private static let sounds: [(name: String, formula: @Sendable (Int64, Int) -> SIMD2<Float>)] = [
        ("tone at its peak", { frame, rate in tone(frame, rate, 440, phase: 0) }),
        ("tone behind its peak", { frame, rate in tone(frame, rate, 440, phase: 1) }),
        ("tone below its peak", { frame, rate in tone(frame, rate, 700, phase: -0.8) }),
        ("deep tone", { frame, rate in tone(frame, rate, 40, phase: 0.6) }),
        ("square", { frame, rate in SIMD2(repeating: frame * 800 / Int64(rate) % 2 == 0 ? 0.9 : -0.9) }),
        ("noise", { frame, _ in SIMD2(noise(UInt64(frame)), noise(UInt64(frame) &+ 1 << 40)) }),
        ("first sample", { frame, rate in frame == 0 ? SIMD2(1, -1) : tone(frame, rate, 300, phase: 2) * 0.2 }),
    ]

    private static func tone(_ frame: Int64, _ rate: Int, _ hertz: Double, phase: Double) -> SIMD2<Float> {
        let angle = 2 * Double.pi * hertz * Double(frame) / Double(rate) + phase
        return SIMD2(Float(0.9 * cos(angle)), Float(-0.9 * cos(angle)))
    }

    /// Noise between full scales, the same at each call.
    private static func noise(_ frame: UInt64) -> Float {
        var x = (frame &+ 1) &* 0x9e37_79b9_7f4a_7c15
        x = (x ^ (x >> 30)) &* 0xbf58_476d_1ce4_e5b9
        x = (x ^ (x >> 27)) &* 0x94d0_49bb_1331_11eb
        return Float(Int64(bitPattern: x ^ (x >> 31))) / Float(Int64.max)
    }

    private static func peak(_ frames: some Sequence<SIMD2<Float>>) -> Float {
        frames.reduce(0) { max($0, abs($1.x), abs($1.y)) }
    }

    /// Plays a file of that sound twice, straight on and by `play`, and compares the peaks; `margin` in dB.
    private func check(
        _ sound: String, _ fileRate: Int, _ joint: String, margin: Double = 0, settings: StretchSettings = StretchSettings(),
        _ play: (TestRenderer, Int) throws -> Void
    ) throws {
        let formula = try #require(Self.sounds.first { $0.name == sound }).formula
        let wave = try TestWave(frames: 2 * fileRate, rate: fileRate) { formula($0, fileRate) }
        let straight = try TestRenderer(wave)
        try straight.renderer.begin(at: 0, route: Route(), settings: settings)
        // At its own rate a file is as it is.
        let isPlain = settings.isBypass && fileRate == 48_000
        let most = isPlain ? Self.peak((0..<Int64(2 * fileRate)).map { formula($0, fileRate) }) : Self.peak(try straight.play())
        let player = try TestRenderer(wave)
        try play(player, fileRate)
        let heard = Self.peak(player.heard)
        let limit = most * Float(pow(10, margin / 20))
        #expect(heard <= limit, "\(sound) at \(fileRate) Hz, \(joint): \(heard) of \(most)")
    }

    private static let loops: [(a: Double, b: Double)] = [
        (0, 1), (0, 0.05), (0.00002, 0.5), (0.001, 0.3), (0.0039, 0.7), (0.3, 0.9),
    ]

    @Test(arguments: sounds.map(\.name)) func aLoopIsNoLouderThanItsFile(sound: String) throws {
        for loop in Self.loops {
            try check(sound, 48_000, "loop \(loop)") { player, rate in
                let (a, b) = (Int64(loop.a * Double(rate)), Int64(loop.b * Double(rate)))
                try player.renderer.begin(at: 0, route: Route(loop: Route.Loop(a: a, b: b)), settings: StretchSettings())
                try player.play(3 * rate)
            }
        }
    }

    /// A filter that resamples or stretches has overshoots of its own, at a joint as elsewhere.
    @Test(arguments: [44_100, 96_000, 192_000, 8000].few, sounds.map(\.name).filter { $0.contains("tone") })
    func aLoopOfAnotherRateIsNoLouderThanItsFile(fileRate: Int, sound: String) throws {
        for loop in Self.loops {
            try check(sound, fileRate, "loop \(loop)", margin: 0.5) { player, rate in
                let (a, b) = (Int64(loop.a * Double(rate)), Int64(loop.b * Double(rate)))
                try player.renderer.begin(at: 0, route: Route(loop: Route.Loop(a: a, b: b)), settings: StretchSettings())
                try player.play(96_000)
            }
        }
    }

    @Test(arguments: [0.5, 0.8, 1.3, 2].few, ["tone behind its peak", "deep tone"])
    func aStretchedLoopIsNoLouderThanItsFile(rate: Double, sound: String) throws {
        let settings = StretchSettings(rate: rate, engine: .faster)
        try check(sound, 48_000, "rate \(rate)", margin: 3, settings: settings) { player, rate in
            try player.renderer.begin(at: 0, route: Route(loop: Route.Loop(a: 0, b: 24_000)), settings: settings)
            try player.play(96_000)
        }
    }

    /// Cue and review, skipped stretches, and jumps in the middle of the sound.
    @Test(arguments: sounds.map(\.name)) func aJumpIsNoLouderThanItsFile(sound: String) throws {
        for (name, route) in [
            ("cue", Route(scan: Route.Scan(step: 9000, hold: 4001))),
            ("review", Route(scan: Route.Scan(step: -4800, hold: 2411))),
            ("silences", Route(gaps: [700..<1900, 5001..<20_003])),
            ("loop from a silence on", Route(loop: Route.Loop(a: 0, b: 30_000), gaps: [0..<101, 9000..<9333])),
        ] {
            try check(sound, 48_000, name) { player, _ in
                try player.renderer.begin(at: name == "review" ? 60_000 : 0, route: route, settings: StretchSettings())
                try player.play(96_000)
            }
        }
        try check(sound, 48_000, "splices") { player, _ in
            try player.renderer.begin(at: 0, route: Route(), settings: StretchSettings())
            for shift in [-5000.0, 713, 0, 12_345, -200, -30_000] {
                try player.play(4801)
                try player.splice(StretchSettings(), by: shift, isSamePlace: false)
            }
            try player.play(4800)
        }
    }

    /// The seam between two spans, with files that go on beyond it and without.
    @Test(arguments: sounds.map(\.name)) func aSeamIsNoLouderThanItsFiles(sound: String) throws {
        let formula = try #require(Self.sounds.first { $0.name == sound }).formula
        let wave = try TestWave(frames: 48_000) { formula($0, 48_000) }
        let most = Self.peak((0..<48_000).map { formula($0, 48_000) })
        for (first, second) in [(0, 0), (0, 20_000), (777, 1), (20_000, 0)] {
            let spans = [(first, 28_000), (second, 48_000 - second)].map {
                FileSpan(path: wave.path, first: Int64($0.0), length: Int64($0.1))
            }
            let reader = try TimelineReader(spans: spans)
            var frames = [SIMD2<Float>](repeating: .zero, count: Int(reader.length))
            unsafe try frames.withUnsafeMutableBufferPointer { unsafe try reader.read(from: 0, into: $0) }
            #expect(Self.peak(frames) <= most, "\(sound), \(first) and \(second)")
        }
    }
}
