// Room: tests of the studio. Starts processes and looks for them in /proc.
import Glibc
import Studio
import Testing
import Workbench

@Suite(.serialized) struct LoadTests {
    /// Children of ours that burn or write.
    private static func workers() -> Int {
        let list = Process.run("/usr/bin/ps", ["-o", "args=", "--ppid", "\(getpid())"]).output
        return list.split(separator: "\n").filter { $0.contains("while :") }.count
    }

    @Test func leavesNothingBehind() {
        var load: Load? = Load()
        for _ in 0..<100 where Self.workers() < 3 { _ = usleep(20_000) }
        #expect(Self.workers() == 3)
        withExtendedLifetime(load) {}
        load = nil
        #expect(Self.workers() == 0)
    }
}
