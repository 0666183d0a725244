// Tests of guided recordings: gongs before and after, at their frames, one source at a time, the place remembered (K7, P8).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("Guided recordings between gongs (K7)") struct GuidedTests {
        /// An engine with a click as the start sound and a beep as the finish sound, and a recording of numbered frames.
        private static func fixture(
            period: Int = PipeWireServer.usualPeriod, frames: Int = 48_000, keeps seconds: Double = 240, start: String = "click",
            _ settings: String = ""
        ) throws -> EngineFixture {
            let fixture = try EngineFixture(
                period: period, keeps: seconds,
                settings: "timer-start-sound = \(start)\ntimer-finish-sound = beep\ntimer-bed = off\n" + settings)
            #expect(fixture.probe.setFreewheel(true))
            try fixture.engine.ask("rec", "name", "scan", "for", "\(frames)f", "wait", "yes")
            #expect(fixture.probe.setFreewheel(false))
            return fixture
        }

        /// The gong is heard, then the recording from its first frame at the very frame after the gong, then the other gong.
        /// In a long period the gong ends in the midst of one: a short run has that alone.
        @Test(arguments: [64, 1024].few) func theRecordingBeginsAtTheFrameAfterTheGong(period: Int) throws {
            let fixture = try Self.fixture(period: period)
            let before = fixture.now
            let told = try fixture.engine.reply("play", ["scan", "gongs", "yes"], timeout: 120).fields
            #expect(told.text("name") == "scan")
            try fixture.engine.wait("play_state", "stopped", seconds: 120)
            // The finish sound comes after the end.
            fixture.wait(milliseconds: 600)
            let heard = fixture.ear.heard
            let gong = try #require(heard[before...].firstIndex { abs($0.x) > 0.02 }, "no gong")
            // The click is 20 ms long or so; the first coded frame follows its last sample.
            let begin = fixture.ear.number(of: UInt32(truncatingIfNeeded: told.int("at_frame")))
            let click = begin - gong
            #expect((480...9600).contains(click), "the gong has \(click) frames")
            let numbers = heard[begin..<begin + 48_000].map { FrameCode.fine.decode($0) ?? .max }
            let first = numbers[0]
            #expect(first != .max && numbers.enumerated().allSatisfy { $1 == first + UInt32($0) }, "\(numbers.prefix(4))")
            #expect(heard[begin - 1] == .zero || FrameCode.fine.decode(heard[begin - 1]) != first - 1)
            let end = try #require(heard[(begin + 48_000)...].firstIndex { abs($0.x) > 0.02 }, "no gong at the end")
            #expect(end - begin - 48_000 < 24_000)
        }

        /// Between the gong and the end the player has the outputs, and a running timer is held from the gong on.
        @Test func theTimerMakesWayForTheGong() throws {
            let fixture = try Self.fixture(keeps: 0, start: "bowl")
            // The bowl lasts nine seconds, and the recording longer than the freewheel that goes past the bowl.
            _ = try #require(SparseWave(fixture.engine.library + "/hour.wav", frames: 3600 * 48_000))
            try fixture.engine.ask("timer", "start", "length", "20m", "countdown", "0")
            try fixture.engine.wait("output_source", "timer", seconds: 120)
            let waiting = try #require(
                Process(
                    Programs.path("dicta"), ["--no-start", "--socket", fixture.engine.socket, "play", "hour", "--gongs"]))
            try fixture.engine.wait("timer_state", "paused", seconds: 120)
            #expect(try fixture.engine.ask("status").text("output_source") == "player")
            #expect(fixture.probe.setFreewheel(true))
            #expect(waiting.finish().code == 0)
            #expect(fixture.probe.setFreewheel(false))
            #expect(try fixture.engine.ask("status").text("play_state") == "playing")
            try fixture.engine.ask("stop")
        }

        /// A stop or a pause while the gong sounds ends both: nothing is heard afterwards.
        @Test(arguments: ["stop", "pause"]) func aStopDuringTheGongSilencesIt(verb: String) throws {
            let fixture = try Self.fixture(start: "bowl")
            let remote = try #require(
                Process(
                    Programs.path("dicta"), ["--no-start", "--socket", fixture.engine.socket, "play", "scan", "--gongs"]))
            try fixture.engine.wait("output_source", "player", seconds: 120)
            // The bowl is heard when it is ended.
            fixture.wait(milliseconds: 500)
            try fixture.engine.ask(verb)
            #expect(remote.finish().code == 1)
            // Its fade is over by then.
            fixture.wait(milliseconds: 300)
            let quiet = fixture.ear.heard.count
            #expect(fixture.ear.heard.contains { abs($0.x) > 0.02 })
            // The bowl lasts nine seconds, and the recording one.
            #expect(fixture.probe.setFreewheel(true))
            fixture.wait(milliseconds: 11_000)
            #expect(fixture.probe.setFreewheel(false))
            #expect(fixture.ear.heard[quiet...].allSatisfy { $0 == .zero })
            #expect(try fixture.engine.ask("status").text("output_source") == "none")
        }

        /// A stop before the end leaves the finish sound out. The place is remembered, and the next time goes on there.
        @Test func thePlaceIsRememberedAndTheEndOnlyHasAGong() throws {
            let fixture = try Self.fixture(frames: 10 * 48_000)
            try fixture.engine.reply("play", ["scan", "gongs", "yes"], timeout: 120)
            try fixture.engine.wait { $0.int("position_frames") > 24_000 }
            let paused = try fixture.engine.ask("pause")
            let place = paused.int("position_frames")
            #expect(place > 24_000)
            // Loading another recording gives the gongs up.
            try fixture.take("other", at: fixture.soon, frames: 4800)
            try fixture.engine.ask("load", "other")
            let quiet = fixture.ear.heard.count
            // A gong would have begun by then: nothing tells that nothing comes.
            fixture.wait(milliseconds: 1000)
            #expect(fixture.ear.heard[quiet...].allSatisfy { abs($0.x) < 0.02 })
            let told = try fixture.engine.reply("play", ["scan", "gongs", "yes"], timeout: 120).fields
            #expect(abs(told.int("position_frames") - place) <= 2 * fixture.server.period)
            // Several recordings have no gongs, and one that plays begins with none.
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("play", "gongs", "yes") }
            #expect(throws: EngineProcess.Trouble.self) {
                try fixture.engine.ask("play", "name", "scan", "more", "other", "gongs", "yes")
            }
        }

        /// The server goes while the gong sounds: the caller is told, and nothing plays when the next server is there.
        @Test func aLostServerEndsTheGong() throws {
            let fixture = try ReturningServerFixture(settings: "timer-start-sound = bowl\n")
            fixture.play()
            try fixture.engine.ask("rec", "name", "scan")
            try fixture.engine.waitForTake(seconds: 0.3)
            try fixture.engine.ask("stop")
            let remote = try #require(
                Process(
                    Programs.path("dicta"), ["--no-start", "--socket", fixture.engine.socket, "play", "scan", "--gongs"]))
            try Pause.until(60) { try fixture.engine.ask("status").text("output_source") == "player" }
            fixture.kill()
            #expect(remote.finish().code != 0)
            try Pause.until(60) { try fixture.engine.ask("status").text("jack") != "running" }
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") != "playing" && status.text("output_source") == "none")
        }
    }
}
