// Tests of flattening a recording that is loaded (F9, issue 14 no. 23).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite("A loaded recording is flattened (issue 14 no. 23)") struct FlattenTests {
        /// Playback goes on with the same sound: no frame is lost, repeated or moved. Where the new file takes over, the same
        /// frames of both are mixed for some milliseconds, which rounds a few samples.
        @Test(arguments: [false, true]) func whileItPlays(isForgetting: Bool) throws {
            let fixture = try EngineFixture.memo(keeps: 20)
            let begin = try fixture.play("memo")
            // It is heard when it is flattened.
            fixture.wait(milliseconds: 200)
            let words = ["memo"] + (isForgetting ? ["forget", "yes"] : [])
            let reply = try fixture.engine.reply("flatten", words)
            #expect(reply.fields["flattened"] == .flag(true))
            #expect(try fixture.engine.ask("status").text("play_state") == "playing")
            #expect(try fixture.waitForEnd(seconds: 8))
            let first = FrameReport(fixture.heard(begin + 100..<begin + 95_000), .fine)
            #expect(first.lost == 0 && first.repeated == 0 && first.silent == 0, "\(first)")
            let second = FrameReport(fixture.heard(begin + 97_000..<begin + 191_000), .fine)
            #expect(second.lost == 0 && second.repeated == 0 && second.silent == 0, "\(second)")
            // A busy machine has the new file ready in the second take only.
            #expect(first.garbled + second.garbled < 300, "\(first), \(second)")
            #expect(try fixture.engine.ask("status")["play_error"] == nil)
            let recording = try Library(folder: fixture.engine.library).readRecording("memo")
            #expect(recording.timeline.spans.map(\.segment) == [isForgetting ? "memo.wav" : "memo~3.wav"])
            #expect(recording.timeline.length == 192_000)
        }

        /// Each change of the files that play takes the sound over at its next frame, however late the new files are read.
        @Test func noSeamRepeatsAPeriod() throws {
            let fixture = try EngineFixture.memo(keeps: 20)
            _ = try fixture.engine.reply("flatten", ["memo"])
            let begin = try fixture.play("memo")
            for count in 0..<30 { _ = try fixture.engine.reply(count.isMultiple(of: 2) ? "undo" : "redo", ["memo"]) }
            #expect(try fixture.waitForEnd(seconds: 8))
            let report = FrameReport(fixture.heard(begin + 100..<begin + 95_000), .fine)
            #expect(report.lost == 0 && report.repeated == 0 && report.silent == 0, "\(report)")
        }

        /// The sound is the same before and after: the playhead stays where it is.
        @Test func thePlayheadStaysWhenItIsUndone() throws {
            let fixture = try EngineFixture.memo()
            try fixture.engine.ask("play", "memo", "from", "100000f")
            try fixture.engine.ask("pause")
            let place = try fixture.engine.ask("status").int("position_frames")
            #expect(place >= 100_000)
            for verb in ["flatten", "undo", "redo"] {
                _ = try fixture.engine.reply(verb, ["memo"])
                // A playhead that moves would have left its place by then.
                fixture.wait(milliseconds: 200)
                #expect(try fixture.engine.ask("status").int("position_frames") == place, "\(verb)")
            }
            // Other edits are undone where they are.
            for (words, frames) in [
                (["cut", "memo", "from", "10000f", "until", "20000f"], 182_000), (["undo", "memo"], 192_000),
            ] {
                _ = try fixture.engine.reply(words[0], Array(words.dropFirst()))
                try Pause.until { try fixture.engine.ask("status").int("duration_frames") == frames }
                #expect(try fixture.engine.ask("status").int("duration_frames") == frames, "\(words)")
            }
        }

        /// A take that runs into a recording, or begins meanwhile, loses nothing.
        @Test func aRunningTakeRefuses() throws {
            let fixture = try EngineFixture.memo()
            try fixture.engine.ask("append", "memo")
            let error = #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.reply("flatten", ["memo"]) }
            #expect(error?.description.contains("while it is recorded; stop the take first") == true)
            try fixture.engine.ask("stop", "what", "rec")
            _ = try fixture.engine.reply("flatten", ["memo"])
            #expect(try Library(folder: fixture.engine.library).readRecording("memo").timeline.spans.count == 1)
        }
    }
}
