// Tests takes into a recording, edits, undo and redo (R15, F10, P11).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct EditingTests {
        /// Frames of a take, or a stretch of them. Where JACK missed frames there is silence.
        private typealias Frames = ArraySlice<SIMD2<Float>>

        /// Plays the recording from its start and compares the frames, except a few ms around the seams.
        private func expect(_ fixture: EngineFixture, _ name: String, _ pieces: [Frames], at line: Int = #line) throws {
            let begin = try fixture.play(name)
            let total = pieces.reduce(0) { $0 + $1.count }
            #expect(try fixture.waitForEnd(seconds: total / 48_000 + 5))
            #expect(try fixture.engine.ask("status").int("duration_frames") == total, "line \(line)")
            var place = begin
            for piece in pieces {
                let heard = fixture.heard(place + 240..<place + piece.count - 240)
                let isSame = heard.elementsEqual(piece.dropFirst(240).dropLast(240))
                #expect(isSame, "line \(line): \(FrameReport(heard, .fine))")
                place += piece.count
            }
            #expect(try fixture.underruns == 0)
        }

        /// Records a take of that many frames, checks its file, and gives its frames.
        private func record(
            _ fixture: EngineFixture, _ verb: String, _ name: String?, frames: Int, _ words: String...
        ) throws -> Frames {
            let start = fixture.soon
            let names = verb == "rec" ? ["name", name ?? ""] : name.map { [$0] } ?? []
            _ = try fixture.engine.reply(verb, names + words + ["at-frame", "\(start)"])
            // The stop is for a frame to come: a late one would be refused.
            fixture.probe.skip(to: start &+ UInt32(frames))
            let stopped = try fixture.engine.ask("stop", "what", "rec", "at-frame", "\(start &+ UInt32(frames))")
            let take = try EngineFixture.samples(stopped.text("segment_path"))
            let report = FrameReport(take, .fine)
            #expect(take.count == frames && report.isClean, "\(verb): \(report)")
            #expect(report.first == UInt32(fixture.probe.number(of: start)), "\(verb): \(report)")
            #expect(report.silent == stopped.int("missed_frames"), "\(verb): \(report)")
            return take[...]
        }

        /// The engine first asks the library for the recording. A stop that came meanwhile was refused, since nothing was
        /// recorded, and the take then ran on for ever.
        @Test func aStopRightBehindAnAppendIsForItsTake() throws {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 24_000)
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            for verb in ["append", "insert", "overwrite"] {
                let words = ["--name", "memo", "--wait", "yes"] + (verb == "append" ? [] : ["--at", "1f"])
                let before = client.answers.count
                try client.send(
                    OSCPacket.bundle([
                        try OSCMessage("/dicta/" + verb, words.map(OSCArgument.string)).encode(),
                        try OSCMessage("/dicta/stop", [.string("rec")]).encode(),
                    ]))
                #expect(client.waits(for: before + 2, seconds: 10), "\(verb): \(client.answers.dropFirst(before))")
                let answers = client.answers.dropFirst(before)
                #expect(answers.contains { $0.path == "/dicta/stop" && !$0.isError }, "\(verb): \(answers)")
                #expect(answers.contains { $0.path == "/dicta/" + verb && $0.isError }, "\(verb): \(answers)")
                // A take that the refusal has left would have begun by then: nothing tells that nothing comes.
                Pause.milliseconds(300)
                #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            }
            #expect(try fixture.engine.ask("info", "memo").int("segments") == 1)
        }

        /// A stop for a later frame that arrived during the library's answer was refused, and the take ran on for ever. The
        /// take has to end at its frame.
        @Test func aStopForAFrameRightBehindAnAppendEndsTheTakeThere() throws {
            let fixture = try EngineFixture()
            try fixture.take("memo", at: fixture.soon, frames: 24_000)
            let client = try LocalClient(to: fixture.engine.socket, at: fixture.engine.folder.file("surface"))
            let start = fixture.soon
            try client.send(
                OSCPacket.bundle([
                    try OSCMessage(
                        "/dicta/append", [.string("--name"), .string("memo"), .string("--at-frame"), .int64(Int64(start))]
                    )
                    .encode(),
                    try OSCMessage("/dicta/stop", [.string("--at-frame"), .int64(Int64(start &+ 48_000))]).encode(),
                ]))
            #expect(client.waits(for: 2, seconds: 10), "\(client.answers)")
            #expect(!client.answers.contains { $0.isError }, "\(client.answers)")
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            let info = try fixture.engine.ask("info", "memo")
            #expect(info.int("segments") == 2 && info.int("frames") == 72_000, "\(info)")
        }

        @Test func takesGoWhereTheyShould() throws {
            let fixture = try EngineFixture(keeps: 120)
            let one = try record(fixture, "rec", "memo", frames: 72_000, "format", "flac", "draft", "yes")
            let two = try record(fixture, "append", "memo", frames: 48_000)
            try expect(fixture, "memo", [one, two])
            // Without a position a take goes to the playhead.
            try fixture.engine.ask("locate", "24000f")
            try fixture.engine.wait("position_frames", "24000")
            let three = try record(fixture, "insert", nil, frames: 36_000)
            try expect(fixture, "memo", [one[..<24_000], three, one[24_000...], two])
            let four = try record(fixture, "overwrite", "memo", frames: 60_000, "at", "100000f")
            try expect(fixture, "memo", [one[..<24_000], three, one[24_000..<64_000], four])
            // Undo one edit after the other, and redo.
            #expect(try fixture.engine.ask("undo", "memo").text("undone") == "overwrite")
            try expect(fixture, "memo", [one[..<24_000], three, one[24_000...], two])
            #expect(try fixture.engine.ask("undo").text("undone") == "insert")
            try expect(fixture, "memo", [one, two])
            try fixture.engine.ask("cut", "memo", "from", "12000f", "until", "84000f")
            try expect(fixture, "memo", [one[..<12_000], two[12_000...]])
            #expect(try fixture.engine.ask("undo").text("undone") == "cut")
            #expect(try fixture.engine.ask("redo").text("redone") == "cut")
            try expect(fixture, "memo", [one[..<12_000], two[12_000...]])
            // No segment was changed: each is as it was recorded, in the format of the first.
            let info = try fixture.engine.ask("info", "memo")
            #expect(info.text("state") == "draft" && info.int("segments") == 4, "\(info)")
            for (file, take) in [("memo.flac", one), ("memo~2.flac", two), ("memo~3.flac", three), ("memo~4.flac", four)] {
                let samples = try EngineFixture.samples(fixture.engine.library + "/" + file)
                let isSame = samples.elementsEqual(take)
                #expect(isSame, "\(file): \(FrameReport(samples, .fine))")
            }
            let completed = try fixture.engine.ask("complete")
            #expect(completed.text("state") == "completed" && completed["path"] == nil)
            #expect(completed.text("segment_paths").hasSuffix("/memo~2.flac"), "\(completed)")
        }

        /// An edit of the playing recording is heard at once; the playback goes on.
        @Test func whatPlaysIsEdited() throws {
            let fixture = try EngineFixture(keeps: 60)
            let one = try record(fixture, "rec", "memo", frames: 10 * 48_000)
            try fixture.play("memo")
            // It plays when it is edited.
            fixture.wait(milliseconds: 500)
            try fixture.engine.ask("cut", "from", "3s", "until", "8s")
            // A second and more is left of five.
            fixture.wait(milliseconds: 2800)
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "playing" && status.int("duration_frames") == 5 * 48_000, "\(status)")
            // Frame 3 s + 1000 of the timeline is frame 8 s + 1000 of the take.
            let heard = fixture.heard(0..<fixture.now)
            #expect(heard.contains(one[8 * 48_000 + 1000]))
            #expect(!heard.contains(one[5 * 48_000]))
            #expect(try fixture.waitForEnd(seconds: 5))
            // With everything deleted there is nothing to hear; undo brings it back.
            try fixture.engine.ask("cut", "from", "0f", "until", "5s")
            // The player has followed the library by then.
            fixture.wait(milliseconds: 300)
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("play", "memo") }
            try fixture.engine.ask("undo", "memo")
            try fixture.engine.ask("undo", "memo")
            try expect(fixture, "memo", [one])
        }

        /// An engine is killed in the middle of an append: the recording has both takes after the next start.
        @Test func aKilledAppendIsThere() throws {
            // A synchronous server would wait for the killed client. An asynchronous one overwrites a period that is read late,
            // so the period is long.
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, keeps: 60, synchronous: false)
            let one = try fixture.take("memo", at: fixture.soon, frames: 48_000)
            let start = fixture.soon
            _ = try fixture.engine.reply("append", ["memo", "at-frame", "\(start)"])
            // Real time: the writer gives sound to a reader by the clock, not by frames.
            fixture.wait(milliseconds: 3000)
            // The running take is heard after the take before it.
            let begin = try fixture.play("memo")
            // The second before the take, and the frames that are compared.
            fixture.wait(milliseconds: 1500)
            let chased = fixture.heard(begin + 48_240..<begin + 62_400)
            fixture.engine.signal(SIGKILL)
            _ = fixture.engine.finish()
            let library = fixture.engine.library
            let next = try EngineProcess([], library: library, waitsForJack: false)
            let info = try next.ask("info", "memo")
            #expect(info.int("segments") == 2 && info.int("frames") > 48_000 + 2 * 48_000, "\(info)")
            let samples = try EngineFixture.samples(library + "/memo~2.wav")
            let report = FrameReport(samples, .fine)
            #expect(report.isInOrder && report.first == UInt32(fixture.probe.number(of: start)), "\(report)")
            #expect(chased.first == samples.dropFirst(240).first, "\(FrameReport(chased, .fine))")
            #expect(one.int("frames") == 48_000)
        }

        @Test func refusals() throws {
            let fixture = try EngineFixture(settings: "load-take = off\n")
            try fixture.take("memo", at: fixture.soon, frames: 24_000)
            for (verb, words) in [
                ("insert", ["memo"]), ("insert", []), ("append", ["none"]), ("overwrite", ["memo", "at", "10s"]),
                ("cut", ["memo"]),
                ("cut", ["memo", "from", "0.1s", "until", "0.1s"]), ("redo", ["memo"]),
            ] {
                #expect(throws: EngineProcess.Trouble.self, "\(verb) \(words)") { try fixture.engine.reply(verb, words) }
            }
            let info = try fixture.engine.ask("info", "memo")
            #expect(info.int("frames") == 24_000 && info.int("segments") == 1)
        }
    }
}
