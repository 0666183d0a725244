// Room: tests of Deck.
import Deck
import Stretch
import Testing

@Suite struct BypassTests {
    @Test(arguments: [1, 64, 333, 1024]) func isBitExact(block: Int) throws {
        let tape = try TestTape(frames: 20_000)
        let player = try TestDeck(tape)
        try player.deck.begin(at: 5000, route: Route(), settings: StretchSettings())
        let heard = try player.play(block: block)
        #expect(heard == (5000..<20_000).map(TestTape.counter))
        var expected = 5000.0
        for piece in player.pieces {
            #expect(piece.timeline == expected && piece.step == 1)
            expected += Double(piece.count)
        }
        #expect(player.deck.isAtEnd)
    }
}
