// Tests that the screen gives the terminal back, whatever ends it, and that a hung terminal holds nothing (T12).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite("dicta tui and its terminal (T12)", .enabled(if: !PipeWireServer.isOurs)) struct TuiTerminalTests {
        /// Only SIGKILL leaves it to the guardian alone: a short run has that. The tests below end it by q, SIGTERM and SIGABRT too.
        @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGKILL, SIGSEGV, SIGABRT, 0].few) func theTerminalIsAsBefore(end: Int32)
            throws
        {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "dicta-none"])
            let screen = try TuiWindow(engine, variables: "SWIFT_BACKTRACE=enable=no")
            screen.start()
            #expect(screen.window.modes == "1 1 0")
            if end == 0 { screen.window.send("q") } else { _ = kill(try #require(screen.pid), end) }
            #expect(screen.differences() == "")
            #expect(try engine.ask("ping").text("engine") == engine.name)
        }

        /// The last words of a crash are read once the terminal is back.
        @Test func lastWordsAreRead() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "dicta-none"])
            let screen = try TuiWindow(engine, variables: "SWIFT_BACKTRACE=enable=no")
            screen.start()
            let pid = try #require(screen.pid)
            // Standard error is held back while the screen is shown, and printed at its end.
            let stream = try File.open("/proc/\(pid)/fd/2", .write, [.append])
            try File.write(stream, Array("last words\n".utf8))
            File.close(stream)
            #expect(!screen.window.lines.contains { $0.contains("last words") })
            _ = kill(pid, SIGABRT)
            let lines = screen.window.wait { $0.contains { $0.contains("last words") } }
            #expect(lines.contains { $0.contains("last words") }, "\(lines)")
            #expect(screen.differences() == "")
        }

        @Test func ctrlZStopsAndFgGoesOn() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "dicta-none"])
            let screen = try TuiWindow(engine)
            screen.start()
            for _ in 0..<2 {
                screen.window.press("C-z")
                _ = screen.window.wait { $0.contains { $0.contains("Stopped") } }
                #expect(screen.differences() == "")
                screen.window.type("fg")
                screen.wait(for: "STOPPED")
                #expect(screen.window.modes == "1 1 0")
            }
            // A stop that no program can refuse, and a terminal that another program has used meanwhile.
            let pid = try #require(screen.pid)
            _ = kill(pid, SIGSTOP)
            _ = screen.window.wait { $0.contains { $0.contains("Stopped") } }
            // No program could give the terminal back: Enter is no line end to it.
            screen.window.send("stty sane; clear; fg\n")
            screen.wait(for: "STOPPED")
            #expect(screen.window.modes == "1 1 0")
            screen.window.send("q")
            #expect(screen.differences() == "")
        }

        /// Sizes from one cell up, a hundred a second: no crash, and the last one is drawn whole.
        @Test func anySizeAtAnySpeed() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "dicta-none"])
            let screen = try TuiWindow(engine)
            screen.start()
            var dice = Dice()
            for _ in 0..<200 {
                screen.window.resize(columns: 1 + dice.next(below: 220), rows: 1 + dice.next(below: 70), isAwaited: false)
            }
            for (columns, rows) in [(1, 1), (20, 3), (59, 11), (10, 40), (300, 100)] {
                screen.window.resize(columns: columns, rows: rows)
                // The screen draws at each of them.
                _ = usleep(100_000)
            }
            screen.window.resize(columns: 80, rows: 24)
            // A screen that always had this size shows the same, once the engine has told both everything.
            let other = try TuiWindow(engine)
            other.start()
            var whole: [String] = []
            let lines = screen.window.wait {
                whole = other.window.lines
                return $0 == whole
            }
            #expect(lines == whole && TuiWindow.has("STOPPED", lines))
            #expect(kill(try #require(screen.pid), 0) == 0)
            screen.window.send("q")
            #expect(screen.differences() == "")
        }

        /// The reader of the terminal stands still while a take runs: the take has every frame, neither program grows, and the
        /// screen still ends when it is told to.
        @Test func aTerminalThatHangsHoldsNothing() throws {
            let fixture = try EngineFixture()
            let screen = try TuiWindow(fixture.engine, columns: 200, rows: 60)
            screen.start()
            let pid = try #require(screen.pid)
            let reader = try #require(screen.window.reader)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "x", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 48_000)
            let terminal = try #require(File.linkText("/proc/\(pid)/fd/0"))
            /// Forty sizes of the window, each a whole picture. Takes most of a second.
            func resize() {
                for columns in (0..<40).map({ 199 + $0 % 2 }) {
                    let result = Process.run("/bin/stty", ["-F", terminal, "cols", "\(columns)"])
                    #expect(result.code == 0, "\(result)")
                    Pause.milliseconds(15)
                }
            }
            /// Growth of engine and screen in some seconds. Each has a mark and forty pictures.
            func growth(_ word: String) throws -> (engine: Int, screen: Int) {
                let before = (fixture.engine.anonymousKilobytes, Self.kilobytes(pid))
                let from = fixture.probe.frameTime
                for second in 0..<EngineFixture.longTake {
                    try fixture.engine.ask("mark", "\(word)\(second)")
                    resize()
                    fixture.probe.waitFor(frame: from &+ UInt32(second + 1) * 48_000)
                }
                return (fixture.engine.anonymousKilobytes - before.0, Self.kilobytes(pid) - before.1)
            }
            // The engine grows with a young take, up to one block of its waveform. So the measure is the same stretch with a
            // terminal that reads. The second stretch reads up to twice as much.
            let usual = try growth("a")
            let subscribers = try fixture.engine.ask("status").int("osc_subscribers")
            _ = kill(reader, SIGSTOP)
            defer { _ = kill(reader, SIGCONT) }
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            let held = try growth("b")
            #expect(held.engine <= 2 * max(usual.engine, 0) + 1000, "\(usual) \(held)")
            // A screen that kept its pictures would grow by 2 MB; its heap comes and goes by 700 KiB.
            #expect(held.screen <= 1400, "\(usual) \(held)")
            // The screen itself goes on: it reads what the engine tells.
            #expect(try fixture.engine.ask("status").int("osc_subscribers") == subscribers)
            let stop = fixture.probe.frameTime &+ 96_000
            let reply = try fixture.engine.ask("stop", "at-frame", "\(stop)")
            let samples = try EngineFixture.samples(reply.text("path"))
            let report = FrameReport(samples, .fine)
            // Silence stands only where JACK itself delivered no frames.
            #expect(report.isClean && report.holes == reply.int("missed_frames"), "\(report)")
            #expect(samples.count == Int(stop &- start))
            #expect(try fixture.engine.ask("status").int("lost_frames") <= 0)
            // The screen catches up once the terminal reads again.
            _ = kill(reader, SIGCONT)
            screen.wait(for: "STOPPED")
            _ = kill(reader, SIGSTOP)
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            _ = kill(pid, SIGTERM)
            Pause.until { kill(pid, 0) != 0 || Self.hasEnded(pid) }
            #expect(Self.hasEnded(pid))
            _ = kill(reader, SIGCONT)
            #expect(screen.differences() == "")
        }

        private static func kilobytes(_ pid: pid_t) -> Int {
            let rollup = Files.read("/proc/\(pid)/smaps_rollup") ?? ""
            return rollup.split(separator: "\n").filter { $0.hasPrefix("Anonymous") }
                .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
        }

        private static func hasEnded(_ pid: pid_t) -> Bool {
            guard let status = Files.read("/proc/\(pid)/stat"), let bracket = status.lastIndex(of: ")") else { return true }
            return status[bracket...].hasPrefix(") Z")
        }

        @Test func whatCannotShowAScreenSaysSo() throws {
            let dicta = Programs.path("dicta")
            let pipe = Process.run(dicta, ["--no-start", "tui"])
            #expect(pipe.code == 1 && pipe.errors.contains("--plain"), "\(pipe)")
            let window = try #require(TmuxWindow(columns: 200), "no tmux")
            for (type, words) in [("dumb", "'dumb'"), ("nonsense", "'nonsense'"), ("", "TERM is not set")] {
                window.run("TERM=\(type) \(dicta) --no-start tui")
                let lines = window.wait { $0.last == "$" && $0.count > 1 }
                #expect(lines.first?.contains(words) == true && window.modes == "0 0 1", "\(lines)")
            }
        }
    }
}
