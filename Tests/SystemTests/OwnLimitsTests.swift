// Tests of this process's limits, compared with those that a shell tells.
import System
import Testing

@Suite("Limits of this user")
struct OwnLimitsTests {
    @Test func limitsAreThoseOfProc() throws {
        let text = String(decoding: try File.contents(of: "/proc/self/limits"), as: UTF8.self)
        func soft(_ name: String) throws -> UInt64 {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name) })
            let word = try #require(line.dropFirst(name.count).split(separator: " ").first)
            return word == "unlimited" ? .max : try #require(UInt64(word))
        }
        #expect(OwnLimits.realtimePriority == (try soft("Max realtime priority")))
        #expect(OwnLimits.lockedBytes == (try soft("Max locked memory")))
        #expect(OwnLimits.openFiles == (try soft("Max open files")))
    }

    /// The trial changes only its own thread.
    @Test func theTrialOfRealtimeLeavesThisThreadAsItIs() throws {
        func policy() throws -> Substring? {
            let text = String(decoding: try File.contents(of: "/proc/thread-self/sched"), as: UTF8.self)
            return text.split(separator: "\n").first { $0.hasPrefix("policy") }
        }
        let before = try policy()
        let code = OwnLimits.tryRealtime()
        #expect(code == 0 || code == Errno.notPermitted)
        #expect(try policy() == before)
    }
}
