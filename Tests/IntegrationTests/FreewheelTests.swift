// Tests freewheel: takes and playback lose no frame at any speed (J4).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct FreewheelTests {
        /// The server runs as fast as it can, for more audio than the rings hold: every frame is recorded.
        @Test func everyFrameIsThereAtAnySpeed() throws {
            let fixture = try EngineFixture()
            try fixture.engine.ask("rec", "name", "wheel")
            #expect(fixture.probe.setFreewheel(true))
            let before = fixture.probe.count
            // A server that is late misses frames before it freewheels, and none then.
            try Pause.until { try fixture.engine.ask("status")["freewheel"] == .flag(true) }
            let missed = try fixture.engine.ask("status").int("missed_frames")
            Pause.until(120) { fixture.probe.count - before >= 60 * 48_000 }
            let status = try fixture.engine.ask("status")
            #expect(status["freewheel"] == .flag(true) && status.int("missed_frames") == missed, "\(status)")
            #expect(fixture.probe.setFreewheel(false))
            let sent = fixture.probe.count
            let stopped = try fixture.engine.ask("stop")
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(sent - before >= 60 * 48_000, "the server stood still")
            // A take without a frame begins at JACK's estimate of the current one, which is ahead of the frames for a second or two
            // after a late period. The frame of the stop lies in the period that the probe has counted already.
            let first = Int(try #require(report.first))
            #expect(first <= before + 96_000 && first + stopped.int("frames") >= sent - fixture.server.period, "\(first) \(sent)")
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            #expect(stopped.int("lost_frames") == 0)
        }

        /// A locate must not block the callback when its sound is ready before its command.
        @Test func locatesInFreewheelDoNotHang() throws {
            let fixture = try EngineFixture()
            try fixture.take("tape", at: fixture.soon, frames: 5 * 48_000)
            #expect(fixture.probe.setFreewheel(true))
            for round in 0..<40 {
                try fixture.engine.reply("play", ["tape", "from", "\(round % 5)s"], timeout: 20)
                try fixture.engine.ask("locate", "\(round * 311)f", timeout: 20)
            }
            let before = fixture.probe.count
            // A wait for the current frame may return within the period that the probe has counted.
            Pause.until { fixture.probe.count != before }
            #expect(fixture.probe.count > before)
            #expect(fixture.probe.setFreewheel(false))
        }

        /// In freewheel the callback waits for the reader: no underrun, no missing frame.
        @Test func playsWholeAtAnySpeed() throws {
            // On a busy machine a minute of sound and more passes before the answer to the command.
            let fixture = try EngineFixture(keeps: 300)
            #expect(fixture.probe.setFreewheel(true))
            let stopped = try fixture.engine.ask("rec", "name", "tape", "for", "\(20 * 48_000)f", "wait", "yes")
            #expect(fixture.probe.setFreewheel(false))
            let samples = try EngineFixture.samples(stopped.text("path"))
            // The frame is far enough ahead that the server freewheels by then. A play that is sent to a freewheeling server comes
            // after minutes of silence on a busy machine.
            let begin = fixture.probe.frameTime &+ 6 * 48_000
            try fixture.engine.ask("play", "tape", "at-frame", "\(begin)")
            #expect(fixture.probe.setFreewheel(true))
            let end = fixture.ear.count + 30 * 48_000
            Pause.until(60) { fixture.ear.count >= end }
            #expect(fixture.probe.setFreewheel(false))
            #expect(try fixture.engine.ask("status").text("play_state") == "stopped")
            let heard = fixture.ear.heard
            let place = try #require(heard.firstIndex(of: samples[0]))
            let isWhole = heard[place...].prefix(samples.count).elementsEqual(samples)
            #expect(isWhole, "\(samples.count) frames from \(place) of \(heard.count)")
            #expect(try fixture.engine.ask("status").int("underruns") == 0)
        }

        /// A freewheeling server runs as fast as it can: a realtime thread that keeps up with it would stop the machine.
        @Test func noThreadIsRealtimeInFreewheel() throws {
            let fixture = try EngineFixture()
            let process = try #require(fixture.engine.process?.pid)
            try fixture.take("tape", at: fixture.soon, frames: 48_000)
            try fixture.engine.ask("monitor", "pitch", "pitch", "300")
            try fixture.engine.ask("play", "tape")
            // Each thread asks for the policy in its own turn.
            let both: Set = ["dicta-reader", "dicta-monitor"]
            Pause.until { both.isSubset(of: RealtimeThread.all(of: process).map(\.name)) }
            let usual = Set(RealtimeThread.all(of: process).map(\.name))
            #expect(usual.isSuperset(of: both), "\(usual)")
            #expect(fixture.probe.setFreewheel(true))
            try fixture.engine.ask("locate", "0")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            Pause.until { RealtimeThread.all(of: process).isEmpty }
            #expect(RealtimeThread.all(of: process).map(\.name) == [])
            #expect(fixture.probe.setFreewheel(false))
            try fixture.engine.ask("locate", "0")
            Pause.until { Set(RealtimeThread.all(of: process).map(\.name)) == usual }
            #expect(Set(RealtimeThread.all(of: process).map(\.name)) == usual)
        }
    }
}
