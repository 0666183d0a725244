// Tests playback of a take while it is still recorded: nothing is lost (R14).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct ChaseTests {
        /// The sound is the take, to the frame, and the take is whole.
        @Test(arguments: ["wav", "flac"].few) func whatIsHeardIsWhatWasRecorded(format: String) throws {
            let fixture = try EngineFixture(keeps: 60)
            let start = fixture.soon
            _ = try fixture.engine.reply("rec", ["name", "chased", "at-frame", "\(start)", "format", format])
            fixture.wait(milliseconds: 3000)
            let first = fixture.probe.number(of: start)
            let before = fixture.now
            try fixture.engine.ask("play", "chased")
            fixture.wait(milliseconds: 3000)
            // The take is heard from its first frame on, frame by frame, while it grows.
            let heard = fixture.heard(before..<fixture.now)
            let place = try #require(heard.firstIndex(of: FrameCode.fine.encode(UInt32(first + 960))))
            let report = FrameReport(heard[place...].prefix(96_000), .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            try fixture.engine.ask("locate", "4s")
            fixture.wait(milliseconds: 500)
            #expect(fixture.ear.heard[before...].contains(FrameCode.fine.encode(UInt32(first + 4 * 48_000 + 2400))))
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

        /// At rate 2 playback catches up with the take. It then goes on at rate 1, a safe distance behind, and never runs
        /// dry.
        @Test func whoCatchesUpSlowsDown() throws {
            let fixture = try EngineFixture(keeps: 60)
            let start = fixture.soon
            _ = try fixture.engine.reply("rec", ["name", "chased", "at-frame", "\(start)"])
            fixture.wait(milliseconds: 6000)
            try fixture.engine.ask("rate", "2")
            try fixture.engine.ask("play", "chased")
            fixture.wait(milliseconds: 1000)
            #expect(try fixture.engine.ask("status").double("effective_rate") == 2)
            fixture.wait(milliseconds: 6000)
            var distances: [Double] = []
            for _ in 0..<20 {
                let status = try fixture.engine.ask("status")
                distances.append(Double(status.int("elapsed_frames") - status.int("position_frames")) / 48)
                #expect(status.double("effective_rate") == 1 && status.double("play_rate") == 2)
                #expect(status.text("play_state") == "playing")
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
