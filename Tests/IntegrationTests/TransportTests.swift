// Tests JACK's transport, moved by the real jack_transport: followed and led to the frame (C6).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct TransportTests {
        /// Runs jack_transport with these lines, one after the other.
        private func transport(_ fixture: EngineFixture, _ lines: String...) {
            let text = (lines + ["quit"]).map { $0 + "\\n" }.joined()
            let run = Process.run(
                "/bin/sh", ["-c", "printf '\(text)' | jack_transport"],
                environment: fixture.server.environment.merging(["HOME": "/tmp", "TERM": "dumb"]) { $1 })
            #expect(run.code == 0, "\(run)")
        }

        /// Time reference in the bext chunk of a WAV file.
        private static func timeReference(_ path: String) throws -> UInt64 {
            let script =
                "import sys,struct; b=open(sys.argv[1],'rb').read(); i=b.index(b'bext'); print(struct.unpack_from('<Q',b,i+8+338)[0])"
            let output = Process.python(script, [path]).output
            return try #require(UInt64(output.dropLast()), "\(output)")
        }

        private func wave(_ fixture: EngineFixture, seconds: Int = 10) throws -> [SIMD2<Float>] {
            let stopped = try fixture.take("tape", at: fixture.soon, frames: seconds * 48_000)
            return try EngineFixture.samples(stopped.text("path"))
        }

        /// The take runs from the first frame of the roll to its last, or longer by the tail, at any moment of the writer.
        /// A tail and a long period are one case; periods of one step of the writer and of a part of it the others.
        @Test(arguments: [(0, 256), (12_000, 1024), (0, 64)].few) func aRollRecordsItsVeryFrames(tail: Int, period: Int) throws {
            let settings = "transport = follow\ntransport-roll = records\ntransport-tail = \(tail)f\n"
            let fixture = try EngineFixture(period: period, settings: settings)
            let witness = try #require(TransportWitness())
            var known: Set<String> = []
            for round in 0..<3 {
                transport(fixture, "play")
                let roll = try #require(witness.change(2 * round))
                fixture.probe.waitFor(frame: roll.jackFrame &+ 30_000 &+ UInt32(round * 7000))
                transport(fixture, "stop")
                let halt = try #require(witness.change(2 * round + 1))
                var item: Fields?
                try Pause.until(10) {
                    let items = try fixture.engine.reply("ls").items
                    let isIdle = try fixture.engine.ask("status").text("record_state") == "idle"
                    if items.count == round + 1, isIdle { item = items.first { !known.contains($0.text("name")) } }
                    return item != nil
                }
                let name = try #require(item).text("name")
                known.insert(name)
                let info = try fixture.engine.ask("info", name)
                let samples = try EngineFixture.samples(info.text("path"))
                #expect(samples.count == Int(halt.jackFrame &- roll.jackFrame) + tail)
                let report = FrameReport(samples, .fine)
                #expect(report.isClean && report.first == UInt32(fixture.probe.number(of: roll.jackFrame)), "\(report)")
                // The file keeps both times: JACK's, and the transport's, at which other programs place the file (issue 12
                // no. 26).
                #expect(info.int("transport_frame") == Int(roll.place) && info.int("start_frame") == Int(roll.jackFrame))
                #expect(try Self.timeReference(info.text("path")) == UInt64(roll.place))
            }
        }

        /// Sound played along with a roll comes in later, by the latency of the outputs and that of the inputs: the take
        /// begins and ends so much later, also where the roll is shorter than that. Its file goes back to the place of the roll.
        @Test(arguments: [(480, 960), (20_000, 4_000)] as [(UInt32, UInt32)])
        func aRollIsAsLateAsWhatIsPlayedAlong(capture: UInt32, playback: UInt32) throws {
            let fixture = try EngineFixture(period: 256, settings: "transport = follow\ntransport-roll = records\n")
            let card = try #require(FarNeighbour("card", capture: capture, playback: playback))
            let name = fixture.engine.name
            #expect(fixture.probe.connect("\(card.name):out", "\(name):in_r"))
            #expect(fixture.probe.connect("\(name):out_r", "\(card.name):in"))
            Pause.until {
                fixture.probe.latency(of: "\(name):in_r", isCapture: true)?.upperBound == Int(capture)
                    && fixture.probe.latency(of: "\(name):out_r", isCapture: false)?.upperBound == Int(playback)
            }
            let witness = try #require(TransportWitness())
            transport(fixture, "locate 12345", "play")
            let roll = try #require(witness.change(0))
            fixture.probe.waitFor(frame: roll.jackFrame &+ 9600)
            transport(fixture, "stop")
            let halt = try #require(witness.change(1))
            var items: [Fields] = []
            try Pause.until {
                items = try fixture.engine.reply("ls").items
                return try items.count == 1 && fixture.engine.ask("status").text("record_state") == "idle"
            }
            let info = try fixture.engine.ask("info", try #require(items.first).text("name"))
            let samples = try EngineFixture.samples(info.text("path"))
            #expect(samples.count == Int(halt.jackFrame &- roll.jackFrame))
            let report = FrameReport(samples, .fine)
            #expect(
                report.isClean && report.first == UInt32(fixture.probe.number(of: roll.jackFrame &+ capture &+ playback)),
                "\(report)")
            #expect(info.int("transport_frame") == Int(roll.place) && roll.place == 12_345)
            #expect(try Self.timeReference(info.text("path")) == UInt64(roll.place))
        }

        /// Rolls that begin and end while the tail of an earlier one is written are recorded afterwards, each by itself.
        @Test func aRollInsideATailIsRecorded() throws {
            // Longer than a busy machine needs for the second roll.
            let tail = 4 * 48_000
            let settings = "transport = follow\ntransport-roll = records\ntransport-tail = \(tail)f\n"
            let fixture = try EngineFixture(settings: settings)
            let witness = try #require(TransportWitness())
            var rolls: [(start: UInt32, end: UInt32)] = []
            for number in 0..<2 {
                transport(fixture, "play")
                let start = try #require(witness.change(2 * number)).jackFrame
                fixture.probe.waitFor(frame: start &+ 9600)
                transport(fixture, "stop")
                rolls.append((start, try #require(witness.change(2 * number + 1)).jackFrame))
            }
            try #require(Int(rolls[1].end &- rolls[0].end) < tail, "the second roll ended too late to be inside the tail")
            fixture.probe.skip(to: rolls[1].end &+ UInt32(tail))
            fixture.probe.waitFor(frame: rolls[1].end &+ UInt32(tail))
            var items: [Fields] = []
            try Pause.until {
                items = try fixture.engine.reply("ls", ["sort", "name"]).items
                return try items.count == 2 && fixture.engine.ask("status").text("record_state") == "idle"
            }
            try #require(items.count == 2, "\(items)")
            for (item, roll) in zip(items, rolls) {
                let samples = try EngineFixture.samples(try fixture.engine.ask("info", item.text("name")).text("path"))
                #expect(samples.count == Int(roll.end &- roll.start) + tail)
                let report = FrameReport(samples, .fine)
                #expect(report.isClean && report.first == UInt32(fixture.probe.number(of: roll.start)), "\(report)")
            }
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
        }

        /// At each transport frame the same frame of the recording is heard, from the first of each roll on: also right
        /// after a locate, since the transport waits for the sound.
        @Test func aRollPlaysItsVeryFrames() throws {
            let fixture = try EngineFixture(period: 256, keeps: 90)
            let samples = try wave(fixture)
            let witness = try #require(TransportWitness())
            try fixture.engine.ask("play", "tape")
            try fixture.engine.ask("pause")
            #expect(try fixture.engine.ask("transport", "follow").text("transport") == "follow")
            var number = 0
            for place in [96_000, 300_001, 17, 200_000] {
                transport(fixture, "locate \(place)", "play")
                let roll = try #require(witness.change(number))
                #expect(roll.place == UInt32(place))
                fixture.probe.waitFor(frame: roll.jackFrame &+ 24_000)
                transport(fixture, "stop")
                let halt = try #require(witness.change(number + 1))
                number += 2
                let length = Int(halt.jackFrame &- roll.jackFrame)
                let first = fixture.ear.number(of: roll.jackFrame)
                fixture.probe.waitFor(frame: halt.jackFrame &+ 4800)
                let heard = fixture.ear.heard
                #expect(heard[first - 1] == .zero)
                let isExact = heard[first + 240..<first + length].elementsEqual(samples[place + 240..<place + length])
                #expect(isExact, "from \(place)")
                #expect(heard[first + length + 240] == .zero)
                #expect(try fixture.engine.ask("status").int("position_frames") == place + length)
            }
            #expect(try fixture.engine.ask("status").int("underruns") == 0)
        }

        /// A locate during a roll: playback stops for a moment and goes on at the new position, in step. So does a recording
        /// that is set to follow a transport that already rolls.
        @Test func aMovedRollStaysInStep() throws {
            let fixture = try EngineFixture(period: 256, keeps: 90)
            let samples = try wave(fixture)
            let witness = try #require(TransportWitness())
            try fixture.engine.ask("play", "tape")
            try fixture.engine.ask("pause")
            transport(fixture, "locate 48000", "play")
            let before = try #require(witness.change(0))
            try fixture.engine.ask("transport", "follow")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 48_000)
            try expectStep(fixture, samples, from: before)
            transport(fixture, "locate 250000")
            let moved = try #require(witness.change(2))
            #expect(moved.isRolling && moved.place == 250_000)
            fixture.probe.waitFor(frame: moved.jackFrame &+ 30_000)
            try expectStep(fixture, samples, from: moved)
            // Past the end the transport does not wait, and no sound is heard.
            transport(fixture, "locate 9000000")
            let beyond = try #require(witness.change(4, within: 1))
            fixture.probe.waitFor(frame: beyond.jackFrame &+ 4800)
            #expect(fixture.ear.heard[fixture.ear.number(of: beyond.jackFrame) + 2400] == .zero)
        }

        private func expectStep(_ fixture: EngineFixture, _ samples: [SIMD2<Float>], from roll: TransportWitness.Change) throws {
            let now = fixture.ear.heard.prefix(fixture.ear.count).endIndex - 2000
            let place = Int(roll.place) + now - fixture.ear.number(of: roll.jackFrame)
            let isInStep = fixture.ear.heard[now - 2000..<now].elementsEqual(samples[place - 2000..<place])
            let heard = FrameReport(fixture.ear.heard[fixture.ear.number(of: roll.jackFrame)..<now], .fine)
            let first = FrameReport(samples[Int(roll.place)...].prefix(1), .fine).first ?? 0
            let underruns = try fixture.underruns
            #expect(
                isInStep,
                "from \(heard.first ?? 0) instead of \(first), \(underruns) underruns, xruns at \(fixture.probe.xruns): \(heard)")
        }

        /// In lead mode the transport does what the player does, and each roll begins at the player's frame.
        @Test func playingLeadsTheTransport() throws {
            let fixture = try EngineFixture(period: 256, keeps: 90, settings: "transport = lead\n")
            let samples = try wave(fixture)
            let witness = try #require(TransportWitness())
            let played = try fixture.engine.ask("play", "tape", "from", "1s")
            let roll = try #require(witness.change(0))
            #expect(roll.place == 48_000 && played.int("at_frame") == Int(roll.jackFrame))
            fixture.probe.waitFor(frame: roll.jackFrame &+ 24_000)
            try expectStep(fixture, samples, from: roll)
            try fixture.engine.ask("locate", "4s")
            let moved = try #require(witness.change(2))
            #expect(moved.place == 192_000)
            fixture.probe.waitFor(frame: moved.jackFrame &+ 24_000)
            try expectStep(fixture, samples, from: moved)
            try fixture.engine.ask("pause")
            #expect(try #require(witness.change(3)).isRolling == false)
            try fixture.engine.ask("locate", "2s")
            // The server takes the new position in its next period.
            Pause.until { witness.place == 96_000 }
            #expect(witness.place == 96_000)
            try fixture.engine.ask("resume")
            let again = try #require(witness.change(4))
            #expect(again.place == 96_000)
            fixture.probe.waitFor(frame: again.jackFrame &+ 24_000)
            try expectStep(fixture, samples, from: again)
            try fixture.engine.ask("stop")
            #expect(try #require(witness.change(5)).isRolling == false)
            Pause.until { witness.place == 0 }
            #expect(witness.place == 0)
            #expect(try fixture.engine.ask("status").text("play_state") == "stopped")
        }

        /// In lead mode a stop to come that `play` takes back leaves the transport rolling.
        @Test func aStopThatIsTakenBackLeavesTheTransportRolling() throws {
            let fixture = try EngineFixture(period: 256, settings: "transport = lead\n")
            _ = try wave(fixture)
            try fixture.engine.ask("play", "tape")
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            let far = Int64(fixture.probe.frameTime &+ 600 * 48_000)
            try client.send(try OSCMessage("/dicta/stop", [.string("at-frame"), .int64(far)]).encode())
            try Pause.until { try fixture.engine.ask("status").text("play_pending") != "" }
            try fixture.engine.ask("play")
            #expect(client.waits(for: 1, seconds: 5) && client.answers[0].isError, "\(client.answers)")
            // Frames that a stop would have ended.
            fixture.wait(milliseconds: 500)
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "playing" && status.text("transport_state") == "rolling", "\(status)")
            #expect(status.int("position_frames") > 20_000, "\(status)")
        }

        /// In mode off neither moves the other; the mode is saved in the settings.
        @Test func offIsOff() throws {
            let fixture = try EngineFixture(keeps: 30)
            let samples = try wave(fixture, seconds: 2)
            let witness = try #require(TransportWitness())
            try fixture.engine.ask("play", "tape")
            try fixture.engine.ask("pause")
            transport(fixture, "play")
            let roll = try #require(witness.change(0, within: 2))
            fixture.probe.waitFor(frame: roll.jackFrame &+ 24_000)
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "paused" && status.text("record_state") == "idle")
            #expect(status.text("transport_state") == "rolling" && status.int("transport_frame") > 0)
            transport(fixture, "stop")
            try fixture.engine.ask("play")
            #expect(try #require(witness.change(1)).isRolling == false && witness.changes.count == 2)
            _ = samples
            let words = try fixture.engine.reply("transport", ["mode", "follow", "roll", "records", "tail", "1.5s"]).fields
            #expect(words.text("transport_roll") == "records" && words.double("transport_tail_seconds") == 1.5)
            let text = try #require(Files.read(fixture.engine.settings))
            #expect(text.contains("\ntransport = follow\n") && text.contains("\ntransport-tail = 1.5s\n"))
        }
    }
}
