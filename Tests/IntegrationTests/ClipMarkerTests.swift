// Tests the markers where an input clips (R20).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct ClipMarkerTests {
        /// The frames that have to be marked, by the samples of the file.
        private func wanted(_ samples: [SIMD2<Float>]) -> [Int] {
            var frames: [Int] = []
            for (frame, sample) in samples.enumerated() where max(abs(sample[0]), abs(sample[1])) >= 1 - 0x1p-15 {
                if frames.last.map({ frame - $0 >= 48_000 }) ?? true { frames.append(frame) }
            }
            return frames
        }

        /// A marker at the very frame, one a second at most, in the pre-roll too, and in each part by itself; off by default.
        @Test func clipsAreMarkedAtTheirFrames() throws {
            let fixture = try EngineFixture(sends: .sine(hertz: 997, amplitude: 1), settings: "rec-clip-markers = on\n")
            let engine = fixture.engine
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 72_000)
            let start = fixture.soon
            try engine.ask("rec", "name", "loud", "at-frame", "\(start)", "preroll", "1s")
            try engine.ask("mark", "name", "mine", "at-frame", "\(start &+ 10_000)")
            fixture.probe.waitFor(frame: start &+ 60_000)
            let running = try engine.reply("marks")
            #expect(running.items.contains { $0.text("name") == "Clip" && $0.int("frames") < 48_000 }, "\(running)")
            try engine.ask("split")
            // The part gets more than a second of sound. Frames are counted: JACK's estimate of the current frame goes on while the
            // server waits for a late client.
            let enough = fixture.probe.count + 80_000
            Pause.until { fixture.probe.count >= enough }
            try engine.ask("stop")
            for name in ["loud", "loud (2)"] {
                let path = try engine.ask("info", name).text("path")
                let frames = wanted(try EngineFixture.samples(path))
                let marks = try engine.reply("marks", [name]).items.filter { $0.text("name") == "Clip" }
                #expect(
                    frames.count >= 2 && marks.map { $0.int("frames") } == frames,
                    "\(marks.map { $0.int("frames") }), not \(frames)")
                // Other programs find them in the file.
                #expect(try WaveTags(path: path).markers.filter { $0.name == "Clip" }.map { Int($0.frame) } == frames)
            }
            #expect(try engine.reply("marks", ["loud"]).items.contains { $0.text("name") == "mine" })
            try engine.reply("set", ["rec-clip-markers", "value", "off"])
            try fixture.take("plain", at: fixture.soon, frames: 24_000)
            #expect(try engine.reply("marks", ["plain"]).items.isEmpty)
        }

        /// A kill keeps the markers, as it keeps those of users.
        @Test func aKillKeepsThem() throws {
            let fixture = try EngineFixture(
                sends: .sine(hertz: 997, amplitude: 1), synchronous: false, settings: "rec-clip-markers = on\n")
            try fixture.engine.ask("rec", "name", "loud")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 80_000)
            // A marker that is told is in the journal.
            try Pause.until { try !fixture.engine.reply("marks").items.isEmpty }
            fixture.engine.signal(SIGKILL)
            _ = fixture.engine.finish()
            try fixture.engine.restart()
            #expect(try fixture.engine.reply("marks", ["loud"]).items.count >= 1)
        }
    }
}
