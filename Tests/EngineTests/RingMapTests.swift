// Tests of the map from ring positions to places of the timeline.
import Realtime
import Testing

@testable import Engine
@testable import Player

@Suite struct RingMapTests {
    private func block(
        _ position: Int, _ count: Int, timeline: Double, step: Double, edition: UInt32
    ) -> PlaybackBlock {
        PlaybackBlock(
            position: position, count: count, timeline: timeline, step: step, generation: 1, edition: edition, isLast: false)
    }

    /// Edition 1 of two blocks at half speed, then edition 2.
    func map() -> RingMap {
        var map = RingMap()
        map.add(block(100, 50, timeline: 1000, step: 0.5, edition: 1))
        map.add(block(150, 50, timeline: 1025, step: 0.5, edition: 1))
        map.add(block(200, 80, timeline: 1010, step: 2, edition: 2))
        return map
    }

    @Test func knowsWhatLiesWhere() {
        let map = map()
        #expect(map.timeline(at: 120, of: 1) == 1010)
        #expect(map.timeline(at: 170, of: 1) == 1035)
        #expect(map.timeline(at: 250, of: 2) == 1110)
        #expect(map.start(of: 1) == 100 && map.end(of: 1) == 200)
        #expect(map.start(of: 2) == 200 && map.end(of: 2) == 280)
        // Past its end the map continues the last block; for an unknown edition it gives nothing.
        #expect(map.timeline(at: 230, of: 1) == 1050)
        #expect(map.timeline(at: 120, of: 3) == nil)
    }

    @Test func forgetsWhatWasHeardButNotWhereAnEditionEnds() {
        var map = map()
        map.forget(before: 160)
        #expect(map.start(of: 1) == 150)
        map.forget(before: 220)
        #expect(map.end(of: 1) == 200 && map.timeline(at: 210, of: 1) == 1050)
        map.keepOnly([2])
        #expect(map.end(of: 1) == nil && map.start(of: 2) == 200)
    }
}
