// Tests that the load ends with its object. Starts processes and looks for them in /proc.
import Glibc
import JackTestSupport
import TestSupport
import Testing

@Suite(.serialized, .inTurn) struct LoadTests {
    /// Sessions of child processes that make the load; each child has a session of its own, once setsid has made it.
    private static func sessions() -> [Substring] {
        let list = Process.run("/usr/bin/ps", ["-o", "pid=,sid=,args=", "--ppid", "\(getpid())"]).output.split(separator: "\n")
        return list.filter { $0.contains("while :") }.compactMap { line in
            let words = line.split(separator: " ")
            return words[0] == words[1] ? words[1] : nil
        }
    }

    /// Number of running processes in these sessions. A dead process that is not yet reaped does no work.
    private static func workers(_ sessions: [Substring]) -> Int {
        let list = Process.run("/usr/bin/ps", ["-e", "-o", "sid=,stat="]).output.split(separator: "\n")
        return list.count { line in
            let words = line.split(separator: " ")
            return words.count == 2 && sessions.contains(words[0]) && !words[1].hasPrefix("Z")
        }
    }

    @Test func leavesNothingBehind() {
        var load: Load? = Load()
        Pause.until { Self.sessions().count >= 3 }
        let sessions = Self.sessions()
        #expect(sessions.count == 3)
        // Each session has a `timeout` and a shell at least.
        Pause.until { Self.workers(sessions) >= 6 }
        #expect(Self.workers(sessions) >= 6)
        withExtendedLifetime(load) {}
        load = nil
        Pause.until { Self.workers(sessions) <= 0 }
        #expect(Self.workers(sessions) == 0)
    }
}
