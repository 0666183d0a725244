// Tests a take whose engine died: time of creation, start frame and pre-roll stay (F7 R7), and the peak of what is heard (R6).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct LeftTakeTests {
        @Test func aRecoveredTakeKeepsItsPlaceInTime() throws {
            // A synchronous server would wait for the killed client. An asynchronous one overwrites a period that is read late,
            // so the period is long.
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, synchronous: false)
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 96_000)
            let start = fixture.soon
            try fixture.engine.reply("rec", ["name", "memo", "preroll", "1s", "at-frame", "\(start)"])
            let created = try #require(fixture.engine.reply("ls").items.first).text("created")
            fixture.probe.waitFor(frame: start &+ 5 * 48_000)
            let listed = try #require(fixture.engine.reply("ls").items.first)
            #expect(listed.text("created") == created && listed.text("state") == "recording", "\(listed)")
            fixture.engine.signal(SIGKILL)
            _ = fixture.engine.finish()
            let next = try EngineProcess([], library: fixture.engine.library, waitsForJack: false)
            let info = try next.ask("info", "memo")
            #expect(info.text("created") == created && info.text("end_reason") == "interrupted", "\(info)")
            #expect(info.int("preroll_frames") == 48_000 && info.int("start_frame") == Int(start) - 48_000, "\(info)")
            let report = FrameReport(try EngineFixture.samples(info.text("path")), .fine)
            // The number of that very frame: a busy machine makes this server skip periods.
            #expect(report.first == UInt32(fixture.probe.number(of: start &- 48_000)), "\(report)")
        }

        /// The words of a step are those of the verb that made it; `info` tells the peak of what is heard.
        @Test func undoTellsTheVerbAndThePeakOfWhatIsHeard() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 440, amplitude: 0.25))
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            let quiet = try fixture.engine.ask("info", "memo").double("peak_left_db")
            #expect(abs(quiet + 12) < 0.5, "\(quiet)")
            let louder = Probe("loud", sends: .sine(hertz: 1000, amplitude: 0.5))
            let loud = try #require(louder, "no probe")
            #expect(loud.connectOutputs(to: fixture.engine.name))
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 9600)
            try fixture.engine.reply("append", ["memo", "at-frame", "\(fixture.soon)"])
            fixture.probe.waitFor(frame: fixture.soon &+ 24_000)
            try fixture.engine.ask("stop", "what", "rec")
            let both = try fixture.engine.ask("info", "memo").double("peak_left_db")
            #expect(both > quiet + 3, "\(both)")
            #expect(try fixture.engine.ask("undo", "memo").text("undone") == "append")
            #expect(try fixture.engine.ask("info", "memo").double("peak_left_db") == quiet)
            #expect(try fixture.engine.ask("redo", "memo").text("redone") == "append")
            #expect(try fixture.engine.ask("info", "memo").double("peak_left_db") == both)
            // The first cut leaves 100 ms of the second take, as loud as the rest of it. The next cut leaves nothing of it.
            try fixture.engine.ask("cut", "memo", "from", "52800f", "until", "1h")
            #expect(try fixture.engine.ask("info", "memo").double("peak_left_db") > quiet + 3)
            #expect(try fixture.engine.ask("undo", "memo").text("undone") == "cut")
            try fixture.engine.ask("cut", "memo", "from", "47000f", "until", "1h")
            #expect(abs(try fixture.engine.ask("info", "memo").double("peak_left_db") - quiet) < 0.5)
            #expect(try fixture.engine.ask("undo", "memo").text("undone") == "cut")
        }
    }
}
