// Tests of rate 1 and pitch 0: output equal to the file bit for bit (P5, P3).
import Playback
import Stretch
import Testing

@Suite struct BypassTests {
    @Test(arguments: [1, 64, 333, 1024]) func isBitExact(block: Int) throws {
        let wave = try TestWave(frames: 20_000)
        let player = try TestRenderer(wave, at: 5000)
        let heard = try player.play(block: block)
        #expect(heard == (5000..<20_000).map(TestWave.counter))
        var expected = 5000.0
        for piece in player.pieces {
            #expect(piece.timeline == expected && piece.step == 1)
            expected += Double(piece.count)
        }
        #expect(player.renderer.isAtEnd)
    }

    /// A place before the beginning becomes the beginning, a place past the end the end.
    @Test func placesOutsideAreBroughtInside() throws {
        let wave = try TestWave(frames: 1000)
        #expect(try TestRenderer(wave, at: -5).play() == (0..<1000).map(TestWave.counter))
        #expect(try TestRenderer(wave, at: 999.4).play() == [TestWave.counter(999)])
        for place in [1000.0, 1e12] {
            let player = try TestRenderer(wave, at: place)
            #expect(try player.play() == [])
            #expect(player.renderer.isAtEnd && player.renderer.place == 1000)
        }
    }

    @Test(arguments: StretchSettings.Engine.allCases) func isBitExactAgainAfterAnExcursion(_ engine: StretchSettings.Engine)
        throws
    {
        let wave = try TestWave(frames: 200_000)
        let player = try TestRenderer(wave)
        for rate in [1, 0.8, 1, 1.7, 1, 0.5, 1, 2, 1] {
            try player.splice(StretchSettings(rate: rate, pitchCents: rate == 2 ? 100 : 0, engine: engine))
            try player.play(player.renderer.fadeFrames)
            let first = try #require(player.places.last) + (rate == 1 ? 1 : rate)
            let heard = try player.play(6000)
            guard rate == 1 else { continue }
            #expect(first == first.rounded())
            #expect(heard == (0..<6000).map { TestWave.counter(Int64(first) + $0) })
        }
    }

    /// A splice into the same sound keeps every bit, through the fade too.
    @Test func aSpliceIntoTheSameIsNotHeard() throws {
        let wave = try TestWave(frames: 20_000)
        let player = try TestRenderer(wave)
        try player.play(3000)
        try player.splice(StretchSettings(engine: .faster))
        try player.play(3000)
        try player.splice(StretchSettings(), route: Route(loop: Route.Loop(a: 100, b: 18_000)), isSamePlace: false)
        try player.play(3000)
        #expect(player.heard == (0..<9000).map(TestWave.counter))
        #expect(player.places == (0..<9000).map { Double($0) })
    }

    /// Frame n, a fade, and then n + shift exactly.
    @Test(arguments: [4000, -2000, 1, -1, 16_000, -100_000, 100_000]) func aNudgeLandsExactly(_ shift: Int) throws {
        let wave = try TestWave(frames: 40_000)
        let player = try TestRenderer(wave, at: 10_000)
        try player.play(5000)
        #expect(try player.splice(StretchSettings(), by: Double(shift), isSamePlace: false) == Double(15_000 + shift))
        let landed = min(max(0, 15_000 + shift), 40_000)
        let heard = try player.play(2000)
        let fade = player.renderer.fadeFrames
        #expect(player.heard[..<5000] == (10_000..<15_000).map(TestWave.counter)[...])
        // Past the end of the file the old sound fades out, and nothing follows.
        guard landed < 40_000 else {
            #expect(heard.count == fade && player.renderer.isAtEnd)
            #expect(player.places.last == 40_000)
            return
        }
        #expect(heard[fade...] == (fade..<2000).map { TestWave.counter(Int64(landed + $0)) }[...])
        #expect(player.places[5000...] == (0..<2000).map { Double(landed + $0) }[...])
    }

    @Test func refusedSettingsChangeNothing() throws {
        let wave = try TestWave(frames: 5000)
        let player = try TestRenderer(wave, at: 1000)
        for settings in [StretchSettings(rate: 2.1), StretchSettings(pitchCents: -1201), StretchSettings(rate: .nan)] {
            #expect(throws: PlaybackError.self) {
                try player.renderer.begin(at: 0, route: Route(), settings: settings)
            }
        }
        #expect(try player.play() == (1000..<5000).map(TestWave.counter))
    }
}
