// Room: tests of Stretch.
import Stretch
import Testing

@Suite struct BypassTests {
    /// The number of the frame is in the sample: what is lost, doubled or shifted shows.
    static func counter(_ frame: Int64) -> SIMD2<Float> { SIMD2(Float(frame % 1_000_000), -Float(frame % 999_983)) }

    @Test(arguments: [1, 64, 333, 1024, 8192, 80_000]) func bypassIsBitExact(block: Int) throws {
        let deck = try Deck(block: block, tape: Self.counter)
        deck.length = 100_000
        try deck.locate(to: 12_345)
        try deck.play(.max)
        #expect(deck.heard == (12_345..<100_000).map(Self.counter))
        var expected = 12_345.0
        for output in deck.outputs {
            #expect(output.position == expected)
            expected += Double(output.frames)
        }
    }

    @Test func bypassIsBitExactAgainAfterAnExcursion() throws {
        let deck = try Deck(tape: Self.counter)
        for rate in [0.8, 1, 1.7, 1, 0.5, 1] {
            try deck.dpc.change(to: StretchSettings(rate: rate))
            try deck.play(10_000)
            guard rate == 1 else { continue }
            let last = try #require(deck.outputs.last)
            let tail = deck.heard.suffix(8192)
            let first = Int64(last.next) - Int64(tail.count)
            #expect(Double(Int64(last.next)) == last.next)
            #expect(Array(tail) == (0..<8192).map { Self.counter(first + $0) })
        }
    }

    @Test func outOfRangeIsRefusedAndChangesNothing() throws {
        let deck = try Deck(StretchSettings(rate: 0.8), tape: Self.counter)
        #expect(throws: StretchError.badRate(2.1)) { try deck.dpc.change(to: StretchSettings(rate: 2.1)) }
        #expect(throws: StretchError.badPitch(cents: 1201)) { try deck.dpc.change(to: StretchSettings(pitchCents: 1201)) }
        #expect(throws: StretchError.self) { try deck.dpc.change(to: StretchSettings(rate: .nan)) }
        #expect(throws: StretchError.badSampleRate(0)) { try DPC(sampleRate: 0) }
        #expect(deck.dpc.settings == StretchSettings(rate: 0.8))
    }
}
