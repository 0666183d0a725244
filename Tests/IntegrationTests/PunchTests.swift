// Tests punch and roll: the lead is heard, and the take begins and ends at its very frames (R16).
import Control
import Dictation
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct PunchTests {
        @Test func theTakeBeginsWhereTheLeadEnds() throws {
            let fixture = try EngineFixture.memo(keeps: 40)
            let memo = try EngineFixture.samples("\(fixture.engine.library)/memo.wav")
            let answer = try fixture.engine.reply(
                "overwrite", ["memo", "at", "1.5s", "lead", "1s", "until", "1.75s", "wait", "yes"], timeout: 30)
            let segment = try EngineFixture.samples(answer.fields.text("segment_path"))
            #expect(segment.count == 12_000)
            let report = FrameReport(segment, .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            // The number of the first frame tells the frame of the punch.
            let first = Int(try #require(report.first))
            fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 24_000)
            let heard = fixture.ear.heard
            let now = fixture.ear.frameTime
            let shift = fixture.ear.number(of: now) - fixture.probe.number(of: now)
            let punch = first + shift
            // The lead fades in during its first 5 ms.
            let isWhole = Array(heard[punch - 47_760..<punch]) == Array(memo[24_240..<72_000])
            #expect(isWhole, "the lead is not what the recording has before the punch")
            // The sound that was there fades out in 5 ms.
            #expect(heard[punch + 240..<punch + 24_000].allSatisfy { $0 == .zero })
            // The timeline is as long as before.
            #expect(try fixture.engine.ask("info", "memo").int("frames") == 192_000)
        }

        /// Sound played to the lead comes in later, by the latency of the outputs and that of the inputs: the take begins so
        /// much later, and lies where it was played. A latency that no sound has shifts nothing.
        @Test(arguments: [(480, 960, 1440), (nil, nil, 0)] as [(UInt32?, UInt32?, Int)])
        func theTakeIsAsLateAsWhatIsPlayedAlong(capture: UInt32?, playback: UInt32?, shift: Int) throws {
            let fixture = try EngineFixture.memo(keeps: 40)
            let memo = try EngineFixture.samples("\(fixture.engine.library)/memo.wav")
            let card = try #require(FarNeighbour("card", capture: capture, playback: playback))
            #expect(fixture.probe.connect("\(card.name):out", "\(fixture.engine.name):in_r"))
            #expect(fixture.probe.connect("\(fixture.engine.name):out_r", "\(card.name):in"))
            func isTold(_ port: String, _ isCapture: Bool, _ frames: UInt32?) -> Bool {
                let latency = fixture.probe.latency(of: "\(fixture.engine.name):\(port)", isCapture: isCapture)
                return latency?.upperBound == Int(frames ?? .max)
            }
            Pause.until { isTold("in_r", true, capture) && isTold("out_r", false, playback) }
            let answer = try fixture.engine.reply(
                "overwrite", ["memo", "at", "1.5s", "lead", "1s", "until", "1.75s", "wait", "yes"], timeout: 30)
            let segment = try EngineFixture.samples(answer.fields.text("segment_path"))
            let report = FrameReport(segment, .fine)
            #expect(report.isClean && report.silent == 0 && segment.count == 12_000, "\(report)")
            let first = Int(try #require(report.first))
            fixture.ear.waitFor(frame: fixture.ear.frameTime &+ 24_000)
            let heard = fixture.ear.heard
            let now = fixture.ear.frameTime
            let punch = first - shift + fixture.ear.number(of: now) - fixture.probe.number(of: now)
            let isWhole = Array(heard[punch - 47_760..<punch]) == Array(memo[24_240..<72_000])
            #expect(isWhole, "the take does not begin \(shift) frames behind the place of the punch")
            #expect(heard[punch + 240..<punch + 24_000].allSatisfy { $0 == .zero })
            #expect(try fixture.engine.ask("info", "memo").int("frames") == 192_000)
        }

        @Test func aStopDuringTheLeadLeavesAllAsItWas() throws {
            let fixture = try EngineFixture.memo(keeps: 5)
            let before = try fixture.engine.ask("info", "memo")
            let remote = try #require(
                Process(
                    Programs.path("dicta"),
                    [
                        "--no-start", "--socket", fixture.engine.socket, "overwrite", "memo", "--at", "3s", "--lead", "3s",
                    ]))
            try Pause.until { try fixture.engine.ask("status").text("play_state") == "playing" }
            #expect(try fixture.engine.ask("status").text("record_state") == "counting")
            try fixture.engine.ask("stop")
            #expect(remote.finish().code != 0)
            try Pause.until { try fixture.engine.ask("status").text("play_state") != "playing" }
            let status = try fixture.engine.ask("status")
            #expect(status.text("record_state") == "idle" && status.text("play_state") == "paused")
            #expect(try fixture.engine.ask("info", "memo").int("segments") == before.int("segments"))
        }

        @Test func theLastSecondsOfALimitedTakeAreCounted() throws {
            let fixture = try EngineFixture(keeps: 12, settings: "countdown = tone\nrec-warning = 3s\n")
            let opened = try fixture.engine.reply("rec", ["name", "limited", "for", "4s", "wait", "yes"], timeout: 30)
            let start = fixture.ear.number(of: UInt32(truncatingIfNeeded: opened.fields.int("start_frame")))
            let onsets = CueTests.onsets(fixture.ear.heard)
            for second in [1, 2] {
                let wanted = start + (4 - second) * 48_000
                #expect(onsets.contains { abs($0 - wanted) < 96 }, "\(onsets), start \(start)")
            }
            #expect(!onsets.contains { $0 > start + 4 * 48_000 - 1000 })
        }
    }
}
