// Room: tests of Deck. From one way of playing to another.
import Deck
import Stretch
import Studio
import Testing

@Suite struct SpliceTests {
    static let changes: [(String, StretchSettings, StretchSettings)] = StretchSettings.Engine.allCases.flatMap { engine in
        func at(_ rate: Double, _ cents: Double = 0, formants: Bool = false) -> StretchSettings {
            StretchSettings(rate: rate, pitchCents: cents, engine: engine, preservesFormants: formants)
        }
        let other: StretchSettings.Engine = engine == .finer ? .faster : .finer
        return [
            ("into slow \(engine)", at(1), at(0.8)), ("out of slow \(engine)", at(0.8), at(1)),
            ("into fast \(engine)", at(1), at(1.5)), ("out of fast \(engine)", at(1.5), at(1)),
            ("into pitch \(engine)", at(1), at(1, 100)), ("out of an octave \(engine)", at(1, -1200), at(1)),
            ("rate \(engine)", at(0.8), at(0.9)), ("far rate \(engine)", at(0.5), at(2)),
            ("pitch \(engine)", at(0.8, 100), at(0.8, 200)), ("both \(engine)", at(0.7, -200), at(1.4, 500)),
            ("formants \(engine)", at(0.8, 400), at(0.8, 400, formants: true)),
            ("engine \(engine)", at(0.8, 100), StretchSettings(rate: 0.8, pitchCents: 100, engine: other)),
        ]
    }

    /// What would have been heard fades, what comes instead is there: no click, no hole, no bump, no leap in time.
    @Test(arguments: changes) func noChangeIsHeardAsOne(_ change: (String, StretchSettings, StretchSettings)) throws {
        let tape = try TestTape(frames: 96_000, TestTape.tone(220))
        let player = try TestDeck(tape)
        try player.deck.begin(at: 1000, route: Route(), settings: change.1)
        let before = try player.play(12_000)
        let place = player.deck.place
        let old = try player.play(player.deck.fadeFrames)
        try player.splice(old, at: place, settings: change.2, isSamePlace: true)
        let landed = player.deck.place
        let heard = before.suffix(6000) + (try player.play(12_000))
        let click = ClickMeter(heard.map(\.x), amplitude: 0.5)
        let levels = TestDeck.levels(heard)
        let dip = (levels.min() ?? 0) - levels[2]
        let bump = (levels.max() ?? 0) - levels[2]
        print("MEASURED \(change.0): \(click), dip \(dip) dB, bump \(bump) dB, leap \(landed - place) frames")
        #expect(click.energy < -60)
        #expect(dip > -1.5 && bump < 1.5)
        #expect(abs(landed - place) <= 240 * change.2.rate + 1)
    }

    @Test func aPlantedClickIsSeen() throws {
        let tone = TestTape.tone(220)
        var heard = (0..<9600).map { tone($0).x }
        #expect(ClickMeter(heard, amplitude: 0.5).energy < -80)
        heard[5000] += 0.005
        #expect(ClickMeter(heard, amplitude: 0.5).energy > -60)
    }

    /// Bit for bit again after an excursion, and every frame where it says it is.
    @Test(arguments: [0.8, 1.7]) func outOfTheStretchItIsTheTapeAgain(rate: Double) throws {
        let tape = try TestTape(frames: 96_000)
        let player = try TestDeck(tape)
        try player.deck.begin(at: 0, route: Route(), settings: StretchSettings(rate: rate))
        _ = try player.play(9000)
        let place = player.deck.place
        let old = try player.play(player.deck.fadeFrames)
        try player.splice(old, at: place, settings: StretchSettings(), isSamePlace: true)
        player.pieces = []
        let heard = try player.play(20_000)
        player.expectCounter(heard, after: player.deck.fadeFrames)
    }

    /// To the frame, and unheard where nothing changes at all.
    @Test(arguments: [480_000, -30_001, 0]) func aNudgeLandsToTheFrame(shift: Int) throws {
        let tape = try TestTape(frames: 600_000)
        let player = try TestDeck(tape)
        try player.deck.begin(at: 50_000, route: Route(), settings: StretchSettings())
        _ = try player.play(4321)
        let place = player.deck.place
        let old = try player.play(player.deck.fadeFrames)
        try player.splice(old, at: place + Double(shift), settings: StretchSettings(), isSamePlace: false)
        #expect(player.deck.place == Double(54_321 + shift))
        player.pieces = []
        let heard = try player.play(5000)
        player.expectCounter(heard, after: shift == 0 ? 0 : player.deck.fadeFrames)
        #expect(heard[480] == TestTape.counter(Int64(54_321 + shift + 480)))
    }

    /// Near the ends: what there is fades, and the end is told.
    @Test func atTheEndTheOldFadesOut() throws {
        let tape = try TestTape(frames: 48_000, TestTape.tone(220))
        let player = try TestDeck(tape)
        try player.deck.begin(at: 10_000, route: Route(), settings: StretchSettings())
        let old = try player.play(player.deck.fadeFrames)
        try player.splice(old, at: 47_900, settings: StretchSettings(), isSamePlace: false)
        let heard = try player.play()
        #expect(heard.count == 480 && player.deck.isAtEnd)
        #expect(abs(heard[479].x) < 0.01)
        try player.splice([], at: 48_000, settings: StretchSettings(rate: 0.8), isSamePlace: true)
        #expect(try player.play().isEmpty && player.deck.isAtEnd)
    }
}
