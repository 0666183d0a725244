// Tests the pauses between tries to connect a side (J8).
import System
import Testing

@testable import Engine

@Suite("Tries to connect a side: one at a time, and apart while they fail (J8)")
struct ConnectionTriesTests {
    @Test("a try waits for the answer to the last one, and then longer and longer, at most two seconds")
    func pauses() {
        var tries = ConnectionTries()
        var now = Moment.now
        #expect(tries.isDue(now))
        for round in 0..<20 {
            tries.begin()
            #expect(!tries.isDue(now.later(milliseconds: 60_000)))
            tries.end(isConnected: false, now)
            #expect(!tries.isDue(now.later(milliseconds: round < 6 ? 40 << round : 1900)))
            now = now.later(milliseconds: 2001)
            #expect(tries.isDue(now))
        }
        tries.begin()
        tries.end(isConnected: true, now)
        #expect(tries.isDue(now))
        tries.begin()
        tries.end(isConnected: false, now)
        #expect(tries.isDue(now.later(milliseconds: 51)))
    }
}
