// Tests of the words that say what is waited for, in a real terminal with a real engine (issue 14 no. 22).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("A wait says what it waits for (C4)") struct WaitNoteTests {
        private func window() throws -> TmuxWindow { try #require(TmuxWindow(columns: 100), "no tmux") }

        @Test func learningAsksForThePedal() throws {
            let fixture = try EngineFixture()
            let window = try window()
            let dicta = "\(Programs.path("dicta")) --socket \(fixture.engine.socket)"
            // A picture can be taken while a line is being written: the whole one is awaited.
            let press = ["Press the pedal (30 s)"]
            window.run("\(dicta) midi learn rec")
            #expect(window.wait { $0 == press } == press)
            window.press("C-c")
            #expect(window.wait { $0.last == "$" }.filter { !$0.isEmpty } == ["Nothing was learnt", "$"])
            // One that cannot move its cursor gets a line of its own; a pipe gets nothing.
            window.run("TERM=dumb \(dicta) midi learn rec")
            #expect(window.wait { $0 == press } == press)
            window.press("C-c")
            #expect(window.wait { $0.last == "$" }.first == press[0])
            let pipe = Process.run(
                "/usr/bin/timeout", ["1", Programs.path("dicta"), "--socket", fixture.engine.socket, "midi", "learn", "rec"])
            #expect(pipe.output.isEmpty && pipe.errors.isEmpty, "\(pipe)")
        }

        @Test func stoppingSaysThatTheTakeIsWritten() throws {
            let fixture = try EngineFixture()
            let window = try window()
            try fixture.engine.ask("rec", "name", "x")
            fixture.engine.signal(SIGSTOP)
            window.run("\(Programs.path("dicta")) --socket \(fixture.engine.socket) stop")
            let closing = ["Closing the take and writing it to the disk"]
            let words = window.wait { $0 == closing }
            fixture.engine.signal(SIGCONT)
            #expect(words == closing)
            #expect(window.wait { $0.last == "$" } == [fixture.engine.library + "/x.wav", "$"])
        }

        @Test("Ctrl-C says that a play that is being opened still comes") func anOpeningThatGoesOnIsTold() throws {
            let fixture = try EngineFixture()
            let window = try window()
            fixture.engine.signal(SIGSTOP)
            window.run("\(Programs.path("dicta")) --socket \(fixture.engine.socket) play some")
            _ = window.wait { $0.first?.hasPrefix("Opening") == true }
            window.press("C-c")
            let words = "The engine plays it once it is open; 'dicta --socket \(fixture.engine.socket) stop' ends that."
            let shown = window.wait { $0.last == "$" && $0.count > 1 }.joined()
            fixture.engine.signal(SIGCONT)
            #expect(shown.filter { $0 != " " }.contains(words.filter { $0 != " " }), "\(shown)")
        }

        @Test func openingShowsHowMuchIsDecoded() throws {
            let window = try window()
            let path = window.folder.file("long.m4a")
            let made = Process.run(
                "/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "anullsrc=r=48000", "-t", "180", "-c:a", "aac", path])
            try #require(made.code == 0, "\(made)")
            // It stands still in its midst until the note was seen.
            let go = window.folder.file("go")
            let script = """
                #!/bin/sh
                /usr/bin/ffmpeg -readrate 90 "$@" & decoder=$!
                sleep 1
                kill -STOP $decoder
                until [ -e \(go) ]; do sleep 0.02; done
                kill -CONT $decoder
                wait $decoder
                """
            try #require(window.folder.write(script, to: "ffmpeg", mode: 0o700))
            let fixture = try EngineFixture(environment: ["PATH": "\(window.folder.path):/usr/bin:/bin"])
            window.run("\(Programs.path("dicta")) --socket \(fixture.engine.socket) play \(path)")
            let shown = window.wait { $0.first?.hasPrefix("Decoding") == true && $0.first?.hasSuffix("%") == true }
            #expect(shown.first?.hasPrefix("Decoding long") == true && shown.first?.hasSuffix(" %") == true, "\(shown)")
            try #require(window.folder.write("", to: "go"))
            #expect(!window.wait { $0.last == "$" }.joined().contains("Decoding"))
        }

        @Test func startingSaysSo() throws {
            let window = try window()
            // The engine starts once the note was seen.
            let go = window.folder.file("go")
            let script = "#!/bin/sh\nwhile [ ! -e \(go) ]; do sleep 0.05; done\nexec \(Programs.path("dictad")) \"$@\"\n"
            try #require(window.folder.write(script, to: "dictad", mode: 0o700))
            try #require(Process.run("/usr/bin/install", [Programs.path("dicta"), window.folder.file("dicta")]).code == 0)
            let socket = window.folder.file("socket")
            try #require(Files.makeFolder(window.folder.file("lib")))
            let name = "wait\(getpid())"
            let folders = "export XDG_STATE_HOME=$HOME/state XDG_CONFIG_HOME=$HOME/config"
            window.run("\(folders); ./dicta --engine \(name) --socket \(socket) start --library $HOME/lib")
            #expect(window.wait { $0 == ["Starting the engine"] } == ["Starting the engine"])
            try #require(window.folder.write("", to: "go"))
            #expect(window.wait { $0.last == "$" }.first?.hasPrefix("engine \(name) started") == true, "\(window.lines)")
            _ = Process.run(Programs.path("dicta"), ["--engine", name, "--socket", socket, "quit"])
            // Ctrl-C ends the wait; the engine starts all the same.
            try #require(Files.remove(go))
            window.run("\(folders); ./dicta --engine \(name) --socket \(socket) rec --name x")
            _ = window.wait { $0.first?.hasPrefix("Starting") == true }
            window.press("C-c")
            let words = "The engine continues to start in the background; 'dicta --socket \(socket) quit' ends it."
            let shown = window.wait { $0.last == "$" && $0.count > 1 }.dropLast().joined()
            // The line of a long path is broken at the edge of the window.
            #expect(shown.replacing(" ", with: "") == words.replacing(" ", with: ""))
            try #require(window.folder.write("", to: "go"))
            let ping = ["--engine", name, "--socket", socket, "--no-start", "ping"]
            Pause.until { Process.run(Programs.path("dicta"), ping).code == 0 }
            _ = Process.run(Programs.path("dicta"), ["--engine", name, "--socket", socket, "quit"])
        }

        /// `dicta` alone tells what runs, and what to do next (no. 24).
        @Test func aloneItShowsWhatRuns() throws {
            let fixture = try EngineFixture()
            func run() -> Finished { Process.run(Programs.path("dicta"), ["--socket", fixture.engine.socket]) }
            let idle = run()
            #expect(idle.code == 0 && idle.output.contains("  \(fixture.engine.name)  is idle\n"), "\(idle)")
            let dicta = "dicta --engine \(fixture.engine.name)"
            #expect(idle.output.contains("  \(dicta) rec --name idea  Record\n"), "\(idle)")
            try fixture.engine.ask("rec", "name", "interview")
            try Pause.until { try !fixture.engine.ask("status").double("elapsed_seconds").isNaN }
            let busy = run()
            #expect(busy.output.contains("records interview, ") && busy.output.contains("\(dicta) stop"), "\(busy)")
            #expect(busy.output.split(separator: "\n").count { $0.hasPrefix("  dicta ") } == 5, "\(busy)")
            try fixture.engine.ask("stop")
        }
    }
}
