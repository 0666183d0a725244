// Room: tests of the studio. Starts processes and looks for them in /proc.
import Glibc
import Studio
import Testing
import Workbench

@Suite(.serialized) struct LoadTests {
    /// Sessions of our children that burn or write; each has one of its own.
    private static func sessions() -> [Substring] {
        let list = Process.run("/usr/bin/ps", ["-o", "sid=,args=", "--ppid", "\(getpid())"]).output
        return list.split(separator: "\n").filter { $0.contains("while :") }.compactMap { $0.split(separator: " ").first }
    }

    /// Whoever is left of them.
    private static func workers(_ sessions: [Substring]) -> Int {
        let list = Process.run("/usr/bin/ps", ["-e", "-o", "sid="]).output
        return list.split(separator: "\n").count { line in sessions.contains { line.split(separator: " ").first == $0 } }
    }

    @Test func leavesNothingBehind() {
        var load: Load? = Load()
        for _ in 0..<100 where Self.sessions().count < 3 { _ = usleep(20_000) }
        let sessions = Self.sessions()
        #expect(sessions.count == 3)
        // Each a watch and a shell at least.
        for _ in 0..<100 where Self.workers(sessions) < 6 { _ = usleep(20_000) }
        #expect(Self.workers(sessions) >= 6)
        withExtendedLifetime(load) {}
        load = nil
        for _ in 0..<50 where Self.workers(sessions) > 0 { _ = usleep(20_000) }
        #expect(Self.workers(sessions) == 0)
    }
}
