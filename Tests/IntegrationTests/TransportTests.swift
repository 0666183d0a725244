// Room: integration tests. JACK's transport, moved by the real jack_transport, followed and led to the frame (C6).
import Control
import Dictation
import Glibc
import Studio
import Testing
import Workbench

extension Integration {
    @Suite struct TransportTests {
        /// Lines for the program, one after the other.
        private func transport(_ scene: Scene, _ lines: String...) {
            let text = (lines + ["quit"]).map { $0 + "\\n" }.joined()
            let run = Process.run(
                "/bin/sh", ["-c", "printf '\(text)' | jack_transport"],
                environment: scene.server.environment.merging(["HOME": "/tmp", "TERM": "dumb"]) { $1 })
            #expect(run.code == 0, "\(run)")
        }

        /// Of a WAV's bext chunk.
        private static func timeReference(_ path: String) throws -> UInt64 {
            let script =
                "import sys,struct; b=open(sys.argv[1],'rb').read(); i=b.index(b'bext'); print(struct.unpack_from('<Q',b,i+8+338)[0])"
            let output = Process.python(script, [path]).output
            return try #require(UInt64(output.dropLast()), "\(output)")
        }

        private func tape(_ scene: Scene, seconds: Int = 10) throws -> [SIMD2<Float>] {
            let stopped = try scene.take("tape", at: scene.soon, frames: seconds * 48_000)
            return try Scene.samples(stopped.text("path"))
        }

