// Room: tests of Realtime.
import Testing

@testable import Realtime

@Suite struct SpliceTests {
    /// A rig that plays edition 1, at frame 100 of it.
    func playing() -> PlaybackRig {
        let rig = PlaybackRig()
        rig.locate(0, generation: 1)
        rig.feed(1000, from: 0, generation: 1)
        rig.play()
        _ = rig.render(100)
        return rig
    }

    @Test func leavesAtExactlyItsPlace() {
        let rig = playing()
        let block = rig.feed(500, from: 5000, generation: 1, edition: 2)
        #expect(rig.render(50) == (100..<150).map(Float.init))
        rig.splice(from: 1, at: 180, to: 2, block: block)
        #expect(rig.render(64) == (150..<180).map(Float.init) + (5000..<5034).map(Float.init))
        #expect(rig.position == 5034 && rig.edition == 2)
        rig.feed(100, from: 5500, generation: 1, edition: 2)
        _ = rig.render(450)
        #expect(rig.render(50) == (5484..<5534).map(Float.init))
        #expect(rig.underruns == 0)
    }

    /// The timeline is then where it would have been in time.
    @Test func oneThatComesLateLandsInTheMiddle() {
        let rig = playing()
        let block = rig.feed(30, from: 5000, generation: 1, edition: 2)
        rig.feed(470, from: 5030, generation: 1, edition: 2)
        rig.splice(from: 1, at: 60, to: 2, block: block)
        let sound = rig.render(64)
        #expect(sound[0] < 1000)
        #expect(sound[16] == 5056 && sound[63] == 5103)
        #expect(rig.position == 5104)
    }

    @Test func whilePausedItHoldsAtOnceAndUnheard() {
        let rig = playing()
        rig.pause()
        _ = rig.render(64)
        let block = rig.feed(500, from: 5000, generation: 1, edition: 2)
        rig.splice(from: 1, at: 100, to: 2, block: block)
        #expect(rig.render(64).allSatisfy { $0 == 0 })
        #expect(rig.position == 5000)
        rig.play()
        #expect(rig.render(64)[20] == 5020)
    }

    @Test func theLastOneHoldsWhereTheReaderChangedItsMind() {
        let rig = playing()
        let first = rig.feed(100, from: 5000, generation: 1, edition: 2)
        rig.splice(from: 1, at: 150, to: 2, block: first)
        let second = rig.feed(100, from: 7000, generation: 1, edition: 3)
        rig.splice(from: 1, at: 140, to: 3, block: second)
        #expect(rig.render(64) == (100..<140).map(Float.init) + (7000..<7024).map(Float.init))
        // One from an edition that is gone is void.
        let third = rig.feed(100, from: 9000, generation: 1, edition: 4)
        rig.splice(from: 2, at: 1000, to: 4, block: third)
        #expect(rig.render(64) == (7024..<7088).map(Float.init))
    }

    /// Of a locate that is still to come: it keeps until that one's blocks play.
    @Test func fromAnEditionToCome() {
        let rig = playing()
        let place = 1000
        rig.feed(100, from: 3000, generation: 2, edition: 2)
        let block = rig.feed(100, from: 6000, generation: 2, edition: 3)
        rig.splice(from: 2, at: place, to: 3, block: block)
        #expect(rig.render(64) == (100..<164).map(Float.init))
        rig.locate(3000, generation: 2)
        let sound = rig.render(64)
        #expect(sound[40] == 6040 && rig.edition == 3)
    }

    @Test func afterTheEndItWaitsForPlay() {
        let rig = PlaybackRig()
        rig.locate(0, generation: 1)
        rig.feed(100, from: 0, generation: 1, isLast: true)
        rig.play()
        _ = rig.render(128)
        #expect(!rig.isRolling)
        let block = rig.feed(100, from: 20, generation: 1, edition: 2)
        rig.splice(from: 1, at: 100, to: 2, block: block)
        #expect(rig.render(64).allSatisfy { $0 == 0 })
        #expect(rig.position == 20)
        rig.play()
        #expect(rig.render(64)[30] == 50)
    }
}
