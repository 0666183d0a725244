// Tests of the line that shows a running take, in a real terminal with a real tone (issue 14 no. 16).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("dicta rec --wait shows the take (R4 R6 C4)") struct LiveTakeTests {
        private func fixture() throws -> EngineFixture { try EngineFixture(sends: .sine(hertz: 997, amplitude: 0.5)) }

        private func dicta(_ fixture: EngineFixture, _ words: String) -> String {
            "\(Programs.path("dicta")) --socket \(fixture.engine.socket) \(words)"
        }

        /// Tells if the line of the running take has the level of the tone. The path of a take before it may have `-6` too.
        private func showsTone(_ lines: [String]) -> Bool {
            let line = lines.first ?? ""
            return line.contains("REC") && line.contains(" -6 ")
        }

        @Test func oneLineHasTimeSizeLevelsAndTimeLeft() throws {
            let fixture = try fixture()
            let window = try #require(TmuxWindow(columns: 100), "no tmux")
            window.run(dicta(fixture, "rec --name interview --for 1h --wait"))
            let lines = window.wait { showsTone($0) && $0.first?.contains("iB") == true }
            try #require(lines.count == 1, "\(lines)")
            let parts = lines[0].split(separator: " ").map(String.init)
            #expect(lines[0].hasPrefix("● REC  interview ") && lines[0].contains(" s "), "\(lines)")
            #expect(parts.contains("KiB") || parts.contains("MiB"), "\(lines)")
            // A sine of 0.5 has its peak at -6 dB: nine tenths of the 60 dB of the bar.
            #expect(parts.filter { $0 == "-6" }.count == 2 && lines[0].contains("█·"), "\(lines)")
            #expect(lines[0].contains(" left") && lines[0].contains(" xrun"), "\(lines)")
            // It goes on in its place, in any width, and leaves nothing behind. A slow machine has xruns, which stand in the place
            // of the time left where a window is narrow (`TakeLineTests`); a slow test may see the take after its first minute.
            for columns in [80, 60, 40, 20, 12, 120] {
                window.resize(columns: columns)
                let one = window.wait { $0.count == 1 && $0[0].count < columns && $0[0].contains(/[0-9] ?s/) }
                #expect(one.count == 1 && (one.first?.count ?? 999) < columns, "\(columns): \(one)")
                let next = window.wait { $0 != one && (columns < 80 || $0.first?.contains("left") == true) }
                #expect(next.count == 1 && next != one, "\(columns): \(next)")
                if columns >= 80 { #expect(next[0].contains("L ") && next[0].contains("left"), "\(columns): \(next)") }
            }
            // Another program ends the take: the line gives way to the path.
            let path = try fixture.engine.ask("stop").text("path")
            #expect(window.wait { $0.last == "$" } == [path, "$"])
        }

        @Test func interruptingSaysThatTheTakeGoesOn() throws {
            let fixture = try fixture()
            let window = try #require(TmuxWindow(columns: 160), "no tmux")
            for verb in ["rec --name x", "append x", "insert x --at 0", "overwrite x --at 0"] {
                window.run("stty -g > before; \(dicta(fixture, "\(verb) --wait")); echo $? > code; stty -g > after")
                _ = window.wait { $0.first?.contains("REC") == true }
                window.press("C-c")
                let lines = window.wait { $0.last == "$" && $0.count > 1 }
                let words = "The take goes on; 'dicta --socket \(fixture.engine.socket) stop' ends it."
                #expect(lines.first == words, "\(verb): \(lines)")
                #expect(try fixture.engine.ask("status").text("record_state") == "recording")
                // A shell leaves a sourced script when its program ends by SIGINT: the terminal is as it was in any case.
                window.run("stty -g > after; true")
                _ = window.wait { $0 == ["$"] }
                #expect(Files.read(window.folder.file("before")) == Files.read(window.folder.file("after")))
                try fixture.engine.ask("stop")
            }
        }

        @Test func interruptingBeforeItsFrameSaysThatTheTakeWillBegin() throws {
            let fixture = try fixture()
            let window = try #require(TmuxWindow(columns: 160), "no tmux")
            let frame = fixture.probe.frameTime &+ 48_000 &* 600
            window.run(dicta(fixture, "rec --name later --at-frame \(frame) --wait"))
            #expect(window.wait { $0.first?.hasPrefix("● WAITING") == true }.first?.contains(" 0.0 s") == true)
            window.press("C-c")
            let words = "The take begins at its frame; 'dicta --socket \(fixture.engine.socket) stop' cancels it."
            #expect(window.wait { $0.last == "$" && $0.count > 1 }.first == words)
            try fixture.engine.ask("stop")
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
        }

        @Test func coloursOnlyWhereTheyAreWanted() throws {
            let fixture = try fixture()
            let window = try #require(TmuxWindow(columns: 80), "no tmux")
            for (setting, isColoured) in [("TERM=screen", true), ("NO_COLOR=1", false)] {
                window.run("\(setting) \(dicta(fixture, "rec --wait"))")
                _ = window.wait(until: showsTone)
                #expect(window.paintedLines.joined().contains("\u{1b}[31m") == isColoured, "\(window.paintedLines)")
                try fixture.engine.ask("stop")
                _ = window.wait { $0.last == "$" }
            }
            // A locale without Unicode gets a line of ASCII.
            window.run("LC_ALL=C \(dicta(fixture, "rec --wait"))")
            let ascii = window.wait(until: showsTone).first ?? ""
            #expect(ascii.hasPrefix("* REC") && ascii.contains("##.") && ascii.utf8.allSatisfy { $0 < 0x80 }, "\(ascii)")
            try fixture.engine.ask("stop")
        }

        /// A terminal that cannot move its cursor, and a pipe, get the path and nothing else.
        @Test(arguments: ["TERM=dumb \(Self.line)", "\(Self.line) 2>&1 | cat"]) func plainWhereNothingCanBeRedrawn(
            line: String
        ) throws {
            let fixture = try fixture()
            let window = try #require(TmuxWindow(columns: 200), "no tmux")
            window.run(line.replacing("DICTA", with: dicta(fixture, "")))
            try Pause.until { try !fixture.engine.ask("status").double("elapsed_seconds").isNaN }
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            #expect(window.lines.isEmpty, "\(window.lines)")
            let path = try fixture.engine.ask("stop").text("path")
            #expect(window.wait { $0.last == "$" } == [path, "$"])
        }

        private static let line = "DICTA rec --name x --wait"
    }
}
