// Room: tests of Stretch.
import Glibc
import Stretch
import Testing

@Suite struct PitchTests {
    static let grid: [(Double, Double)] = [
        (0.5, -1200), (0.5, 0), (0.5, 1200), (0.73, 0), (0.8, -300), (0.8, 700), (1, -1200), (1, 1), (1, 50), (1.25, -50),
        (1.5, 1200), (2, 0), (2, -700),
    ]

    @Test(arguments: StretchSettings.Engine.allCases, grid)
    func pitchAndTempoAreApart(_ engine: StretchSettings.Engine, _ setting: (rate: Double, cents: Double)) throws {
        let settings = StretchSettings(rate: setting.rate, pitchCents: setting.cents, engine: engine)
        let deck = try Deck(settings, tape: Signal.tone(440))
        deck.length = 144_000
        try deck.play(.max)
        let wanted = Double(deck.length) / setting.rate
        #expect(abs(Double(deck.heard.count) / wanted - 1) < 0.001)
        let half = deck.heard.count / 2
        let measured = Signal.frequency(deck.heard[(half - 20000)..<(half + 20000)])
        let error = Signal.cents(measured, from: 440 * exp2(setting.cents / 1200))
        print("MEASURED \(engine) rate \(setting.rate) cents \(setting.cents): error \(error) cents")
        #expect(abs(error) < 5)
    }

    @Test func theInstrumentSeesFiveCents() {
        let off = Signal.tone(440 * exp2(5.0 / 1200))
        let frames = (0..<40000).map { off(Int64($0)) }
        #expect(abs(Signal.cents(Signal.frequency(frames[...]), from: 440) - 5) < 0.01)
    }
}
