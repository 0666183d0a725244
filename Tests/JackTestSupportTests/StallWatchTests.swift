// Tests of the watch for machines that give threads no time.
import JackTestSupport
import TestSupport
import Testing

@Suite struct StallWatchTests {
    /// True where processes may have realtime priority.
    private static let mayHoldUp = Process.run("/usr/bin/chrt", ["--fifo", "1", "/bin/true"]).code == 0

    /// Any of the processors counts: one is kept for 0.4 s by a realtime process that never sleeps.
    @Test(.enabled(if: mayHoldUp, "needs realtime priority")) func aProcessorThatIsTakenAwayIsSeen() {
        let before = StallWatch.shared.now
        // The threads of the watch have begun.
        Pause.milliseconds(100)
        let words = ["0.4", "/usr/bin/chrt", "--fifo", "1", "/bin/sh", "-c", "while :; do :; done"]
        #expect(Process.run("/usr/bin/timeout", words).code == 124)
        // The shell can change the processor on its way.
        #expect(StallWatch.shared.longest(since: before) >= 150)
        // A stall that is over is not seen from later times on, as soon as there is a stretch without one.
        var longest = Int.max
        for _ in 0..<50 where longest > 0 {
            Pause.milliseconds(100)
            longest = StallWatch.shared.longest(since: StallWatch.shared.now - 50)
        }
        #expect(longest == 0)
    }
}
