// Tests that no flood of address patterns harms a take or keeps the owner waiting (C16, C17).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct PatternFloodTests {
        /// Sixty connections of any local user send address patterns all the time that cost a matcher which tries one way after the
        /// other seconds each: the owner is answered, the service manager gets its signs of life, the take loses nothing, and another
        /// surface gets its turns (issue 39 no. 5).
        @Test func patternsOfManyConnectionsKeepNobodyWaiting() throws {
            let manager = try NotifySocket()
            let fixture = try EngineFixture(
                engine: ["--osc-udp", "0", "--osc-tcp", "0"],
                environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "2000000"])
            let urls = try OscTests.urls(fixture.engine)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "x", "bits", "float", "at-frame", "\(start)")
            let patterns = try (0..<32).map { number in
                try OSCMessage("/dicta/*?*?*?*?*?*?*?*?*?*?*?*?*\(number)x").encode()
            }
            let packet = OSCPacket.bundle(patterns)
            let crowd = try (0..<60).map { _ in try OscClient(urls[3]) }
            let other = try OscClient(urls[1])
            for client in crowd { for _ in 0..<40 { try client.send(packet: packet) } }
            var owners = 0
            let end = Moment.now.later(milliseconds: 12_000)
            while Moment.now < end {
                for client in crowd {
                    try client.receive()
                    if client.answers + 32 * 20 > 32 * client.sent { try client.send(packet: packet) }
                }
                _ = try fixture.engine.ask("ping", timeout: 5)
                owners += 1
            }
            #expect(try other.ask("/dicta/ping", seconds: 10)?.path == "/reply")
            #expect(owners >= 5, "\(owners) answers to the owner in 12 s")
            #expect(crowd.allSatisfy { ($0.counts["/error"] ?? 0) > 0 })
            // A sign of life is due each half second; one that is late by the whole time of the watchdog ends the service.
            let pause = try manager.longestPause()
            #expect(pause < 2, "\(pause) s without a sign of life")
            let taken = try fixture.engine.ask("stop")
            #expect(taken.int("lost_frames") == 0)
            let report = FrameReport(try EngineFixture.samples(taken.text("path")), .fine)
            #expect(report.isClean && report.silent == taken.int("missed_frames"), "\(report)")
            let quit = try #require(fixture.engine.quit())
            #expect(!quit.errors.contains("has not turned"), "\(quit.errors)")
        }

        /// The service manager's end of the socket, read by a program of its own, so that the test does not hold it up.
        private final class NotifySocket {
            private let folder = TempFolder()
            private let reader: Process
            var path: String { folder.file("notify") }

            init() throws {
                reader = try #require(
                    Process(
                        "/usr/bin/python3",
                        [
                            "-c",
                            """
                            import socket, sys, time
                            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                            s.bind(sys.argv[1])
                            print("bound", flush=True)
                            while True:
                                if b"WATCHDOG=1" in s.recv(4096): print(time.monotonic(), flush=True)
                            """, folder.file("notify"),
                        ]))
                Pause.until { reader.saidSoFar.contains("bound") }
                try #require(reader.saidSoFar.contains("bound"))
            }

            deinit { _ = reader.end(by: SIGKILL, within: 3) }

            /// The longest time between two signs of life, in seconds.
            func longestPause() throws -> Double {
                let times = reader.saidSoFar.split(separator: "\n").compactMap { Double($0) }
                try #require(times.count > 1)
                return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .infinity
            }
        }
    }
}
