// Tests of the screen with a real engine at a real server, driven by keys in a real terminal (issue 15).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite("dicta tui with an engine (T12 T13)", .enabled(if: !PipeWireServer.isOurs)) struct TuiTests {
        /// One terminal for a test.
        struct Kind: CustomTestStringConvertible, Sendable {
            let columns: Int
            let rows: Int
            let variables: String
            var testDescription: String { "\(columns)x\(rows) \(variables)" }
        }

        static let kinds = [
            Kind(columns: 80, rows: 24, variables: "TERM=xterm-256color"), Kind(columns: 120, rows: 36, variables: "TERM=screen"),
            Kind(columns: 200, rows: 60, variables: "TERM=xterm-256color"), Kind(columns: 80, rows: 24, variables: "TERM=linux"),
            Kind(columns: 80, rows: 24, variables: "NO_COLOR=1"), Kind(columns: 80, rows: 24, variables: "LC_ALL=C LANG=C"),
            Kind(columns: 40, rows: 8, variables: "TERM=xterm"),
        ]

        /// Keys and words are the same in each terminal. Sizes, colours and letters of each kind are proved by the pictures of
        /// `FaceTests`; only tmux's way of each terminal is left to the whole run.
        @Test(arguments: kinds.few) func recordsMarksStopsAndPlays(in kind: Kind) throws {
            let fixture = try EngineFixture()
            // The screen is seen to play a short take, however late a busy machine looks.
            try fixture.engine.ask("rate", "0.5")
            let screen = try TuiWindow(fixture.engine, columns: kind.columns, rows: kind.rows, variables: kind.variables)
            screen.start()
            screen.window.send("r")
            let recording = screen.wait(for: "RECORDING")
            #expect(TuiWindow.has("RECORDING", recording), "\(recording)")
            #expect(try fixture.engine.ask("status").text("record_state") == "recording")
            let painted = screen.window.paintedLines.joined()
            if kind.variables.contains("NO_COLOR") { #expect(!painted.contains("38;5;") && !painted.contains("\u{1b}[31m")) }
            if kind.variables.contains("LC_ALL=C") {
                #expect(recording.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(recording)")
            }
            screen.window.send("m")
            #expect(wait { try fixture.engine.reply("marks").items.count == 1 })
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 72_000)
            screen.window.send("s")
            screen.wait(for: "STOPPED")
            screen.window.send(" ")
            let playing = screen.wait(for: "PLAYING")
            #expect(TuiWindow.has("PLAYING", playing), "\(playing)")
            screen.window.send("s")
            screen.wait(for: "STOPPED")
            screen.window.send("q")
            #expect(screen.differences() == "")
        }

        private func wait(until isTrue: () throws -> Bool) -> Bool { Pause.until { (try? isTrue()) == true } }

        /// An engine that is killed: the screen stays and says so; a new engine is shown by itself.
        @Test func theEngineGoesAndComes() throws {
            // A synchronous server would wait for an engine that was killed.
            let server = try #require(JackServer(synchronous: false), "no jackd")
            let desktop = Desktop()
            let environment = desktop.environment
            let screen = try TuiWindow("--engine \(desktop.engine) tui", environment: environment)
            // The screen starts its first engine.
            #expect(TuiWindow.has("STOPPED", screen.start()))
            #expect(wait { try desktop.ask("status").text("jack") == "running" })
            let first = try #require(desktop.pid)
            JackServer.isHarmed = true
            _ = kill(first, SIGKILL)
            let gone = screen.window.wait { $0.contains { $0.contains("is gone") } }
            #expect(gone.contains { $0.contains("engine '\(desktop.engine)' is gone") }, "\(gone)")
            // It does not start one by itself: the user may have ended it. Half a second, since nothing tells that nothing comes.
            Pause.milliseconds(500)
            #expect(desktop.pid == nil)
            #expect(desktop.dicta("start").code == 0)
            let back = screen.window.wait { !$0.contains { $0.contains("is gone") } && TuiWindow.has("STOPPED", $0) }
            #expect(!back.contains { $0.contains("is gone") }, "\(back)")
            // It starts one when it is asked to.
            _ = kill(try #require(desktop.pid), SIGKILL)
            _ = screen.window.wait { $0.contains { $0.contains("is gone") } }
            screen.window.send("E")
            let asked = screen.window.wait { !$0.contains { $0.contains("is gone") } && TuiWindow.has("STOPPED", $0) }
            // The screen takes the words away when it begins to start an engine, which answers later.
            #expect(wait { desktop.pid != nil }, "\(asked.filter { !$0.isEmpty }), log: \(desktop.log)")
            screen.window.send("q")
            #expect(screen.differences() == "")
            _ = server
        }

        /// An engine that hangs is told too, and goes on.
        @Test func anEngineThatHangsIsTold() throws {
            let engine = try EngineProcess(waitsForJack: false, environment: ["JACK_DEFAULT_SERVER": "dicta-none"])
            let screen = try TuiWindow(engine)
            screen.start()
            engine.signal(SIGSTOP)
            let words = screen.window.wait { $0.contains { $0.contains("does not answer") } }
            #expect(words.contains { $0.contains("does not answer") }, "\(words)")
            engine.signal(SIGCONT)
            #expect(
                !screen.window.wait { !$0.contains { $0.contains("does not answer") } }.contains { $0.contains("not answer") })
        }

        /// Over TCP: state comes through the same connection as the answers.
        @Test func overTCP() throws {
            // A synchronous server would wait for an engine that was killed.
            let fixture = try EngineFixture(engine: ["--osc-tcp", "0"], synchronous: false)
            let urls = try fixture.engine.ask("status").text("osc_urls").split(separator: "\n").map(String.init)
            let url = try #require(urls.first { $0.hasPrefix("osc.tcp://") })
            let screen = try TuiWindow("--remote \(url) tui")
            screen.start()
            screen.window.send("r")
            #expect(TuiWindow.has("RECORDING", screen.wait(for: "RECORDING")), "\(url)")
            screen.window.send("s")
            screen.wait(for: "STOPPED")
            fixture.engine.signal(SIGKILL)
            let gone = screen.window.wait { $0.contains { $0.contains("no engine answers at") || $0.contains("closed the") } }
            #expect(gone.contains { $0.contains("no engine answers at") || $0.contains("closed the") }, "\(gone)")
        }

        /// The take that goes on without the screen is told in the terminal that the screen has left.
        @Test func aTakeThatGoesOnIsTold() throws {
            let fixture = try EngineFixture()
            let words = "is still being recorded; dicta "
            let screen = try TuiWindow(fixture.engine)
            screen.start()
            screen.window.send("r")
            screen.wait(for: "RECORDING")
            screen.window.send("q")
            let told = screen.window.wait { $0.contains { $0.contains(words) } }
            #expect(told.contains { $0.contains(words) }, "\(told)")
            #expect(try fixture.engine.ask("status").text("record_state") == "recording")
            let line = "\(Programs.path("dicta")) --no-start --socket \(fixture.engine.socket) tui --plain </dev/null"
            let plain = Process.run("/bin/sh", ["-c", line])
            #expect(plain.code == 0 && plain.output.contains(words), "\(plain)")
            try fixture.engine.ask("stop")
            let idle = Process.run("/bin/sh", ["-c", line])
            #expect(idle.code == 0 && !idle.output.contains("still"), "\(idle)")
        }

        /// Lines for screen readers: no escape sequence, a sentence for each change.
        @Test func plainLines() throws {
            let fixture = try EngineFixture()
            let dicta = "\(Programs.path("dicta")) --no-start --socket \(fixture.engine.socket) tui --plain"
            let folder = TempFolder()
            let run = try #require(
                Process("/bin/sh", ["-c", "mkfifo '\(folder.file("keys"))'; \(dicta) < '\(folder.file("keys"))'"]))
            #expect(wait { Files.exists(folder.file("keys")) })
            let keys = try File.open(folder.file("keys"), .write)
            func type(_ line: String, until word: String) throws {
                try File.write(keys, Array((line + "\n").utf8))
                #expect(wait { run.saidSoFar.contains(word) }, "\(line): \(run.saidSoFar)")
            }
            #expect(wait { run.saidSoFar.contains("Connected to engine") })
            try type("", until: "Nothing is recorded or loaded.")
            try type("?", until: "m: Set a marker now.")
            try type("r", until: "Recording ")
            try type("m", until: "Marker ")
            try type("s", until: "Recording has stopped")
            try type("]", until: "Rate 1.1")
            try type("j", until: "'j' is no key")
            try type("q", until: "")
            let end = run.finish()
            File.close(keys)
            #expect(end.code == 0 && !end.output.utf8.contains(0x1b), "\(end)")
        }
    }
}
