// Tests that no pattern of port names harms a take or the start of an engine (C17).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite struct PortPatternTests {
        /// Patterns that libjack's regcomp(3) crashes at, takes gigabytes for, or stands still with.
        private static let hostile = [
            String(repeating: "(", count: 30_000), "((a{1,255}){1,255}){1,255}", String(repeating: "a|", count: 30_000),
        ]
        private static let keys = ["connect-in", "connect-out", "source-fallback", "midi-connect"]

        /// A surface that may use sound only, and the owner at the socket and at the command line, give patterns that end a process
        /// or hold it up: each is refused with words, and the take loses no frame (issue 39 no. 4).
        @Test func noPatternHarmsATake() throws {
            let fixture = try EngineFixture(engine: ["--osc-udp", "0", "--osc-tcp", "0", "--osc-may", "look,sound"])
            let engine = fixture.engine
            let urls = try OscTests.urls(engine)
            let start = fixture.soon
            try engine.ask("rec", "name", "x", "bits", "float", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 4800)
            let folder = TempFolder()
            let owner = try LocalClient(to: engine.socket, at: folder.file("owner"))
            for text in Self.hostile {
                for url in [urls[1], urls[3]] {
                    let answer = try #require(try OscClient(url).ask("/dicta/source", [.string(text)]), "\(url)")
                    #expect(answer.code == FailureCode.badArgument.rawValue && "\(answer)".contains("allowed are"), "\(answer)")
                }
                try owner.send(try OSCMessage("/dicta/source", [.string(text)]).encode())
                for key in Self.keys {
                    try owner.send(try OSCMessage("/dicta/set", [.string("--" + key), .string(text)]).encode())
                    try owner.send(try OSCMessage("/dicta/set", [.string(key), .string(text)]).encode())
                }
                for words in [["source", text], ["set", "connect-in", text], ["set", "--midi-connect", text]] {
                    let typed = Process.run(Programs.path("dicta"), ["--socket", engine.socket] + words)
                    #expect(typed.code != 0 && typed.errors.contains("allowed are"), "\(typed)")
                }
            }
            let count = Self.hostile.count * (1 + 2 * Self.keys.count)
            #expect(owner.waits(for: count, seconds: 60) && owner.errors.count == count, "\(owner.answers)")
            #expect(owner.errors.allSatisfy { "\($0)".contains("allowed are") })
            // A port comes: all patterns that are set are matched.
            let other = try #require(Probe("other"), "no probe")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            other.close()
            let taken = try engine.ask("stop")
            #expect(taken.int("lost_frames") == 0)
            let samples = try EngineFixture.samples(taken.text("path"))
            let report = FrameReport(samples, .fine)
            #expect(samples.count == taken.int("frames") && samples.count > 24_000)
            #expect(report.isClean && report.silent == taken.int("missed_frames"), "\(report)")
        }

        /// A settings file can have patterns that an older version accepted: the engine names their lines and starts without them.
        /// Patterns in the options of an engine keep it from starting, with words.
        @Test func noPatternOfAFileHarmsTheStart() throws {
            let server = try #require(JackServer(), "no jackd")
            defer { withExtendedLifetime(server) {} }
            for text in Self.hostile {
                let engine = try EngineProcess(settings: Self.keys.map { "\($0) = \(text)\n" }.joined() + "backstep = 2s\n")
                let status = try engine.ask("status")
                let problems = status.text("settings_problems").split(separator: "\n")
                #expect(problems.count == 4 && problems.allSatisfy { $0.contains("allowed are") }, "\(status.all)")
                #expect(status.double("backstep_seconds") == 2)
                #expect(engine.quit()?.code == 0)
                #expect(throws: EngineProcess.Trouble.self) { try EngineProcess(["--connect-in", text]) }
            }
        }
    }
}
