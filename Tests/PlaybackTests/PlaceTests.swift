// Tests of the stated place of a frame, against the place of its sound (P2).
import Glibc
import Playback
import Stretch
import TestSupport
import Testing

@Suite struct PlaceTests {
    /// Distance of each burst from its second by the stated places, in file frames.
    func errors(_ player: TestRenderer, seconds: Range<Int>, rate: Int = 48_000) -> [Double] {
        let places = player.places
        return seconds.map { second in
            let centre = Double(second * rate)
            guard let start = places.firstIndex(where: { $0 > centre - Double(rate) / 8 }),
                let end = places[start...].firstIndex(where: { $0 > centre + Double(rate) / 8 }),
                let found = Signal.centre(player.heard[start..<end])
            else { return .infinity }
            return places[Int(found.rounded())] - centre
        }
    }

    @Test(arguments: StretchSettings.Engine.allCases, PitchTests.grid.few)
    func soundIsWhereThePlaceSays(_ engine: StretchSettings.Engine, _ setting: (rate: Double, cents: Double)) throws {
        let settings = StretchSettings(rate: setting.rate, pitchCents: setting.cents, engine: engine)
        let wave = try TestWave(frames: 9 * 48_000, Signal.bursts)
        let player = try TestRenderer(wave, at: 20_000, settings)
        try player.play()
        let found = errors(player, seconds: 1..<9)
        let mean = found.reduce(0, +) / 8 / 48
        let worst = (found.map(abs).max() ?? .infinity) / 48
        print("MEASURED place \(engine) \(setting): mean \(mean) ms, worst \(worst) ms")
        #expect(worst < 30)
        // The pieces have no gap and no overlap.
        for (one, next) in zip(player.pieces, player.pieces.dropFirst()) {
            #expect(abs(one.timeline + Double(one.count) * one.step - next.timeline) < 1e-6)
        }
    }

    @Test(arguments: StretchSettings.Engine.allCases.few) func manySplicesDoNotDrift(_ engine: StretchSettings.Engine) throws {
        let wave = try TestWave(frames: 40 * 48_000, Signal.bursts)
        let player = try TestRenderer(wave, at: 0, StretchSettings(rate: 0.8, engine: engine))
        var worstJump = 0.0
        for round in 0..<120 {
            let rate = 0.5 + Double((round * 37) % 150) / 100
            let settings = StretchSettings(rate: rate, pitchCents: Double((round * 91) % 2400 - 1200), engine: engine)
            let place = try player.splice(settings)
            let frames = 256 * (2 + round % 7)
            try player.play(frames)
            worstJump = max(worstJump, abs(player.renderer.place - place - Double(frames) * rate) / rate)
        }
        try player.splice(StretchSettings(rate: 0.9, engine: engine))
        let first = player.heard.count
        try player.play(4 * 48_000)
        let second = Int(player.places[first] / 48_000) + 2
        let found = errors(player, seconds: second..<second + 1)[0] / 48
        print("MEASURED 120 splices \(engine): burst \(found) ms off, furthest landing \(worstJump / 48) ms")
        #expect(abs(found) < 30)
        // 5 ms, or less at the beginning of the file, where the search has no room before the place.
        #expect(worstJump <= 481)
    }

    /// Some minutes at a low sample rate; two hours at 48 kHz if the tests may take long.
    @Test(arguments: StretchSettings.Engine.allCases.few) func hoursDoNotDrift(_ engine: StretchSettings.Engine) throws {
        let isLong = unsafe getenv("DICTA_SOAK") != nil
        let rate = isLong ? 48_000 : 8000
        let seconds = isLong ? 7200 : 400
        // One burst at the end: the hours are in the frame count, not in the sound.
        let wave = try TestWave(sparse: seconds + 4, rate: rate, burstAt: seconds)
        let player = try TestRenderer(wave, rate: rate)
        try player.renderer.begin(at: 0, route: Route(), settings: StretchSettings(rate: 0.73, engine: engine))
        player.keeps = false
        try player.play(Int(Double((seconds - 2) * rate) / 0.73), block: 1024)
        player.keeps = true
        try player.play(block: 1024)
        let found = errors(player, seconds: seconds..<seconds + 1, rate: rate)[0] / Double(rate)
        print("MEASURED drift \(engine) in \(seconds) s: \(found * 1000) ms")
        #expect(abs(found) < 0.03)
    }
}
