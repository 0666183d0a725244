// Tests the window of the desktop entry (issue 14 number 11).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite(.enabled(if: !PipeWireServer.isOurs)) struct WindowTests {
        /// The window of `watch` starts an engine, asks about connections, shows the state and then each change, until Ctrl-C.
        @Test func theWindowStartsAnEngineAndShowsIt() throws {
            let server = try #require(JackServer(), "no jackd")
            let desktop = Desktop()
            #expect(try icon() == ["tui", "--window"])
            let run = desktop.window(
                ["watch", "--window"], answers: [("inputs to", "\n"), ("outputs to", "n\n"), ("transport", "\u{3}")])
            #expect(run.code == 0 && run.output.contains("running") && !run.output.contains("Press Enter"), "\(run)")
            let sources = "system:capture_1\nsystem:capture_2"
            try Pause.until { try desktop.ask("status").text("sources") == sources }
            #expect(try desktop.ask("status").text("sources") == sources)
            _ = server
        }

        /// An error stays on the screen until Enter is pressed.
        @Test func anErrorCanBeRead() throws {
            let desktop = Desktop()
            let enter = "Press Enter to close this window."
            let run = desktop.window(["--no-start", "watch", "--window"], answers: [(enter, "\n")])
            #expect(run.code == 3 && run.output.contains("no engine") && run.output.contains(enter), "\(run)")
            #expect(!run.output.contains("[not ended]"))
            // Nobody is there to press it.
            #expect(desktop.dicta("--no-start", "watch", "--window").code == 3)
        }

        /// The screen's own window keeps an error, too.
        @Test func anErrorOfTheScreenCanBeRead() throws {
            let desktop = Desktop()
            let enter = "Press Enter to close this window."
            let run = desktop.window(["--no-start", "tui", "--window"], type: "no-such", answers: [(enter, "\n")])
            #expect(run.code != 0 && run.output.contains("no-such") && run.output.contains(enter), "\(run)")
            #expect(!run.output.contains("[not ended]"))
        }

        /// The words after `dicta` in the desktop entry.
        private func icon() throws -> [String] {
            let project = File.parent(of: File.parent(of: File.parent(of: #filePath)))
            let entry = try #require(Files.read(project + "/session/share/dicta.desktop"))
            let line = try #require(entry.split(separator: "\n").first { $0.hasPrefix("Exec=dicta ") })
            #expect(entry.contains("Terminal=true"))
            return line.dropFirst("Exec=dicta ".count).split(separator: " ").map(String.init)
        }
    }
}

extension Desktop {
    /// - Parameter type: the terminal type, nil for the usual one.
    fileprivate func window(
        _ words: [String], type: String? = nil, answers: [(after: String, type: String)]
    ) -> Finished {
        var environment = environment
        if let type { environment["TERM"] = type }
        return TypedTerminal.run(
            Programs.path("dicta"), ["--engine", engine] + words, environment: environment, answers: answers)
    }
}
