// Tests the timer: gongs at their very frames, pauses, one source at a time, presets and history (K6, K7).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct TimerTests {
        /// An engine whose gongs are clicks: they are short, and loudest at their first frame.
        private static func fixture(
            period: Int = PipeWireServer.usualPeriod, keeps seconds: Double, _ settings: String = ""
        ) throws -> EngineFixture {
            let gongs = ["start", "interval", "finish"].map { "timer-\($0)-sound = click" }.joined(separator: "\n")
            return try EngineFixture(
                period: period, sends: .silence, keeps: seconds, settings: gongs + "\ntimer-bed = off\n" + settings)
        }

        /// An hour in a whole run; a short run has a quarter of it, with as many gongs as `manyGongs...` leaves to be proved: those
        /// that lie farther apart than the cue player looks ahead.
        @Test func gongsOfAnHourInFreewheelAreAtTheirFrames() throws {
            let gongs = QuickRun.isOn ? 5 : 20
            // A long period is a quarter of the work.
            let fixture = try Self.fixture(period: 1024, keeps: Double(gongs * 180 + 50))
            try fixture.engine.ask(
                "timer", "start", "length", "\(gongs * 3)m", "countdown", "15s", "interval", "3m")
            #expect(fixture.probe.setFreewheel(true))
            try fixture.engine.wait("timer_state", "completed", seconds: 600)
            #expect(fixture.probe.setFreewheel(false))
            // The last gong reaches the ear.
            Pause.milliseconds(300)
            let onsets = CueTests.onsets(fixture.ear.heard)
            #expect(onsets.count == gongs + 1)
            let wanted = (0...gongs).map { (gong: Int) -> Int in onsets[0] + gong * 180 * 48_000 }
            #expect(onsets == wanted)
        }

        /// More gongs than the cue player has ahead: each is at its frame all the same.
        @Test func manyGongsInFreewheelAreAtTheirFrames() throws {
            let fixture = try Self.fixture(keeps: 270)
            try fixture.engine.ask("timer", "start", "length", "4m", "countdown", "0", "interval", "1s")
            #expect(fixture.probe.setFreewheel(true))
            try fixture.engine.wait("timer_state", "completed", seconds: 600)
            #expect(fixture.probe.setFreewheel(false))
            // The last gong reaches the ear.
            Pause.milliseconds(300)
            let onsets = CueTests.onsets(fixture.ear.heard)
            let wanted = (0...240).map { (gong: Int) -> Int in (onsets.first ?? 0) + gong * 48_000 }
            #expect(onsets == wanted)
        }

        /// A full disk or a crash has left half a line at the end of the history.
        @Test func aTornLineOfTheHistoryCostsNoOtherOne() throws {
            let fixture = try Self.fixture(keeps: 30)
            let engine = fixture.engine
            let history = engine.folder.file("state/dicta/timer.ndjson")
            try #require(
                Process.run("/bin/sh", ["-c", "mkdir -p $(dirname '\(history)'); printf '{\"started\": \"2026-' > '\(history)'"])
                    .code
                    == 0)
            for count in 1...2 {
                try engine.ask("timer", "start", "length", "0.5s", "countdown", "0")
                try engine.wait("timer_state", "completed", seconds: 60)
                try Pause.until { try engine.reply("timer", ["history"]).items.count == count }
                #expect(try engine.reply("timer", ["history"]).items.count == count)
            }
        }

        @Test func aPauseHoldsTheClock() throws {
            let fixture = try Self.fixture(keeps: 240)
            // The pause comes before the first interval gong, also on a busy machine.
            try fixture.engine.ask("timer", "start", "length", "24s", "countdown", "0.5s", "interval", "12s")
            try Pause.until { try fixture.engine.ask("status").double("timer_elapsed_seconds") >= 0.5 }
            let held = try fixture.engine.ask("timer", "pause").double("timer_elapsed_seconds")
            // Frames are counted: JACK's estimate of the current frame goes on while the server waits for a late client.
            #expect(fixture.probe.setFreewheel(true))
            fixture.wait(milliseconds: 2000)
            #expect(fixture.probe.setFreewheel(false))
            let later = try fixture.engine.ask("timer").double("timer_elapsed_seconds")
            #expect(held == later && held < 12)
            try fixture.engine.ask("timer", "resume")
            #expect(fixture.probe.setFreewheel(true))
            try Pause.until(80) { try fixture.engine.ask("status").text("timer_state") == "completed" }
            #expect(fixture.probe.setFreewheel(false))
            // The last gong reaches the ear.
            fixture.wait(milliseconds: 100)
            let onsets = CueTests.onsets(fixture.ear.heard)
            // Start, interval after the pause, finish: twelve seconds apart without the pause.
            try #require(onsets.count == 3, "\(onsets)")
            #expect(onsets[2] - onsets[1] == 576_000)
            #expect(onsets[1] - onsets[0] > 576_000 + 90_000)
        }

        /// The start is told once, with a countdown and without.
        @Test(arguments: ["0s", "0.5s"]) func theStartIsToldOnce(countdown: String) throws {
            let fixture = try Self.fixture(keeps: 0)
            var client = try ControlClient(engine: fixture.engine.name, path: fixture.engine.socket)
            let values: [ParameterKey: Value] = [.topics: .text("events"), .lease: .double(600)]
            _ = try client.ask(try CommandTable.request(.subscription(.subscribe), values), timeout: 5)
            try fixture.engine.ask("timer", "start", "length", "1s", "countdown", countdown)
            var told: [String] = []
            try Pause.until {
                told += try client.messages(within: 50).compactMap(EventMessage.init).map(\.event)
                return told.contains("timer-completed")
            }
            #expect(told.filter { $0.hasPrefix("timer-") } == ["timer-started", "timer-completed"], "\(told)")
        }

        /// Playback and timer take turns at the outputs.
        @Test func oneSourceAtATime() throws {
            let fixture = try Self.fixture(keeps: 0)
            try fixture.take("tape", at: fixture.soon, frames: 5 * 48_000)
            try fixture.engine.ask("play", "tape")
            // Neither ends by itself, however slow the machine is.
            try fixture.engine.ask("loop", "a", "0f", "b", "\(5 * 48_000)f")
            try Pause.until { try fixture.engine.ask("status").text("output_source") == "player" }
            try fixture.engine.ask("timer", "start", "length", "10m", "countdown", "0")
            try Pause.until { try fixture.engine.ask("status").text("play_state") == "paused" }
            var status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "paused" && status.text("output_source") == "timer")
            try fixture.engine.ask("play")
            try Pause.until { try fixture.engine.ask("status").text("timer_state") == "paused" }
            status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "playing" && status.text("output_source") == "player")
            try fixture.engine.ask("timer", "resume")
            try Pause.until { try fixture.engine.ask("status").text("play_state") == "paused" }
            #expect(try fixture.engine.ask("status").text("timer_state") == "running")
        }

        @Test func presetsAndHistory() throws {
            let fixture = try Self.fixture(keeps: 0)
            try fixture.engine.ask("timer", "save", "length", "0.5s", "countdown", "0", "name", "blink")
            #expect(try fixture.engine.reply("timer", ["presets"]).items.map { $0.text("name") } == ["blink"])
            #expect(try fixture.engine.ask("timer", "start", "length", "blink").text("timer_preset") == "blink")
            try Pause.until { try fixture.engine.ask("status").text("timer_state") == "completed" }
            let reply = try fixture.engine.reply("timer", ["history"])
            #expect(reply.items.count == 1 && reply.items[0].text("preset") == "blink")
            #expect(reply.items[0]["completed"] == .flag(true))
            #expect(reply.fields.int("streak_days") == 1 && reply.fields.int("runs") == 1)
            #expect(abs(reply.fields.double("ran_seconds") - 0.5) < 0.001)
            try fixture.engine.ask("timer", "forget", "name", "blink")
            #expect(try fixture.engine.reply("timer", ["presets"]).items.isEmpty)
        }
    }
}
