// Tests of recordings that follow each other in the playback ring.
import Testing

@testable import Realtime

@Suite("Recordings that follow without a gap (P11)") struct FollowTests {
    private func frames(_ range: Range<Int>) -> [Float] { range.map(Float.init) }

    @Test func theJointIsInsideAPeriod() {
        let fixture = PlaybackFixture()
        fixture.locate(1000, generation: 1)
        fixture.feed(100, from: 1000, generation: 1)
        fixture.feed(40, from: 0, generation: 2, edition: 1, follows: true)
        fixture.feed(40, from: 7000, generation: 3, edition: 1, isLast: true, follows: true)
        fixture.play()
        let first = fixture.render(64)
        #expect(Array(first[16...]) == frames(1016..<1064) && fixture.generation == 1 && fixture.position == 1064)
        #expect(fixture.render(64) == frames(1064..<1100) + frames(0..<28))
        #expect(fixture.generation == 2 && fixture.position == 28)
        let last = fixture.render(64)
        #expect(Array(last[..<52]) == frames(28..<40) + frames(7000..<7040))
        #expect(fixture.generation == 3 && fixture.underruns == 0)
        _ = fixture.render(64)
        #expect(!fixture.isRolling)
    }

    @Test func aLaterLocateStaysInForce() {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 4096)
        fixture.feed(48, from: 0, generation: 4096)
        fixture.feed(200, from: 5000, generation: 4097, edition: 4096, follows: true)
        fixture.play()
        _ = fixture.render(32)
        // The reader has not rendered the locate yet: the old sound goes on over the joint, and the number is that of the locate.
        #expect(fixture.locate(9000, generation: 8192))
        #expect(fixture.render(32) == frames(32..<48) + frames(5000..<5016))
        #expect(fixture.generation == 8192 && fixture.position == 9000)
        fixture.feed(200, from: 9000, generation: 8192)
        _ = fixture.render(64)
        #expect(fixture.generation == 8192 && fixture.position == 9064)
        #expect(fixture.render(32) == frames(9064..<9096))
    }

    @Test func aSpliceBeforeTheJointComesBackToIt() {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        let start = fixture.feed(100, from: 0, generation: 1)
        fixture.feed(100, from: 5000, generation: 2, edition: 1, follows: true)
        fixture.play()
        _ = fixture.render(32)
        // A nudge back by 40 frames at frame 64, rendered while the next recording was in the ring already.
        let block = fixture.feed(76, from: 24, generation: 1, edition: 2)
        fixture.feed(60, from: 5000, generation: 2, edition: 2, follows: true)
        fixture.splice(from: 1, at: 64, to: 2, block: block)
        #expect(fixture.render(64) == frames(32..<64) + frames(24..<56))
        #expect(fixture.generation == 1 && fixture.edition == 2)
        #expect(fixture.render(64) == frames(56..<100) + frames(5000..<5020))
        #expect(fixture.generation == 2)
        _ = start
    }

    @Test func aSpliceThatComesTooLateLeadsIntoTheNextRecording() {
        let fixture = PlaybackFixture()
        fixture.locate(0, generation: 1)
        fixture.feed(100, from: 0, generation: 1)
        fixture.feed(200, from: 5000, generation: 2, edition: 1, follows: true)
        fixture.play()
        _ = fixture.render(128)
        #expect(fixture.generation == 2)
        let block = fixture.feed(20, from: 80, generation: 1, edition: 2)
        fixture.feed(100, from: 5000, generation: 2, edition: 2, follows: true)
        fixture.splice(from: 1, at: 80, to: 2, block: block)
        _ = fixture.render(64)
        #expect(fixture.generation == 2 && fixture.edition == 2 && fixture.isRolling && fixture.underruns == 0)
        #expect(fixture.position >= 5000)
    }
}
