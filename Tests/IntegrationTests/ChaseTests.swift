// Tests playback of a take while it is still recorded: nothing is lost (R14).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct ChaseTests {
        /// The sound is the take, to the frame, and the take is whole.
        /// A WAV can be read as far as it is written, a FLAC by whole blocks only: a short run has the latter.
        @Test(arguments: ["wav", "flac"].few) func whatIsHeardIsWhatWasRecorded(format: String) throws {
            let fixture = try EngineFixture(keeps: 60)
            let start = fixture.soon
            _ = try fixture.engine.reply("rec", ["name", "chased", "at-frame", "\(start)", "format", format])
            // Real time: the writer gives sound to a reader by the clock, not by frames.
            fixture.wait(milliseconds: 3000)
            let first = fixture.probe.number(of: start)
            let before = fixture.now
            try fixture.engine.ask("play", "chased")
            // Two seconds are compared, and a busy machine begins late.
            fixture.wait(milliseconds: 3000)
            // The take is heard from its first frame on, frame by frame, while it grows.
            let heard = fixture.heard(before..<fixture.now)
            let place = try #require(heard.firstIndex(of: FrameCode.fine.encode(UInt32(first + 960))))
            let report = FrameReport(heard[place...].prefix(96_000), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            try fixture.engine.ask("locate", "4s")
            let sought = FrameCode.fine.encode(UInt32(first + 4 * 48_000 + 2400))
            // A busy machine may hear the new place late.
            Pause.until { fixture.heard(before..<fixture.now).contains(sought) }
            #expect(fixture.ear.heard[before...].contains(sought))
            let stopped = try fixture.engine.ask("stop", "what", "rec")
            let take = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(take.isClean && take.silent == 0 && take.first == UInt32(first), "\(take)")
            #expect(stopped.int("lost_frames") == 0 && stopped.int("missed_frames") == 0)
            // Playback passes the end that the take had, and goes on to its end now.
            #expect(try fixture.engine.ask("status").text("play_state") == "playing")
            #expect(try fixture.waitForEnd(seconds: 12))
            #expect(try fixture.engine.ask("status").int("position_frames") == stopped.int("frames"))
            #expect(try fixture.underruns == 0)
        }

        /// A take that goes into a recording is heard behind what was there before: its markers are counted from the start of
        /// the whole, while it grows and once it is closed, and the whole is then played.
        @Test(arguments: ["append", "insert"]) func markersOfATakeInARecordingStandInTheWhole(verb: String) throws {
            let fixture = try EngineFixture(keeps: 10)
            try fixture.take("memo", at: fixture.soon, frames: 48_000)
            try fixture.engine.ask("mark", "before", "in", "memo", "at", "12000f")
            let place = verb == "append" ? 48_000 : 24_000
            let start = fixture.soon
            try fixture.engine.reply(
                verb, ["memo", "at-frame", "\(start)"] + (verb == "append" ? [] : ["at", "\(place)f"]))
            fixture.probe.waitFor(frame: start &+ 48_000)
            try fixture.engine.ask("mark", "inside", "at-frame", "\(start &+ 24_000)")
            // Real time: the writer gives sound to a reader by the clock, not by frames.
            fixture.wait(milliseconds: 1500)
            try fixture.engine.ask("play", "memo", "from", "0")
            func expectMarkers(_ when: String) throws {
                for (name, frame) in [("before", 12_000), ("inside", place + 24_000)] {
                    let found = try? fixture.engine.ask("locate", "@\(name)").int("position_frames")
                    #expect(found == frame, "\(name) \(when)")
                }
            }
            try expectMarkers("while the take grows")
            try fixture.engine.ask("stop", "what", "rec")
            let length = try fixture.engine.ask("info", "memo").int("frames")
            // The whole is opened behind the end of the take, by threads that have to come to it.
            try Pause.until {
                let status = try fixture.engine.ask("status")
                return status["chasing"] == nil && status.int("duration_frames") == length
            }
            try expectMarkers("once it is closed")
            #expect(try fixture.engine.ask("status").int("duration_frames") == length)
            // The place of the playhead belongs to the recording, not to its last file.
            try fixture.engine.ask("pause")
            let paused = Int64(try fixture.engine.ask("status").int("position_frames"))
            let library = try Library(folder: fixture.engine.library)
            try Pause.until { try library.readRecording("memo").playPosition == paused }
            #expect(try library.readRecording("memo").playPosition == paused)
        }

        /// A take into a recording of another sample rate: its markers are counted at the rate of the recording, while it grows and
        /// once it is closed.
        @Test func markersOfATakeAreCountedAtTheRateOfTheRecording() throws {
            let fixture = try EngineFixture(keeps: 10)
            let path = fixture.engine.library + "/memo.wav"
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 44_100), rate: 44_100))
            let start = fixture.soon
            try fixture.engine.reply("append", ["memo", "at-frame", "\(start)"])
            fixture.probe.waitFor(frame: start &+ 48_000)
            try fixture.engine.ask("mark", "inside", "at-frame", "\(start &+ 24_000)")
            // Real time: the writer gives sound to a reader by the clock, not by frames.
            fixture.wait(milliseconds: 1500)
            try fixture.engine.ask("play", "memo", "from", "0")
            #expect(try fixture.engine.ask("locate", "@inside").int("position_frames") == 66_150)
            try fixture.engine.ask("stop", "what", "rec")
            try Pause.until { try fixture.engine.ask("status")["chasing"] == nil }
            #expect(try fixture.engine.ask("locate", "@inside").int("position_frames") == 66_150)
        }

        /// A take that is closed at any moment while it is being loaded is played as the closed recording that it is.
        @Test func aTakeClosedWhileItIsLoadedIsComplete() throws {
            // In a long period commands are under way for long.
            let fixture = try EngineFixture(period: 4096)
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            for round in stride(from: 0, to: 20, by: QuickRun.isOn ? 2 : 1) {
                let name = "take\(round)"
                try fixture.engine.reply("rec", ["name", name])
                // Sound to be played, which the writer gives by the clock.
                fixture.wait(milliseconds: 700)
                let play = try OSCMessage("/dicta/play", [.string(name), .string("from"), .string("0")]).encode()
                let stop = try OSCMessage("/dicta/stop", [.string("what"), .string("rec")]).encode()
                let before = client.answers.count
                try client.send(round < 10 ? play : stop)
                // Any moment of the tenth of a second that the first of them takes.
                Pause.milliseconds(UInt32(round % 10) * 10)
                try client.send(round < 10 ? stop : play)
                #expect(client.waits(for: before + 2, seconds: 5), "\(client.answers)")
                guard !client.answers.dropFirst(before).contains(where: { $0.path == "/dicta/play" && $0.isError }) else {
                    continue
                }
                let length = try fixture.engine.ask("info", name).int("frames")
                let status = try fixture.engine.ask("status")
                #expect(status.text("play_name") == name && status["chasing"] == nil, "round \(round): \(status)")
                #expect(status.int("duration_frames") == length, "round \(round): \(status)")
            }
        }

        /// At rate 2 playback catches up with the take. It then goes on at rate 1, a safe distance behind, and never runs
        /// dry.
        @Test func whoCatchesUpSlowsDown() throws {
            let fixture = try EngineFixture(keeps: 60)
            let start = fixture.soon
            _ = try fixture.engine.reply("rec", ["name", "chased", "at-frame", "\(start)"])
            // Real time, as the writer gives the sound. At rate 2 these seconds are caught up with in six more.
            fixture.wait(milliseconds: 6000)
            try fixture.engine.ask("rate", "2")
            try fixture.engine.ask("play", "chased")
            // In the midst of the way.
            fixture.wait(milliseconds: 1000)
            #expect(try fixture.engine.ask("status").double("effective_rate") == 2)
            fixture.wait(milliseconds: 6000)
            var distances: [Double] = []
            for _ in 0..<20 {
                let status = try fixture.engine.ask("status")
                distances.append(Double(status.int("elapsed_frames") - status.int("position_frames")) / 48)
                #expect(status.double("effective_rate") == 1 && status.double("play_rate") == 2)
                #expect(status.text("play_state") == "playing")
                // Twenty looks in two seconds and more.
                fixture.wait(milliseconds: 100)
            }
            print("MEASURED chase: \(distances.min() ?? 0)...\(distances.max() ?? 0) ms behind")
            #expect((distances.min() ?? 0) > 0 && (distances.max() ?? .infinity) < 4000, "\(distances)")
            // At rate 1 the samples are exact again.
            let report = FrameReport(fixture.heard((fixture.now - 24_000)..<(fixture.now - 2400)), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            let stopped = try fixture.engine.ask("stop", "what", "rec")
            let take = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(take.isClean && take.silent == 0, "\(take)")
            #expect(try fixture.waitForEnd(seconds: 8))
            let underruns = try fixture.underruns
            #expect(underruns == 0)
        }
    }
}
