// Tests of the pauses between attempts to come back to a server.
import Testing

@testable import Engine

@Suite struct ReturnPauseTests {
    @Test func clientsThatLiveForAMomentComeBackEverMoreSeldom() {
        var pause = ReturnPause()
        var found: [Int] = []
        for _ in 0..<8 {
            pause.opened()
            found.append(pause.lost(after: 0.02))
        }
        #expect(found == [50, 100, 200, 400, 800, 1600, 2000, 2000])
        // A refusal in between does not shorten the pause.
        #expect(pause.refused() == 2000)
    }

    @Test func aServerThatWasThereForLongIsLookedForAtOnce() {
        var pause = ReturnPause()
        pause.opened()
        _ = pause.lost(after: 1)
        pause.opened()
        #expect(pause.lost(after: 3600) == 0)
        #expect((0..<7).map { _ in pause.refused() } == [50, 100, 200, 400, 800, 1600, 2000])
        pause.opened()
        #expect(pause.lost(after: 60) == 0 && pause.refused() == 50)
    }
}
