// Room: tests of Deck. What a change costs, for those who read the log: nothing is asserted of time.
import Deck
import Glibc
import Stretch
import Testing

@Suite struct CostTests {
    @Test(arguments: StretchSettings.Engine.allCases) func beginningIsSoonDone(_ engine: StretchSettings.Engine) throws {
        let tape = try TestTape(frames: 480_000, TestTape.tone(220))
        let player = try TestDeck(tape)
        let settings = StretchSettings(rate: 0.8, pitchCents: 100, engine: engine)
        var times: [Double] = []
        for round in 0..<9 {
            let old = try player.play(player.deck.fadeFrames)
            let clock = ContinuousClock()
            let time = try clock.measure {
                try player.splice(old, at: 100_000 + Double(round), settings: settings, isSamePlace: true)
                _ = try player.play(1024, block: 1024)
            }
            times.append(Double(time.components.attoseconds) / 1e15)
            #expect(player.deck.place > 100_000)
        }
        print("MEASURED a splice and 1024 frames, \(engine): median \(times.sorted()[4]) ms, first \(times[0]) ms")
    }
}
