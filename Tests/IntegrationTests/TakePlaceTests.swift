// Tests the place of the playhead after a take, and where the next take goes (R15).
import Control
import Dictation
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct TakePlaceTests {
        /// A memo of 2 s with the playhead loaded at 0.5 s.
        private func loaded() throws -> EngineFixture {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 96_000)
            // Two seconds for the pause, which would be refused after the end.
            try fixture.engine.ask("play", "memo", "from", "0s")
            try fixture.engine.ask("pause")
            try fixture.engine.ask("locate", "24000f")
            return fixture
        }

        /// Files of the timeline in order, with the frames that are heard of each.
        private func timeline(_ fixture: EngineFixture, _ name: String = "memo") throws -> [String] {
            let recording = try Library(folder: fixture.engine.library).readRecording(name)
            return recording.timeline.spans.map { "\($0.segment) \($0.first)+\($0.length)" }
        }

        private func record(_ fixture: EngineFixture, _ verb: String, _ words: [String] = [], frames: Int = 24_000) throws {
            let start = fixture.soon
            _ = try fixture.engine.reply(verb, words + ["at-frame", "\(start)"])
            try fixture.engine.ask("stop", "what", "rec", "at-frame", "\(start &+ UInt32(frames))")
        }

        private func position(_ fixture: EngineFixture) throws -> Int {
            // `marks` waits until the take is loaded, as every request about the playhead does.
            _ = try? fixture.engine.reply("marks")
            // Each look falls into another period.
            fixture.wait(milliseconds: 5, and: 0)
            return try fixture.engine.ask("status").int("position_frames")
        }

        /// Checks that the playhead comes to a place.
        private func expect(_ fixture: EngineFixture, at place: Int, _ words: String = "", line: Int = #line) throws {
            var found = try position(fixture)
            for _ in 0..<1000 where found != place { found = try position(fixture) }
            #expect(found == place, "\(words) line \(line)")
        }

        /// Behind a take nothing is paused any more: a second stop has nothing to stop, and the playhead stays behind the take.
        @Test(arguments: ["append", "rec"]) func aSecondStopLeavesThePlayhead(verb: String) throws {
            let fixture = try loaded()
            let words = ["name", verb == "rec" ? "other" : "memo", "for", "24000f"]
            _ = try fixture.engine.reply(verb, words)
            try Pause.until { try fixture.engine.ask("status").text("record_state") == "idle" }
            let behind = verb == "rec" ? 24_000 : 120_000
            try expect(fixture, at: behind, verb)
            #expect(try !fixture.engine.ask("stop").text("segment_paths").isEmpty)
            let error = #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("stop") }
            #expect(error?.description.contains("Already stopped") == true, "\(error?.description ?? "")")
            #expect(try position(fixture) == behind)
            _ = try fixture.engine.reply("insert", ["for", "4800f"])
            try fixture.engine.ask("stop")
            let spans = try timeline(fixture, words[1])
            #expect(spans.last?.hasPrefix(verb == "rec" ? "other~2.wav" : "memo~3.wav") == true, "\(spans)")
        }

        /// `info` of a running take has its state and when it began, as `ls` has.
        @Test func aRunningTakeHasAStateAndATime() throws {
            let fixture = try EngineFixture()
            try fixture.engine.ask("rec", "name", "memo")
            let info = try fixture.engine.ask("info", "memo")
            let listed = try fixture.engine.reply("ls").items.first
            #expect(info.text("state") == "recording" && !info.text("created").isEmpty, "\(info.all)")
            #expect(info.text("created") == listed?.text("created"))
            try fixture.engine.ask("stop")
        }

        @Test func aSecondInsertGoesBehindTheFirst() throws {
            let fixture = try loaded()
            try record(fixture, "insert")
            try record(fixture, "insert")
            #expect(
                try timeline(fixture) == ["memo.wav 0+24000", "memo~2.wav 0+24000", "memo~3.wav 0+24000", "memo.wav 24000+72000"])
            try expect(fixture, at: 72_000)
        }

        @Test func aSecondOverwriteGoesOnBehindTheFirst() throws {
            let fixture = try loaded()
            try record(fixture, "overwrite")
            try record(fixture, "overwrite")
            #expect(
                try timeline(fixture) == ["memo.wav 0+24000", "memo~2.wav 0+24000", "memo~3.wav 0+24000", "memo.wav 72000+24000"])
            try expect(fixture, at: 72_000)
        }

        @Test func aGivenPlaceAndTheEndMoveThePlayheadToo() throws {
            let fixture = try loaded()
            try record(fixture, "insert", ["at", "48000f"])
            try expect(fixture, at: 72_000)
            try record(fixture, "append")
            try expect(fixture, at: 144_000)
            // A take that ends by itself, at a length or after a pause.
            _ = try fixture.engine.reply("insert", ["at", "12000f", "for", "12000f", "wait", "yes"])
            try expect(fixture, at: 24_000)
            _ = try fixture.engine.reply("insert", ["at", "24000f"])
            try fixture.engine.waitForTake(seconds: 0.2)
            try fixture.engine.ask("pause")
            let frames = try fixture.engine.ask("stop", "what", "rec").int("frames")
            try expect(fixture, at: 24_000 + frames)
        }

        /// A recording that is not loaded remembers the place of its last take.
        @Test func whatIsNotLoadedRemembersThePlace() throws {
            let fixture = try loaded()
            // It plays until behind the end of the next take.
            try fixture.take("other", at: fixture.soon, frames: 144_000)
            try fixture.engine.ask("play", "other")
            try record(fixture, "insert", ["memo", "at", "36000f"])
            // The library's thread answers `info` behind what it has to remember.
            try fixture.engine.ask("info", "memo")
            #expect(try Library(folder: fixture.engine.library).readRecording("memo").playPosition == 60_000)
            try record(fixture, "insert", ["memo"])
            try record(fixture, "overwrite", ["memo"])
            #expect(
                try timeline(fixture) == [
                    "memo.wav 0+36000", "memo~2.wav 0+24000", "memo~3.wav 0+24000", "memo~4.wav 0+24000", "memo.wav 60000+36000",
                ])
        }

        /// Undo takes the playhead back to the place at which the take began, redo behind it.
        @Test(arguments: ["insert", "overwrite"]) func undoGoesBackToThePlaceOfTheTake(verb: String) throws {
            let fixture = try loaded()
            try record(fixture, verb)
            try expect(fixture, at: 48_000)
            try fixture.engine.ask("undo")
            try expect(fixture, at: 24_000)
            try fixture.engine.ask("redo")
            try expect(fixture, at: 48_000)
        }

        /// A paused playhead stays at its sound when something before it is cut.
        @Test func aCutBeforeThePlayheadMovesIt() throws {
            let fixture = try loaded()
            try fixture.engine.ask("cut", "from", "6000f", "to", "12000f")
            try expect(fixture, at: 18_000)
            try fixture.engine.ask("undo")
            try expect(fixture, at: 24_000)
        }

        /// Playback that goes on keeps its sound, and a take before it does not move it back.
        @Test func whatPlaysGoesOn() throws {
            let fixture = try EngineFixture(keeps: 30)
            let taken = try fixture.take("memo", at: fixture.soon, frames: 10 * 48_000)
            try fixture.engine.ask("play", "memo", "from", "2s")
            // Playback has faded in by then.
            fixture.wait(milliseconds: 300)
            let start = fixture.now
            try record(fixture, "insert", ["at", "0f"])
            // Frames behind the new place are compared.
            fixture.wait(milliseconds: 300)
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "playing")
            #expect(status.int("position_frames") > 2 * 48_000 + 24_000, "\(status)")
            // Every frame is heard once, whatever was inserted before. The crossfade to the new timeline rounds a few.
            let report = FrameReport(fixture.heard(start..<fixture.now - 2400), .fine)
            #expect(report.lost == 0 && report.repeated == 0, "\(report)")
            // Silence stands only where JACK itself delivered no frames to the take.
            #expect(report.silent <= taken.int("missed_frames"), "\(report)")
        }

        /// The server goes away during a take and comes back after its end: the playhead is behind the take, in the new timeline.
        @Test func thePlaceOutlivesTheServer() throws {
            let fixture = try ReturningServerFixture()
            let engine = fixture.engine
            _ = try engine.reply("rec", ["name", "memo", "for", "96000f", "wait", "yes"])
            // Two seconds for the pause, which would be refused after the end.
            try engine.ask("play", "memo", "from", "0s")
            try engine.ask("pause")
            try engine.ask("locate", "12000f")
            try engine.ask("insert")
            try engine.waitForTake(seconds: 0.3)
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            try fixture.wait("jack", "waiting")
            let frames = try engine.ask("stop", "what", "rec").int("frames")
            #expect(frames > 0)
            try fixture.revive()
            // `marks` waits for the new timeline.
            try engine.ask("marks")
            try engine.wait("position_frames", "\(12_000 + frames)")
            let status = try engine.ask("status")
            #expect(status.text("play_name") == "memo" && status.int("duration_frames") == 96_000 + frames, "\(status)")
            #expect(status.int("position_frames") == 12_000 + frames, "\(status)")
            _ = try engine.reply("insert", ["for", "4800f", "wait", "yes"])
            let spans = try fixture.recording("memo").timeline.spans.map(\.segment)
            #expect(spans == ["memo.wav", "memo~2.wav", "memo~3.wav", "memo.wav"])
        }
    }
}
