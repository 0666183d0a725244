// Room: integration tests. Proof of J4 on a real server.
import Control
import Dictation
import Studio
import Testing

extension Integration {
    @Suite struct FreewheelTests {
        /// The server runs as fast as it can, for more sound than the rings hold: every frame is there.
        @Test func everyFrameIsThereAtAnySpeed() throws {
            let scene = try Scene()
            try scene.engine.ask("rec", "name", "wheel")
            #expect(scene.probe.setFreewheel(true))
            let before = scene.probe.count
            for _ in 0..<300 where scene.probe.count - before < 60 * 48_000 { scene.probe.waitFor(frame: scene.probe.frameTime) }
            #expect(try scene.engine.ask("status")["freewheel"] == .flag(true))
            #expect(scene.probe.setFreewheel(false))
            let sent = scene.probe.count - before
            let stopped = try scene.engine.ask("stop")
            let report = FrameReport(try Scene.samples(stopped.text("path")), .fine)
            #expect(sent >= 60 * 48_000, "the server was not fast")
            // "Now" is somewhere in the period that the probe has counted already.
            #expect(stopped.int("frames") >= sent - scene.server.period)
            #expect(report.isClean && report.silent == 0, "\(report)")
            #expect(stopped.int("lost_frames") == 0 && stopped.int("missed_frames") == 0)
        }

        /// A locate whose sound is there before its command must not keep the callback.
        @Test func locatesInFreewheelDoNotHang() throws {
            let scene = try Scene()
            try scene.take("tape", at: scene.soon, frames: 5 * 48_000)
            #expect(scene.probe.setFreewheel(true))
            for round in 0..<40 {
                try scene.engine.reply("play", ["tape", "from", "\(round % 5)s"], timeout: 20)
                try scene.engine.ask("locate", "\(round * 311)f", timeout: 20)
            }
            let before = scene.probe.count
            scene.probe.waitFor(frame: scene.probe.frameTime)
            #expect(scene.probe.count > before)
            #expect(scene.probe.setFreewheel(false))
        }

        /// Played in freewheel the callback waits for the reader: no underrun, no frame left out.
        @Test func playsWholeAtAnySpeed() throws {
            let scene = try Scene(keeps: 120)
            let stopped = try scene.take("tape", at: scene.soon, frames: 20 * 48_000)
            let samples = try Scene.samples(stopped.text("path"))
            #expect(scene.probe.setFreewheel(true))
            try scene.engine.ask("play", "tape")
            for _ in 0..<100 where try scene.engine.ask("status").text("play_state") == "playing" {
                scene.probe.waitFor(frame: scene.probe.frameTime)
            }
            #expect(scene.probe.setFreewheel(false))
            let heard = scene.ear.heard
            let place = try #require(heard.firstIndex(of: samples[0]))
            #expect(heard[place...].prefix(samples.count).elementsEqual(samples))
            #expect(try scene.engine.ask("status").int("underruns") == 0)
        }
    }
}
