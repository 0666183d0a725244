// Tests of the queue with a real engine (P11): no gap, changes while it plays, restart.
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite("The queue (P11)") struct QueueTests {
        /// Writes a recording whose frames have these numbers, in 24 bits.
        private func record(_ name: String, _ numbers: Range<UInt32>, in engine: EngineProcess, rate: UInt32 = 48_000) {
            func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
            }
            let size = UInt32(numbers.count * 6)
            var file = Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
            file += bytes(1, 2) + bytes(2, 2) + bytes(rate, 4) + bytes(rate * 6, 4) + bytes(6, 2) + bytes(24, 2)
            file += Array("data".utf8) + bytes(size, 4)
            file.reserveCapacity(file.count + Int(size))
            for number in numbers { file += bytes(number & 0x7f_ffff, 3) + bytes(number >> 23, 3) }
            let path = "\(engine.library)/\(name).wav"
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            let written = unsafe file.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            #expect(written == file.count)
            close(descriptor)
        }

        /// Waits until this many frames were heard of `count`, and gives the heard ones from the first coded frame on.
        private func heard(_ fixture: EngineFixture, from begin: Int, _ count: Int) -> [UInt32] {
            Pause.until { fixture.ear.count >= begin + count }
            return fixture.ear.heard[begin..<min(begin + count, fixture.ear.heard.endIndex)].map {
                FrameCode.fine.decode($0) ?? .max
            }
        }

        private func order(_ engine: EngineProcess) throws -> String {
            try engine.reply("queue").items.map { $0.text("name") }.joined(separator: " ")
        }

        /// Hundredths of a second that an engine has had a processor.
        private static func ticks(_ engine: EngineProcess) -> Int {
            let text = engine.process.flatMap { Files.read("/proc/\($0.pid)/stat") } ?? ""
            let fields = text.split(separator: ")").last?.split(separator: " ").map { Int($0) ?? 0 } ?? []
            return fields.count > 12 ? fields[11] + fields[12] : 0
        }

        /// The end of one recording and the first frame of the next are neighbours at the outputs: long ones, and twenty that are
        /// shorter than anything that is kept ahead.
        /// In a long period several short recordings begin in one: a short run has that alone.
        @Test(arguments: [64, 1024].few) func noFrameIsBetweenTwoRecordings(period: Int) throws {
            let fixture = try EngineFixture(period: period, keeps: 30)
            let engine = fixture.engine
            let lengths = [100_000, 70_000, 48_000] + [Int](repeating: 2400, count: 20) + [30_001]
            var wanted: [UInt32] = []
            var words: [String] = []
            for (index, length) in lengths.enumerated() {
                let first = UInt32(1_000_000 * (index + 1))
                record("r\(index)", first..<first + UInt32(length), in: engine)
                wanted += Array(first..<first + UInt32(length))
                words.append("r\(index)")
            }
            // Each name is looked up before the frame is checked.
            let begin = fixture.soon &+ 96_000
            let answer = try engine.reply(
                "play", ["name", words[0], "more", words.dropFirst().joined(separator: "\n"), "at-frame", "\(begin)"])
            #expect(answer.fields.int("queue_count") == words.count)
            let found = heard(fixture, from: fixture.ear.number(of: begin), wanted.count)
            let wrong = found.indices.first { found[$0] != wanted[$0] }
            #expect(found.count == wanted.count && wrong == nil, "frame \(wrong ?? -1): \(wrong.map { found[$0] } ?? 0)")
            #expect(try fixture.waitForEnd(seconds: 5))
            let status = try engine.ask("status")
            #expect(status.text("play_name") == words.last && status.int("queue_number") == words.count)
            #expect(status.int("underruns") == 0)
            // Each was heard to its end, so each begins at its start the next time.
            #expect(try engine.ask("info", "r0").int("position_frames") <= 0)
        }

        /// Plays `a` of two seconds and then `b`, and does something once so many frames of `a` were heard. Begins again where a
        /// busy machine has done it after the end of `a`. Gives the answer, and the place of the first frame in the frames heard.
        private func playingTwo(
            _ fixture: EngineFixture, next length: UInt32 = 96_000, heard frames: Int, _ change: (EngineProcess) throws -> Fields
        ) throws -> (answer: Fields, begin: Int) {
            record("a", 1_000_000..<1_096_000, in: fixture.engine)
            record("b", 2_000_000..<2_000_000 + length, in: fixture.engine)
            for _ in 0..<8 {
                try fixture.engine.ask("rate", "1")
                let frame = fixture.soon &+ 24_000
                try fixture.engine.ask("play", "name", "a", "more", "b", "from", "0s", "at-frame", "\(frame)")
                let begin = fixture.ear.number(of: frame)
                Pause.until { fixture.now >= begin + frames }
                let answer = try change(fixture.engine)
                // A period may be under way.
                if fixture.now < begin + 96_000 - fixture.server.period { return (answer, begin) }
            }
            throw EngineProcess.Trouble.noAnswer("the end of a recording always came first")
        }

        /// A nudge back from the last half second, which is in the ring already with the start of the next recording, plays that
        /// half second again, and then the next recording without a gap.
        @Test func aChangeNearTheEndStaysInItsRecording() throws {
            let fixture = try EngineFixture(keeps: 60)
            let engine = fixture.engine
            let (place, begin) = try playingTwo(fixture, heard: 80_000) { try $0.ask("nudge", "-1s") }
            #expect((30_000..<60_000).contains(place.int("position_frames")) && place.text("name") != "b", "\(place)")
            #expect(try engine.ask("status").text("play_name") == "a")
            try engine.ask("pitch", "0")
            try engine.wait("play_name", "b")
            #expect(try fixture.waitForEnd(seconds: 5))
            // The frames before the nudge's goal are heard twice, the last one once, with the next recording right behind it.
            let heard = fixture.ear.heard[begin...].map { FrameCode.fine.decode($0) }
            #expect(heard.count { $0 == 1_060_000 } == 2 && heard.count { $0 == 1_095_999 } == 1)
            let at = try #require(heard.firstIndex(of: 1_095_999))
            let codes = heard[at...(at + 1)]
            #expect(codes == [1_095_999, 2_000_000])
            #expect(try engine.ask("status").int("underruns") == 0)
        }

        /// A rate that is set near the end holds for the rest of the recording and for the next; a loop belongs to its recording.
        @Test func rateGoesOnAndLoopsDoNot() throws {
            let fixture = try EngineFixture(keeps: 1)
            let engine = fixture.engine
            // The next recording is longer than any standstill of the test.
            _ = try playingTwo(fixture, next: 480_000, heard: 76_000) { try $0.ask("rate", "2") }
            try engine.wait("play_name", "b")
            let status = try engine.ask("status")
            #expect(status.double("play_rate") == 2 && status.text("play_state") == "playing")
            try engine.ask("rate", "1")
            try engine.ask("queue", "do", "previous")
            try engine.wait("play_name", "a")
            // A loop near the end keeps its recording: the next one does not come.
            try engine.ask("loop", "a", "1.7s", "b", "1.9s")
            try engine.ask("locate", "1.7s")
            // The recording would have ended by then: nothing tells that nothing comes.
            fixture.wait(milliseconds: 1500)
            #expect(try engine.ask("status").text("play_name") == "a")
            try engine.ask("loop", "clear")
            try engine.wait("play_name", "b")
            #expect(try engine.ask("status")["looping"] == .flag(false))
        }

        /// Items are removed, moved, renamed and deleted while the queue plays; one that cannot be opened is passed over.
        @Test func theQueueChangesWhileItPlays() throws {
            let fixture = try EngineFixture(keeps: 1)
            let engine = fixture.engine
            // The recordings that play are longer than a busy machine needs for the changes: `skip` goes on to the end.
            for (index, name) in ["a", "b", "c", "d", "e"].enumerated() {
                let first = UInt32(1_000_000 * (index + 1))
                record(name, first..<first + (["b", "c"].contains(name) ? 72_000 : 480_000), in: engine)
            }
            func skip() throws { try engine.ask("locate", "9.5s") }
            #expect(engine.dicta("play", "a", "b", "c", "d").code == 0)
            #expect(try order(engine) == "a b c d")
            #expect(engine.dicta("queue", "remove", "2").code == 0)
            try engine.ask("rename", "name", "c", "to", "see")
            _ = try engine.reply("queue", ["do", "add", "name", "e"])
            _ = try engine.reply("queue", ["do", "move", "name", "e", "place", "2"])
            #expect(try order(engine) == "a e see d")
            #expect(try engine.ask("status").text("queue_next") == "e")
            try skip()
            try engine.wait("play_name", "e")
            try engine.ask("delete", "name", "see", "yes", "yes")
            #expect(try order(engine) == "a e d")
            try skip()
            try engine.wait("play_name", "d")
            // Damaged after it was queued.
            _ = try engine.reply("queue", ["do", "add", "name", "b\na"])
            #expect(Files.write("no sound", to: engine.library + "/b.wav"))
            try skip()
            try engine.wait("play_name", "a", seconds: 10)
            for wrong in [
                ["do", "add", "name", "nobody"], ["do", "add"], ["do", "remove", "name", "9"], ["do", "move", "name", "1"],
                ["do", "move", "name", "1", "place", "99"], ["do", "next"], ["do", "add", "tag", "none"],
                ["do", "play", "name", "zz"],
            ] {
                #expect(throws: EngineProcess.Trouble.self, "\(wrong)") { try engine.reply("queue", wrong) }
            }
            #expect(throws: EngineProcess.Trouble.self) { try engine.ask("play", "name", "nobody", "more", "a") }
            #expect(try order(engine) == "a e d b a")
            try engine.ask("queue", "do", "clear")
            #expect(try engine.ask("status")["queue_count"] == nil && engine.ask("status").text("play_state") == "playing")
        }

        /// Next and previous keep a pause; a tag and an artist make a queue; repeat goes round, other rates play too.
        @Test func nextPreviousTagsAndRepeat() throws {
            let fixture = try EngineFixture(keeps: 1)
            let engine = fixture.engine
            for (index, name) in ["a", "b", "c"].enumerated() {
                let first = UInt32(1_000_000 * (index + 1))
                record(name, first..<first + 96_000, in: engine, rate: index == 1 ? 44_100 : 48_000)
                try engine.ask("tag", "name", name, "add", index < 2 ? "work" : "home")
            }
            #expect(engine.dicta("play", "--tag", "work", "--repeat").code == 0)
            #expect(try order(engine) == "a b" && engine.ask("status")["queue_repeat"] == .flag(true))
            for name in ["b", "a", "b"] { try engine.wait("play_name", name) }
            try engine.ask("pause")
            try engine.ask("queue", "do", "next")
            try engine.wait("play_name", "a")
            #expect(try engine.ask("status").text("play_state") != "playing")
            try engine.ask("play")
            // A recording that is played by itself ends by itself, and next returns to the queue.
            try engine.ask("play", "c")
            #expect(try fixture.waitForEnd(seconds: 10) && engine.ask("status").text("play_name") == "c")
            let alone = try engine.ask("status")
            #expect(alone.int("queue_count") == 2 && alone.int("queue_number") == 0 && alone.text("queue_next").isEmpty)
            #expect(try engine.reply("queue").items.allSatisfy { $0["current"] == .flag(false) })
            try engine.ask("queue", "do", "next")
            try engine.wait("play_name", "b")
            let shuffled = engine.dicta("queue", "--shuffle", "on", "--repeat", "off")
            #expect(shuffled.code == 0)
            #expect(try engine.ask("status")["queue_shuffle"] == .flag(true))
        }

        /// Recordings without a frame, and with less than a frame at the server's rate, are passed over: a queue of nothing else
        /// ends, and its play is answered; one with sound goes round.
        @Test func recordingsWithoutSoundArePassedOver() throws {
            let fixture = try EngineFixture(keeps: 30)
            let engine = fixture.engine
            for name in ["e1", "e2"] { record(name, 0..<0, in: engine) }
            for name in ["t1", "t2"] { record(name, 7..<8, in: engine, rate: 192_000) }
            record("a", 1_000_000..<1_012_000, in: engine)
            for names in [["e1", "e2"], ["t1", "t2"], ["e1", "t1", "e2"], ["e1", "e1"]] {
                let words = ["name", names[0], "more", names.dropFirst().joined(separator: "\n"), "repeat", "yes"]
                let answer = try engine.reply("play", words, timeout: 15)
                #expect(answer.fields.int("queue_count") == names.count)
                try engine.wait("play_state", "stopped")
            }
            let begin = fixture.ear.heard.count
            _ = try engine.reply("play", ["name", "e1", "more", "a\ne2\nt1", "repeat", "yes"], timeout: 15)
            Pause.until { fixture.ear.heard[begin...].count { FrameCode.fine.decode($0) == 1_000_000 } >= 3 }
            #expect(fixture.ear.heard[begin...].count { FrameCode.fine.decode($0) == 1_000_000 } >= 3)
            #expect(try engine.ask("status").text("play_state") == "playing")
            // One that gets sound is played.
            try engine.ask("stop")
            try fixture.take("e1", at: fixture.soon, frames: 4800)
        }

        /// Recordings of one frame cannot be opened as fast as they are played: the engine opens so many a second and no more.
        @Test func recordingsOfOneFrameAreOpenedAtAPace() throws {
            let fixture = try EngineFixture(keeps: 1)
            let engine = fixture.engine
            for index in 0..<20 { record("f\(index)", UInt32(index)..<UInt32(index) + 1, in: engine) }
            let names = (0..<20).map { "f\($0)" }
            let words = ["name", names[0], "more", names.dropFirst().joined(separator: "\n"), "repeat", "yes"]
            _ = try engine.reply("play", words, timeout: 15)
            let (from, before) = (fixture.now, Self.ticks(engine))
            let revision = try engine.ask("status").int("queue_revision")
            fixture.wait(milliseconds: 4000)
            let seconds = Double(fixture.now - from) / 48_000
            let opened = Double(try engine.ask("status").int("queue_revision") - revision) / seconds
            let load = Double(Self.ticks(engine) - before) / 100 / seconds
            print("MEASURED queue of one-frame recordings: \(load) of a core, \(opened) of them a second")
            #expect(try engine.ask("status").text("play_state") == "playing")
            #expect(opened < 100)
            // It ends like any other.
            try engine.ask("queue", "do", "clear")
            #expect(try fixture.waitForEnd(seconds: 10))
        }

        /// The queue is there again after the engine was killed, with the recording that played.
        @Test func theQueueOutlivesTheEngine() throws {
            let fixture = try EngineFixture(keeps: 1, synchronous: false)
            let engine = fixture.engine
            for (index, name) in ["a", "b", "c"].enumerated() {
                let first = UInt32(1_000_000 * (index + 1))
                record(name, first..<first + 480_000, in: engine)
            }
            _ = try engine.reply("play", ["name", "a", "more", "b\nc", "repeat", "yes"])
            try engine.ask("queue", "do", "next")
            try engine.wait("play_name", "b")
            // The state is kept once a second at most.
            let kept = [#""recording":"b""#, #""queue_number":2"#, #""queue_repeat":true"#]
            let file = engine.folder.file("state/dicta/\(engine.name).state.json")
            func isKept() -> Bool {
                let text = (Files.read(file) ?? "").filter { !$0.isWhitespace }
                return kept.allSatisfy { text.contains($0) }
            }
            Pause.until { isKept() }
            #expect(isKept(), "\(Files.read(file) ?? "")")
            engine.signal(SIGKILL)
            _ = engine.finish()
            try engine.restart()
            try engine.wait("play_name", "b")
            #expect(try order(engine) == "a b c")
            let status = try engine.ask("status")
            #expect(status.int("queue_number") == 2 && status["queue_repeat"] == .flag(true) && status.text("queue_next") == "c")
            try engine.ask("queue", "do", "next")
            try engine.wait("play_name", "c")
        }
    }
}
