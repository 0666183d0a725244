// Tests of splices.
import Testing

@testable import Realtime

@Suite struct SpliceTests {
    /// A fixture that plays edition 1, at frame 100 of it.
    func playing() -> PlaybackFixture {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(1000, from: 0, generation: 1)
        fixture.play()
        _ = fixture.render(100)
        return fixture
    }

    @Test func leavesAtExactlyItsPlace() {
        let fixture = playing()
        let block = fixture.feed(500, from: 5000, generation: 1, edition: 2)
        #expect(fixture.render(50) == (100..<150).map(Float.init))
        fixture.splice(from: 1, at: 180, to: 2, block: block)
        #expect(fixture.render(64) == (150..<180).map(Float.init) + (5000..<5034).map(Float.init))
        #expect(fixture.position == 5034 && fixture.edition == 2)
        fixture.feed(100, from: 5500, generation: 1, edition: 2)
        _ = fixture.render(450)
        #expect(fixture.render(50) == (5484..<5534).map(Float.init))
        #expect(fixture.underruns == 0)
    }

    /// A late splice leaves the timeline at the place of a punctual one.
    @Test func oneThatComesLateLandsInTheMiddle() {
        let fixture = playing()
        let block = fixture.feed(30, from: 5000, generation: 1, edition: 2)
        fixture.feed(470, from: 5030, generation: 1, edition: 2)
        fixture.splice(from: 1, at: 60, to: 2, block: block)
        let sound = fixture.render(64)
        #expect(sound[0] < 1000)
        #expect(sound[16] == 5056 && sound[63] == 5103)
        #expect(fixture.position == 5104)
    }

    @Test func whilePausedItHoldsAtOnceAndUnheard() {
        let fixture = playing()
        fixture.pause()
        _ = fixture.render(64)
        let block = fixture.feed(500, from: 5000, generation: 1, edition: 2)
        fixture.splice(from: 1, at: 100, to: 2, block: block)
        #expect(fixture.render(64).allSatisfy { $0 == 0 })
        #expect(fixture.position == 5000)
        fixture.play()
        #expect(fixture.render(64)[20] == 5020)
    }

    @Test func theLastOneHoldsWhereTheReaderChangedItsMind() {
        let fixture = playing()
        let first = fixture.feed(100, from: 5000, generation: 1, edition: 2)
        fixture.splice(from: 1, at: 150, to: 2, block: first)
        let second = fixture.feed(100, from: 7000, generation: 1, edition: 3)
        fixture.splice(from: 1, at: 140, to: 3, block: second)
        #expect(fixture.render(64) == (100..<140).map(Float.init) + (7000..<7024).map(Float.init))
        // A splice from an edition that is gone is dropped.
        let third = fixture.feed(100, from: 9000, generation: 1, edition: 4)
        fixture.splice(from: 2, at: 1000, to: 4, block: third)
        #expect(fixture.render(64) == (7024..<7088).map(Float.init))
    }

    /// A splice for a locate that is still to come is kept until the blocks of that locate play.
    @Test func fromAnEditionToCome() {
        let fixture = playing()
        let place = 1000
        fixture.feed(100, from: 3000, generation: 2, edition: 2)
        let block = fixture.feed(100, from: 6000, generation: 2, edition: 3)
        fixture.splice(from: 2, at: place, to: 3, block: block)
        #expect(fixture.render(64) == (100..<164).map(Float.init))
        fixture.locate(3000, generation: 2)
        let sound = fixture.render(64)
        #expect(sound[40] == 6040 && fixture.edition == 3)
    }

    @Test func afterTheEndItWaitsForPlay() {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(100, from: 0, generation: 1, isLast: true)
        fixture.play()
        _ = fixture.render(128)
        #expect(!fixture.isRolling)
        let block = fixture.feed(100, from: 20, generation: 1, edition: 2)
        fixture.splice(from: 1, at: 100, to: 2, block: block)
        #expect(fixture.render(64).allSatisfy { $0 == 0 })
        #expect(fixture.position == 20)
        fixture.play()
        #expect(fixture.render(64)[30] == 50)
    }
}
