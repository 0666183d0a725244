// Tests of prompts and question sheets on the screen, with a real engine at a real server, driven by keys in a real terminal (T7, G2, G5).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Prompts and question sheets in dicta tui (T7)", .enabled(if: !PipeWireServer.isOurs)) struct TuiGuideTests {
        /// A sound of a second in each six: an answer that ends in silence, again and again.
        private static let answers = Signal.stretches([96_000..<144_000], frames: 288_000)

        /// The beginning of a prompt: its first words stand together on the screen.
        private static func beginning(_ text: String) -> String { String(text.prefix(30)) }

        private static func has(_ text: String, _ lines: [String]) -> Bool { lines.contains { $0.contains(text) } }

        /// Waits for a text anywhere on the screen, three minutes at most, and gives the lines then.
        private static func wait(for text: String, _ screen: TuiWindow) -> [String] {
            var lines: [String] = []
            for _ in 0..<3 where !has(text, lines) { lines = screen.window.wait { has(text, $0) } }
            return lines
        }

        @Test func aPromptIsShownReplacedAndUsed() throws {
            let fixture = try EngineFixture(sends: .silence)
            let engine = fixture.engine
            let screen = try TuiWindow(engine)
            screen.start()
            let shown = Self.wait(for: "n another", screen)
            let first = try engine.ask("prompt").text("prompt_text")
            #expect(!first.isEmpty && Self.has(Self.beginning(first), shown), "\(first) \(shown)")
            // Meters, facts and pad are there beside it.
            #expect(Self.has("REC/PAUSE", shown) && Self.has("xruns", shown) && Self.has("-60", shown), "\(shown)")
            screen.window.send("n")
            let gone = screen.window.wait { !Self.has(Self.beginning(first), $0) && Self.has("n another", $0) }
            let second = try engine.ask("prompt").text("prompt_text")
            #expect(second != first && Self.has(Self.beginning(second), gone), "\(second) \(gone)")
            screen.window.send("f")
            let favourite = Self.wait(for: "* ", screen)
            #expect(try engine.ask("prompt").count("prompt_favourite") == 1, "\(favourite)")
            screen.window.send("u")
            screen.wait(for: "RECORDING")
            let taken = screen.window.wait {
                TuiWindow.has("RECORDING", $0) && Self.has(Self.beginning(second), $0) && !Self.has("n another", $0)
            }
            #expect(Self.has(Self.beginning(second), taken) && !Self.has("n another", taken), "\(taken)")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            screen.window.send("s")
            screen.wait(for: "STOPPED")
            // It was used: another one comes by itself, and its usage is kept.
            _ = Self.wait(for: "n another", screen)
            let third = try engine.ask("prompt").text("prompt_text")
            #expect(third != second)
            screen.window.send("x")
            let hidden = screen.window.wait { !Self.has("n another", $0) }
            #expect(!Self.has("n another", hidden) && Self.has("REC/PAUSE", hidden), "\(hidden)")
            screen.window.send("q")
            #expect(screen.differences() == "")
        }

        @Test func aSheetIsAskedOnItsPage() throws {
            let fixture = try EngineFixture(sends: Self.answers, settings: "ask-silence = 0.6\nask-speak = off\n")
            let engine = fixture.engine
            try PromptTests.write(AskTests.sheet, engine)
            let screen = try TuiWindow(engine)
            screen.start()
            screen.window.send("0")
            let sheets = Self.wait(for: "0 of 3 answered", screen)
            #expect(Self.has("Question sheets", sheets) && Self.has("house", sheets) && Self.has("trip", sheets), "\(sheets)")
            let names = try engine.reply("ask", ["list"]).items.map { $0.text("sheet") }
            for _ in 0..<(try #require(names.firstIndex(of: "trip"))) { screen.window.send("j") }
            #expect(Self.has("Where to?", Self.wait(for: "Where to?", screen)))
            screen.window.press("Enter")
            let asked = Self.wait(for: "question 1 of 3", screen)
            #expect(Self.has("Where to?", asked) && Self.has("Any place.", asked), "\(asked)")
            // The answer is heard, ends in silence, and the next question comes by itself.
            let next = Self.wait(for: "question 2 of 3", screen)
            #expect(Self.has("When?", next) && Self.has("33 %", next), "\(next)")
            screen.window.send("n")
            let third = Self.wait(for: "question 3 of 3", screen)
            #expect(Self.has("With whom?", third), "\(third)")
            // The sheet is told on other pages too.
            screen.window.send("1")
            #expect(TuiWindow.has("ask trip 3 of 3", screen.window.wait { TuiWindow.has("ask trip 3 of 3", $0) }))
            screen.window.send("0")
            _ = Self.wait(for: "question 3 of 3", screen)
            screen.window.send("s")
            let ended = Self.wait(for: "Question sheets", screen)
            #expect(Self.has("Question sheets", ended), "\(ended)")
            #expect(try engine.ask("ask").text("question_state") == "idle")
            let answered = try engine.ask("ask", "status", "sheet", "trip").count("answered")
            #expect(answered >= 1)
            #expect(Self.has("\(answered) of 3 answered", Self.wait(for: "\(answered) of 3 answered", screen)))
            // A typed answer reaches the recording: that to the first question.
            screen.window.send("l")
            screen.window.send("g")
            screen.window.send("e")
            _ = Self.wait(for: "brings the spoken words back", screen)
            screen.window.type("To the sea")
            let typed = Self.wait(for: "To the sea", screen)
            #expect(Self.has("To the sea", typed), "\(typed)")
            var kept = ""
            for _ in 0..<3000 where kept != "To the sea" {
                kept = try engine.reply("answers", ["name", "trip"]).items.first?.text("answer") ?? ""
                Pause.milliseconds(20)
            }
            #expect(kept == "To the sea")
            screen.window.send("q")
            #expect(screen.differences() == "")
        }
    }
}
