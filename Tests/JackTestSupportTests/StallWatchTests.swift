// Tests of the watch for machines that give threads no time.
import JackTestSupport
import TestSupport
import Testing

@Suite struct StallWatchTests {
    /// True where processes may have realtime priority.
    private static let mayHoldUp = Process.run("/usr/bin/chrt", ["--fifo", "1", "/bin/true"]).code == 0

    /// Any of the processors counts: one is kept for 0.4 s by a realtime process that never sleeps.
    @Test(.enabled(if: mayHoldUp, "needs realtime priority")) func aProcessorThatIsTakenAwayIsSeen() throws {
        let before = StallWatch.shared.now
        // The threads of the watch have begun.
        Pause.milliseconds(100)
        // On one processor: a shell that moves to another one keeps each of them for a part of the time.
        let lines = (Files.read("/proc/self/status") ?? "").split(separator: "\n")
        let allowed = lines.first { $0.hasPrefix("Cpus_allowed_list:") }?.split { !$0.isNumber }.first
        let pinned = ["0.4", "/usr/bin/taskset", "--cpu-list", "\(try #require(allowed))"]
        let busy = ["/usr/bin/chrt", "--fifo", "1", "/bin/sh", "-c", "while :; do :; done"]
        #expect(Process.run("/usr/bin/timeout", pinned + busy).code == 124)
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
