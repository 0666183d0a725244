// Tests of the map from ring positions to places of the timeline.
import Testing

@testable import Engine

@Suite struct RingMapTests {
    /// Edition 1 of two pieces at half speed, then edition 2.
    func map() -> RingMap {
        var map = RingMap()
        map.add(RingMap.Piece(position: 100, count: 50, timeline: 1000, step: 0.5, edition: 1))
        map.add(RingMap.Piece(position: 150, count: 50, timeline: 1025, step: 0.5, edition: 1))
        map.add(RingMap.Piece(position: 200, count: 80, timeline: 1010, step: 2, edition: 2))
        return map
    }

    @Test func knowsWhatLiesWhere() {
        let map = map()
        #expect(map.timeline(at: 120, of: 1) == 1010)
        #expect(map.timeline(at: 170, of: 1) == 1035)
        #expect(map.timeline(at: 250, of: 2) == 1110)
        #expect(map.start(of: 1) == 100 && map.end(of: 1) == 200)
        #expect(map.start(of: 2) == 200 && map.end(of: 2) == 280)
        // Past its end the map continues the last piece; for an unknown edition it gives nothing.
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