        /// From the roll's first frame to its last, whatever the writer was doing; with a tail, so much more.
        @Test(arguments: [(0, 256), (12_000, 1024), (0, 64)]) func aRollRecordsItsVeryFrames(tail: Int, period: Int) throws {
            let settings = "transport = follow\ntransport-roll = records\ntransport-tail = \(tail)f\n"
            let scene = try Scene(period: period, settings: settings)
            let witness = try #require(TransportWitness())
            for round in 0..<3 {
                transport(scene, "play")
                let roll = try #require(witness.change(2 * round))
                scene.probe.waitFor(frame: roll.jackFrame &+ 30_000 &+ UInt32(round * 7000))
                transport(scene, "stop")
                let halt = try #require(witness.change(2 * round + 1))
                var item: Fields?
                for _ in 0..<200 where item == nil {
                    _ = usleep(50_000)
                    let items = try scene.engine.reply("ls").items
                    let isIdle = try scene.engine.ask("status").text("record_state") == "idle"
                    if items.count == round + 1, isIdle { item = items.max { $0.text("name") < $1.text("name") } }
                }
                let info = try scene.engine.ask("info", try #require(item).text("name"))
                let samples = try Scene.samples(info.text("path"))
                #expect(samples.count == Int(halt.jackFrame &- roll.jackFrame) + tail)
                let report = FrameReport(samples, .fine)
                #expect(report.isClean && report.first == UInt32(scene.probe.number(of: roll.jackFrame)), "\(report)")
                // Both times are kept: JACK's, and the transport's, where other programs put the file (issue 12 no. 26).
                #expect(info.int("transport_frame") == Int(roll.place) && info.int("start_frame") == Int(roll.jackFrame))
                #expect(try Self.timeReference(info.text("path")) == UInt64(roll.place))
                _ = usleep(1_100_000)
            }
        }

        /// At the transport's frame the same frame of the recording is heard, from the first one of each roll on: after a locate
        /// right before it, too, since the transport waits for the sound.
        @Test func aRollPlaysItsVeryFrames() throws {
            let scene = try Scene(period: 256, keeps: 90)
            let samples = try tape(scene)
            let witness = try #require(TransportWitness())
            try scene.engine.ask("play", "tape")
            try scene.engine.ask("pause")
            #expect(try scene.engine.ask("transport", "follow").text("transport") == "follow")
            var number = 0
            for place in [96_000, 300_001, 17, 200_000] {
                transport(scene, "locate \(place)", "play")
                let roll = try #require(witness.change(number))
                #expect(roll.place == UInt32(place))
                scene.probe.waitFor(frame: roll.jackFrame &+ 24_000)
                transport(scene, "stop")
                let halt = try #require(witness.change(number + 1))
                number += 2
                let length = Int(halt.jackFrame &- roll.jackFrame)
                let first = scene.ear.number(of: roll.jackFrame)
                scene.probe.waitFor(frame: halt.jackFrame &+ 4800)
                let heard = scene.ear.heard
                #expect(heard[first - 1] == .zero)
                let isExact = heard[first + 240..<first + length].elementsEqual(samples[place + 240..<place + length])
                #expect(isExact, "from \(place)")
                #expect(heard[first + length + 240] == .zero)
                #expect(try scene.engine.ask("status").int("position_frames") == place + length)
            }
            #expect(try scene.engine.ask("status").int("underruns") == 0)
        }

        /// Moved while it rolls it stops for a moment and goes on at the new place, in step; so does a recording that is switched
        /// to follow while the transport rolls already.
        @Test func aMovedRollStaysInStep() throws {
            let scene = try Scene(period: 256, keeps: 90)
            let samples = try tape(scene)
            let witness = try #require(TransportWitness())
            try scene.engine.ask("play", "tape")
            try scene.engine.ask("pause")
            transport(scene, "locate 48000", "play")
            let before = try #require(witness.change(0))
            try scene.engine.ask("transport", "follow")
            scene.probe.waitFor(frame: scene.probe.frameTime &+ 48_000)
            try expectStep(scene, samples, from: before)
            transport(scene, "locate 250000")
            let moved = try #require(witness.change(2))
            #expect(moved.isRolling && moved.place == 250_000)
            scene.probe.waitFor(frame: moved.jackFrame &+ 30_000)
            try expectStep(scene, samples, from: moved)
            // Past the end there is nothing to wait for, nor to hear.
            transport(scene, "locate 9000000")
            let beyond = try #require(witness.change(4, within: 1))
            scene.probe.waitFor(frame: beyond.jackFrame &+ 4800)
            #expect(scene.ear.heard[scene.ear.number(of: beyond.jackFrame) + 2400] == .zero)
        }

        private func expectStep(_ scene: Scene, _ samples: [SIMD2<Float>], from roll: TransportWitness.Change) throws {
            let now = scene.ear.heard.prefix(scene.ear.count).endIndex - 2000
            let place = Int(roll.place) + now - scene.ear.number(of: roll.jackFrame)
            let heard = scene.ear.heard[now - 2000..<now]
            #expect(heard.elementsEqual(samples[place - 2000..<place]))
        }

        /// Led, the transport does what the player does, and each roll begins with its frame.
        @Test func playingLeadsTheTransport() throws {
            let scene = try Scene(period: 256, keeps: 90, settings: "transport = lead\n")
            let samples = try tape(scene)
            let witness = try #require(TransportWitness())
            let played = try scene.engine.ask("play", "tape", "from", "1s")
            let roll = try #require(witness.change(0))
            #expect(roll.place == 48_000 && played.int("at_frame") == Int(roll.jackFrame))
            scene.probe.waitFor(frame: roll.jackFrame &+ 24_000)
            try expectStep(scene, samples, from: roll)
            try scene.engine.ask("locate", "4s")
            let moved = try #require(witness.change(2))
            #expect(moved.place == 192_000)
            scene.probe.waitFor(frame: moved.jackFrame &+ 24_000)
            try expectStep(scene, samples, from: moved)
            try scene.engine.ask("pause")
            #expect(try #require(witness.change(3)).isRolling == false)
            try scene.engine.ask("locate", "2s")
            // The server takes it with its next period.
            _ = usleep(100_000)
            #expect(witness.place == 96_000)
            try scene.engine.ask("resume")
            let again = try #require(witness.change(4))
            #expect(again.place == 96_000)
            scene.probe.waitFor(frame: again.jackFrame &+ 24_000)
            try expectStep(scene, samples, from: again)
            try scene.engine.ask("stop")
            #expect(try #require(witness.change(5)).isRolling == false)
            _ = usleep(100_000)
            #expect(witness.place == 0)
            #expect(try scene.engine.ask("status").text("play_state") == "stopped")
        }

        /// Left alone, neither moves the other; and the mode is kept.
        @Test func offIsOff() throws {
            let scene = try Scene(keeps: 30)
            let samples = try tape(scene, seconds: 2)
            let witness = try #require(TransportWitness())
            try scene.engine.ask("play", "tape")
            try scene.engine.ask("pause")
            transport(scene, "play")
            let roll = try #require(witness.change(0, within: 2))
            scene.probe.waitFor(frame: roll.jackFrame &+ 24_000)
            let status = try scene.engine.ask("status")
            #expect(status.text("play_state") == "paused" && status.text("record_state") == "idle")
            #expect(status.text("transport_state") == "rolling" && status.int("transport_frame") > 0)
            transport(scene, "stop")
            try scene.engine.ask("play")
            #expect(try #require(witness.change(1)).isRolling == false && witness.changes.count == 2)
            _ = samples
            let words = try scene.engine.reply("transport", ["mode", "follow", "roll", "records", "tail", "1.5s"]).fields
            #expect(words.text("transport_roll") == "records" && words.double("transport_tail_seconds") == 1.5)
            let text = try #require(Files.read(scene.engine.settings))
            #expect(text.contains("\ntransport = follow\n") && text.contains("\ntransport-tail = 1.5s\n"))
        }
    }
}
