// Tests of count-in and timer on the screen, with a real engine at a real server, driven by keys in a real terminal.
import Dictation
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    @Suite("Cues on the screen (K3, K6)", .enabled(if: !PipeWireServer.isOurs)) struct TuiCueTests {
        @Test func countsInAndCancels() throws {
            let fixture = try EngineFixture(settings: "rec-count-in = 20\n")
            let screen = try TuiWindow(fixture.engine)
            screen.start()
            screen.window.send("r")
            /// The number of beats that are left by the first line; nil before the first one.
            func beats(_ lines: [String]) -> Int? {
                guard let line = lines.first, let end = line.firstRange(of: " of 20") else { return nil }
                return Int(line[..<end.lowerBound].split(separator: " ").last ?? "").flatMap { (1...19).contains($0) ? $0 : nil }
            }
            // A busy machine shows not each of them, or not in time for this test.
            let counting = screen.window.wait { TuiWindow.has("COUNT-IN", $0) && beats($0) != nil }
            #expect(counting.contains { $0.contains("Beats to the take") }, "\(counting)")
            let first = try #require(beats(counting), "\(counting)")
            let later = screen.window.wait { (beats($0) ?? 20) < first }
            #expect((beats(later) ?? 20) < first, "\(later)")
            screen.window.send("r")
            #expect(TuiWindow.has("STOPPED", screen.wait(for: "STOPPED")))
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            try fixture.engine.ask("set", "rec-count-in", "2")
            screen.window.send("r")
            #expect(TuiWindow.has("RECORDING", screen.wait(for: "RECORDING")))
            screen.window.send("sq")
            #expect(screen.differences() == "")
        }

        @Test func runsTheTimer() throws {
            let fixture = try EngineFixture()
            let screen = try TuiWindow(fixture.engine)
            screen.start()
            func expect(_ words: String...) {
                let lines = screen.window.wait { lines in words.allSatisfy { word in lines.contains { $0.contains(word) } } }
                for word in words { #expect(lines.contains { $0.contains(word) }, "\(word) in \(lines)") }
            }
            screen.window.send("6")
            expect("READY", "start gong after 15s", "bed silent")
            screen.window.send("p")
            expect("COUNTDOWN", "bed white")
            screen.window.send("p")
            expect("PAUSED")
            #expect(try fixture.engine.ask("status").text("timer_state") == "paused")
            screen.window.send("p")
            expect("COUNTDOWN")
            screen.window.send("P")
            expect("READY")
            // A preset is saved, and listed at once.
            screen.window.send("n")
            expect("Save a preset")
            screen.window.send("yoga\r")
            expect("Presets", "yoga      20m")
            #expect(try fixture.engine.reply("timer", ["presets"]).items.map { $0.text("name") } == ["yoga"])
            // A short run ends by itself and stands in the history.
            try fixture.engine.ask("timer", "start", "length", "2s", "countdown", "0", "bed", "off")
            expect("COMPLETED", "1 day in a row", "1 run")
            screen.window.send("1P")
            screen.wait(for: "STOPPED")
            screen.window.send("q")
            #expect(screen.differences() == "")
        }
    }
}
