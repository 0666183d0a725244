// Tests an engine whose JACK server stands still from the start (J2).
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct StartWaitTests {
        private let folder = TempFolder()

        /// Until the first try to reach a server has ended, requests wait. The control loop sleeps meanwhile.
        @Test(.enabled(if: !PipeWireServer.isOurs)) func theControlLoopSleepsUntilTheFirstTryHasEnded() throws {
            let server = try #require(JackServer(), "no jackd")
            server.freeze()
            defer { server.thaw() }
            let words = ["--name", "still", "--socket", folder.file("socket"), "--library", folder.file("library")]
            let homes = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].map { ($0, folder.file("home")) }
            let environment = server.environment.merging(homes) { $1 }
            let engine = try #require(Process(Programs.path("dictad"), words, environment: environment))
            Pause.until { Files.exists(folder.file("socket")) }
            var count = Int.max
            // The start goes on for some seconds on a busy machine.
            for _ in 0..<4 where count >= 30 {
                let before = try rounds(engine.pid)
                Pause.milliseconds(1000)
                count = try rounds(engine.pid) - before
            }
            #expect(count < 30, "\(count) rounds in a second")
            server.thaw()
            _ = kill(engine.pid, SIGTERM)
            #expect(engine.finish().code == 0)
        }

        /// Number of times that the main thread has slept.
        private func rounds(_ pid: Int32) throws -> Int {
            let status = try #require(Files.read("/proc/\(pid)/status"))
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return try #require(line.flatMap { Int($0.split(separator: "\t").last ?? "") })
        }
    }
}
