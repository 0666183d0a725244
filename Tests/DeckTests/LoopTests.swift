// Room: tests of Deck. Round and round, and in leaps.
import Deck
import Stretch
import Studio
import Testing

@Suite struct LoopTests {
    /// Outside of the fade before B every frame is the tape's, A and what follows among them; the pieces say so.
    @Test(arguments: [(10_000, 12_400), (0, 48_000), (70_000, 96_000), (500, 2900)])
    func everyFrameOfALoopIsTheTapes(_ a: Int64, _ b: Int64) throws {
        let tape = try TestTape(frames: 96_000)
        let player = try TestDeck(tape)
        try player.deck.begin(at: Double(a) + 100, route: Route(loop: .init(a: a, b: b)), settings: StretchSettings())
        let rounds = 5
        let heard = try player.play(rounds * Int(b - a) + 1000, block: 333)
        let fade = min(192, Int(b - a) / 4)
        for (index, frame) in heard.enumerated() {
            let place = a + (Int64(index) + 100) % (b - a)
            guard place < b - Int64(fade) else { continue }
            guard frame == TestTape.counter(place) else {
                Issue.record("frame \(index) is \(frame), not that of \(place)")
                return
            }
        }
        var expected = Double(a) + 100
        for piece in player.pieces {
            #expect(piece.timeline == expected && piece.step == 1)
            expected += Double(piece.count)
            #expect(expected <= Double(b))
            if expected == Double(b) { expected = Double(a) }
        }
    }

    /// A tone that does not fit into its loop: its phase leaps at the joint.
    @Test(arguments: [1.0, 0.6, 1.7]) func theJointIsNotHeard(rate: Double) throws {
        let tape = try TestTape(frames: 96_000, TestTape.tone(220))
        let player = try TestDeck(tape)
        let loop = Route.Loop(a: 20_000, b: 20_000 + 4909)
        try player.deck.begin(at: 19_000, route: Route(loop: loop), settings: StretchSettings(rate: rate))
        let click = ClickMeter(try player.play(48_000).map(\.x), amplitude: 0.5)
        print("MEASURED loop at rate \(rate): \(click)")
        #expect(click.energy < -60)
    }

    /// Thousands of rounds: what is said stays what is heard. Bursts mark the place.
    @Test(arguments: [1.0, 0.73, 2.0]) func roundsDoNotDrift(rate: Double) throws {
        let tape = try TestTape(frames: 48_000, TestTape.bursts(every: 4800))
        let player = try TestDeck(tape)
        let settings = StretchSettings(rate: rate, engine: .faster)
        try player.deck.begin(at: 0, route: Route(loop: .init(a: 2400, b: 7200)), settings: settings)
        _ = try player.play(48_000 * 60, block: 4096)
        player.pieces = []
        let heard = try player.play(48_000)
        let worst = player.burstErrors(heard, at: 4800).max() ?? .infinity
        print("MEASURED 60 s of a loop of 100 ms at rate \(rate): bursts at most \(worst) frames off")
        #expect(worst < 480)
    }

    @Test func pastTheLoopItPlaysOn() throws {
        let tape = try TestTape(frames: 48_000)
        let player = try TestDeck(tape)
        try player.deck.begin(at: 30_000, route: Route(loop: .init(a: 100, b: 30_000)), settings: StretchSettings())
        #expect(try player.play() == (30_000..<48_000).map(TestTape.counter))
    }

    @Test(arguments: [96_000, -96_000]) func cueAndReviewLeap(step: Int64) throws {
        let tape = try TestTape(frames: 600_000)
        let player = try TestDeck(tape)
        let route = Route(scan: .init(step: step, hold: 9600))
        try player.deck.begin(at: 300_000, route: route, settings: StretchSettings())
        let heard = try player.play()
        let starts = step > 0 ? [300_000, 396_000, 492_000, 588_000] : [300_000, 204_000, 108_000, 12_000, 0]
        #expect(heard.count == starts.count * 9600)
        for (index, start) in starts.enumerated() {
            let piece = heard[index * 9600..<index * 9600 + 9400]
            #expect(piece.elementsEqual((Int64(start)..<Int64(start) + 9400).map(TestTape.counter)))
        }
        #expect(player.deck.isAtEnd)
    }
}
