// Room: tests of Deck. What is stretched: whole from its first frame on, and where it says it is.
import Deck
import Glibc
import Stretch
import Studio
import Testing

@Suite struct StretchTests {
    /// An abrupt attack at the very place: as loud as the same one where the machine has long been running.
    @Test(arguments: StretchSettings.Engine.allCases, [0.5, 0.8, 1.0, 1.5, 2.0])
    func theFirstTransientIsWhole(_ engine: StretchSettings.Engine, rate: Double) throws {
        let tape = try TestTape(frames: 240_000) { frame in
            let place = Double(frame % 96_000)
            return SIMD2(repeating: Float(0.8 * exp(-place / 600) * cos(2 * Double.pi * 1000 * place / 48_000)))
        }
        let settings = StretchSettings(rate: rate, pitchCents: rate == 1 ? 100 : 0, engine: engine)
        for place in [0.0, 96_000] {
            let player = try TestDeck(tape)
            try player.deck.begin(at: place, route: Route(), settings: settings)
            let first = TestDeck.energy(try player.play(9600))
            let running = try TestDeck(tape)
            try running.deck.begin(at: 48_000, route: Route(), settings: settings)
            let all = try running.play(Int(48_000 / rate) + 9600)
            let later = TestDeck.energy(all[(Int(48_000 / rate) - 480)...])
            let level = 10 * log10(first / later)
            print("MEASURED attack at \(place), \(engine), rate \(rate): \(level) dB")
            #expect(abs(level) < 1.5)
        }
    }

    @Test(arguments: StretchSettings.Engine.allCases, [(0.5, 0.0), (0.73, 0), (0.8, 300), (1, -700), (1.5, 0), (2, 1200)])
    func soundIsWhereItSays(_ engine: StretchSettings.Engine, _ setting: (rate: Double, cents: Double)) throws {
        let tape = try TestTape(frames: 480_000, TestTape.bursts(every: 24_000))
        let settings = StretchSettings(rate: setting.rate, pitchCents: setting.cents, engine: engine)
        let player = try TestDeck(tape)
        try player.deck.begin(at: 10_000, route: Route(), settings: settings)
        let heard = try player.play()
        #expect(abs(Double(heard.count) * setting.rate / 470_000 - 1) < 0.0001)
        let errors = player.burstErrors(heard, at: nil)
        let worst = errors.map(abs).max() ?? .infinity
        let mean = errors.reduce(0, +) / Double(max(1, errors.count))
        print("MEASURED place \(engine) \(setting): worst \(worst), mean \(mean) frames of \(errors.count)")
        #expect(worst < 960)
    }

    /// Half an hour at a low rate; where tests may take long, two hours at 48 kHz.
    @Test(arguments: StretchSettings.Engine.allCases) func hoursDoNotDrift(_ engine: StretchSettings.Engine) throws {
        let isSoak = unsafe getenv("DICTA_SOAK") != nil
        let rate = isSoak ? 48_000 : 8000
        let seconds = isSoak ? 7200 : 1800
        let place = Int64(seconds * rate)
        let tape = try TestTape(frames: (seconds + 4) * rate, rate: rate) { frame in
            guard (place..<place + Int64(rate) / 100).contains(frame) else { return .zero }
            return SIMD2(repeating: Float(sin(2 * Double.pi * Double(frame - place) / 16)))
        }
        let player = try TestDeck(tape, rate: rate)
        try player.deck.begin(at: 0, route: Route(), settings: StretchSettings(rate: 0.73, engine: engine))
        for _ in 0..<seconds - 4 { _ = try player.play(Int(Double(rate) / 0.73), block: 4096) }
        player.pieces = []
        let heard = try player.play(8 * rate, block: 4096)
        let found = player.burstErrors(heard, at: place).first ?? .infinity
        print("MEASURED after \(seconds) s at 0.73, \(engine): \(found / Double(rate) * 1000) ms")
        #expect(abs(found) < 0.03 * Double(rate))
    }
}
