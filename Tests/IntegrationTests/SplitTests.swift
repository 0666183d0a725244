// Tests takes that are split into several recordings while they run (R17).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct SplitTests {
        /// All parts of a stopped take, each as frames of its file, in their order.
        static func parts(_ stopped: Fields) throws -> [[SIMD2<Float>]] {
            try stopped.text("part_paths").split(separator: "\n").map { try EngineFixture.samples(String($0)) }
        }

        /// The parts one behind the other have every frame once.
        static func expectWhole(_ parts: [[SIMD2<Float>]], first: Int, frames: Int? = nil) {
            let all = parts.flatMap(\.self)
            let report = FrameReport(all, .fine)
            #expect(report.isClean && report.silent == 0, "\(report)")
            #expect(report.first == UInt32(truncatingIfNeeded: first))
            if let frames { #expect(all.count == frames) }
        }

        /// Twenty parts (a hundred where DICTA_SOAK is set), cut by the writer itself, at the speed of the sound. A hundred are made
        /// in freewheel too.
        @Test func manyPartsHaveEveryFrameOnce() throws {
            let count = unsafe getenv("DICTA_SOAK") != nil ? 100 : QuickRun.isOn ? 10 : 20
            let fixture = try EngineFixture(period: 64)
            let start = fixture.soon
            let length = 24_001
            let frames = (count - 1) * length + 5_000
            let stopped = try fixture.engine.reply(
                "rec",
                [
                    "name", "tape", "at-frame", "\(start)", "split-every", "\(length)f", "for", "\(frames)f", "wait", "yes",
                ], timeout: 120
            ).fields
            let parts = try Self.parts(stopped)
            #expect(parts.map(\.count) == Array(repeating: length, count: count - 1) + [5_000])
            Self.expectWhole(parts, first: fixture.probe.number(of: start), frames: frames)
            #expect(stopped.text("end_reason") == "ended" && stopped.text("name") == "tape (\(count))")
            #expect(try fixture.engine.ask("status").int("lost_frames") == 0)
            // Each part has the time of its first frame in its sidecar and in its file.
            for (place, path) in stopped.text("part_paths").split(separator: "\n").map(String.init).enumerated() {
                let wanted = Int(start) + place * length
                #expect(try fixture.engine.ask("info", Library.name(ofPath: path)).int("start_frame") == wanted)
                let probe = Process.run(
                    "/usr/bin/ffprobe",
                    ["-v", "error", "-show_entries", "format_tags=time_reference", "-of", "csv=p=0", path])
                #expect(probe.output.split(separator: "\n").first.flatMap { Int($0) } == wanted, "\(probe)")
            }
        }

        /// The server runs as fast as it can: the callback waits while files are opened and closed.
        @Test func aHundredPartsInFreewheel() throws {
            let fixture = try EngineFixture()
            try fixture.engine.ask("rec", "name", "wheel", "split-every", "0.6s")
            #expect(fixture.probe.setFreewheel(true))
            Pause.until(80) { Files.exists(fixture.engine.library + "/wheel (101).json") }
            #expect(fixture.probe.setFreewheel(false))
            let stopped = try fixture.engine.ask("stop", timeout: 60)
            let count = stopped.int("part_count")
            let names = ["wheel"] + (2...count).map { "wheel (\($0))" }
            let parts = try names.map { try EngineFixture.samples("\(fixture.engine.library)/\($0).wav") }
            #expect(count > 100 && parts.dropLast().allSatisfy { $0.count == 28_800 })
            Self.expectWhole(parts, first: Int(FrameCode.fine.decode(parts[0][0]) ?? 0))
            #expect(
                stopped.text("parts").hasSuffix("wheel (\(count))")
                    && !Files.exists("\(fixture.engine.library)/wheel (\(count + 1)).wav"))
        }

        /// Files of an encoder end at about the size that was asked for, and no larger.
        @Test func encodedFilesKeepToTheirSize() throws {
            let fixture = try EngineFixture()
            try fixture.engine.ask("rec", "name", "small", "format", "flac", "split-size", "1MB")
            #expect(fixture.probe.setFreewheel(true))
            Pause.until(80) { Files.exists(fixture.engine.library + "/small (3).json") }
            #expect(fixture.probe.setFreewheel(false))
            let stopped = try fixture.engine.ask("stop", timeout: 60)
            let names = ["small"] + (2...stopped.int("part_count")).map { "small (\($0))" }
            let sizes = try names.map { try fixture.engine.ask("info", $0).int("bytes") }
            #expect(sizes.allSatisfy { $0 <= 1_000_000 } && sizes.dropLast().allSatisfy { $0 > 500_000 }, "\(sizes)")
            let parts = try names.map { try EngineFixture.samples("\(fixture.engine.library)/\($0).flac") }
            Self.expectWhole(parts, first: Int(FrameCode.fine.decode(parts[0][0]) ?? 0))
        }

        /// A disk on which each sync takes 0.4 s: the parts are closed beside the recording, and no frame is lost.
        @Test func aSlowDiskLosesNothing() throws {
            let folder = TempFolder()
            let preload = try #require(folder.preload(Self.slowSync))
            let fixture = try EngineFixture(
                engine: ["--preroll", "0s"], environment: ["LD_PRELOAD": preload, "SLOW_FLAG": folder.file("slow")])
            #expect(folder.write("", to: "slow"))
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "slow", "at-frame", "\(start)", "split-every", "4s", timeout: 60)
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(start &+ 15 * 48_000)", timeout: 120)
            #expect(Files.remove(folder.file("slow")))
            let parts = try Self.parts(stopped)
            #expect(parts.map(\.count) == Array(repeating: 4 * 48_000, count: 3) + [3 * 48_000])
            Self.expectWhole(parts, first: fixture.probe.number(of: start))
            #expect(try fixture.engine.ask("status").int("lost_frames") == 0)
        }

        /// A disk that is frozen for eight seconds over two splits.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aFrozenDiskLosesNothing() throws {
            let disk = try SmallDisk(megabytes: 64)
            let fixture = try EngineFixture(engine: ["--reserve", "4"], library: disk.path)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "frozen", "at-frame", "\(start)", "split-every", "3s")
            fixture.probe.waitFor(frame: start &+ 48_000)
            try disk.freeze()
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 8 * 48_000)
            try disk.thaw()
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            // Freezing and thawing take any time.
            let end = fixture.soon &+ 48_000
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(end)")
            Self.expectWhole(try Self.parts(stopped), first: fixture.probe.number(of: start), frames: Int(end &- start))
        }

        /// The engine is killed at random moments around splits: recovery brings all parts back, but for a second at the end.
        @Test func aKillBetweenPartsLosesASecondAtMost() throws {
            // A synchronous server would wait for the killed client. An asynchronous one overwrites a period that is read late,
            // so the period is long.
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, synchronous: false)
            var dice = Dice()
            for round in 0..<(QuickRun.isOn ? 2 : 4) {
                let start = fixture.soon
                try fixture.engine.ask("rec", "name", "round\(round)", "at-frame", "\(start)", "split-every", "0.5s")
                fixture.probe.waitFor(frame: start &+ UInt32.random(in: 70_000...130_000, using: &dice))
                let killed = fixture.probe.frameTime
                fixture.engine.signal(SIGKILL)
                _ = fixture.engine.finish()
                try fixture.engine.restart()
                _ = try fixture.engine.ask("ls")
                let names = ["round\(round)"] + (2...8).map { "round\(round) (\($0))" }
                let found = names.filter { (try? fixture.engine.ask("info", $0)) != nil }
                #expect(found == Array(names.prefix(found.count)) && found.count >= 2, "\(found)")
                // A part that was killed before its first frame is a recording without a path.
                let parts = try found.map { try EngineFixture.samples("\(fixture.engine.library)/\($0).wav") }
                let report = FrameReport(parts.flatMap(\.self), .fine)
                #expect(report.isInOrder && report.first == UInt32(fixture.probe.number(of: start)), "\(report)")
                let frames = parts.reduce(0) { $0 + $1.count }
                #expect(frames > Int(killed &- start) - 48_000, "\(frames) of \(killed &- start)")
                #expect(parts.dropLast().allSatisfy { $0.count == 24_000 }, "\(parts.map(\.count))")
                // The engine makes its connections again, and they take effect in one of the next periods.
                try Pause.until { try fixture.engine.ask("status").text("sources").split(separator: "\n").count == 2 }
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            }
        }

        /// The command: exact to the frame, its answer and the status have the next name, and names of others are left to them.
        @Test func theCommandSplitsAtItsFrame() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            let start = fixture.soon
            try engine.ask("rec", "name", "talk", "at-frame", "\(start)")
            let pending = try engine.ask("split", "at-frame", "\(start &+ 78_011)")
            #expect(pending.text("name") == "talk" && pending.int("at_frame") == Int(start &+ 78_011))
            let waiting = try engine.ask("status")
            #expect(waiting.int("split_pending_frame") == Int(start &+ 78_011) || waiting.text("name") == "talk (2)")
            fixture.probe.waitFor(frame: start &+ 88_000)
            // The writer makes the file of the next part later than its first frame.
            try engine.wait("name", "talk (2)")
            #expect(try engine.ask("status")["split_pending_frame"] == nil)
            #expect(Files.write("", to: engine.library + "/talk (3).flac"))
            #expect(engine.dicta("split").output == "talk (4)\n")
            let status = try engine.ask("status")
            #expect(status.text("name") == "talk (4)" && status.text("segment_path").hasSuffix("/talk (4).wav"))
            try engine.ask("mark", "here")
            let stopped = try engine.ask("stop")
            #expect(stopped.text("parts") == "talk\ntalk (2)\ntalk (4)")
            let parts = try Self.parts(stopped)
            #expect(parts[0].count == 78_011)
            Self.expectWhole(parts, first: fixture.probe.number(of: start))
            #expect(try engine.reply("marks", ["talk (4)"]).items.count == 1)
            #expect(try engine.reply("marks", ["talk (2)"]).items.isEmpty)
            #expect(try engine.ask("info", "talk (2)").text("end_reason") == "split")
            // A waveform of its own, drawn while recording.
            #expect(try engine.ask("peaks", "talk (2)", "columns", "4").int("drawn") == 0)
            // The last part is loaded, as a take that was not split is.
            #expect(try engine.ask("play").text("name") == "talk (4)")
            for words in [["split"], ["split", "--at-frame", "0"]] { #expect(engine.dicta(words).code != 0) }
        }

        /// Splits that wait for their frames are shown, the nearest one first; the end of the take forgets them.
        @Test func splitsThatWaitAreShown() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "talk")
            let now = fixture.probe.frameTime
            for seconds in [600, 300] as [UInt32] { try engine.ask("split", "at-frame", "\(now &+ seconds * 48_000)") }
            #expect(try engine.ask("status").int("split_pending_frame") == Int(now &+ 300 * 48_000))
            let words = engine.dicta("status").output
            #expect(words.contains("splits at JACK frame \(now &+ 300 * 48_000)"), "\(words)")
            try engine.ask("pause", "at-frame", "\(now &+ 200 * 48_000)")
            let both = try engine.ask("status")
            #expect(both.text("record_pending") == "paused" && both.int("split_pending_frame") > 0)
            try engine.ask("stop")
            try engine.ask("rec", "name", "next")
            #expect(try engine.ask("status")["split_pending_frame"] == nil)
            try engine.ask("stop")
        }

        /// A stop behind a take that has ended by itself names all parts, by the names that they have then.
        @Test func aLateStopNamesAllParts() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            for isRenamed in [false, true] {
                let start = fixture.soon
                let name = isRenamed ? "other" : "tape"
                try engine.ask("rec", "name", name, "at-frame", "\(start)", "split-every", "24000f", "for", "60000f")
                if isRenamed {
                    // A part is free once it is closed, beside the next part.
                    try Pause.until { try engine.ask("info", name).text("end_reason") == "split" }
                    try engine.ask("rename", "name", name, "to", "first")
                }
                try engine.wait("record_state", "idle")
                if isRenamed { try engine.ask("rename", "name", "other (2)", "to", "second") }
                let names = isRenamed ? ["first", "second", "other (3)"] : ["tape", "tape (2)", "tape (3)"]
                let stopped = try engine.ask("stop", "what", "rec")
                #expect(stopped.text("ended").contains("its length was reached"), "\(stopped)")
                #expect(stopped.text("parts").split(separator: "\n").map(String.init) == names && stopped.int("part_count") == 3)
                let parts = try Self.parts(stopped)
                #expect(parts.map(\.count) == [24_000, 24_000, 12_000])
                Self.expectWhole(parts, first: fixture.probe.number(of: start))
            }
            // A take that was not split has no parts, whatever came before it.
            try engine.ask("rec", "name", "plain", "for", "12000f")
            try engine.wait("record_state", "idle")
            #expect(try engine.ask("stop", "what", "rec").text("parts").isEmpty)
        }

        /// A take into a recording cannot be split, a part that is too short is refused, and both change nothing.
        @Test func whatCannotBeSplitIsRefused() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try fixture.take("old", at: fixture.soon, frames: 24_000)
            try engine.ask("append", "old")
            let split = engine.dicta("split")
            #expect(split.code != 0 && split.errors.contains("goes into an existing recording"), "\(split)")
            try engine.ask("stop")
            for (option, words) in [("--split-every", "0.1s"), ("--split-size", "100kB"), ("--split-size", "soon")] {
                let rec = engine.dicta("rec", "no", option, words)
                #expect(rec.code != 0 && rec.errors.contains(option), "\(rec)")
            }
            #expect(try engine.ask("status").text("record_state") == "idle" && (try? engine.ask("info", "no")) == nil)
            for (key, value) in [("rec-split-every", "100ms"), ("rec-split-size", "10kB")] {
                let set = engine.dicta("set", key, value)
                #expect(set.code != 0 && set.errors.contains(key), "\(set)")
            }
        }

        /// Settings stand for all takes; markers begin parts exactly at their frames; each part is delivered and told.
        @Test func markersBeginPartsThatAreToldAndDelivered() throws {
            let fixture = try EngineFixture(settings: "rec-split-at-markers = on\n")
            let engine = fixture.engine
            try engine.reply("set", ["on-record-stopped", "echo \"$DICTA_NAME\" >> \(engine.folder.file("told"))"])
            let start = fixture.soon
            try engine.ask("rec", "name", "song", "at-frame", "\(start)", "deliver", "m4a")
            let marked = start &+ 48_123
            try engine.ask("mark", "name", "verse", "at-frame", "\(marked)")
            fixture.probe.waitFor(frame: start &+ 60_000)
            try engine.wait("name", "song (2)")
            let end = fixture.soon &+ 48_000
            let stopped = try engine.ask("stop", "at-frame", "\(end)")
            let parts = try Self.parts(stopped)
            #expect(parts.map(\.count) == [48_123, Int(end &- marked)])
            Self.expectWhole(parts, first: fixture.probe.number(of: start))
            let marks = try engine.reply("marks", ["song (2)"]).items
            #expect(marks.count == 1 && marks[0].text("name") == "verse" && marks[0].int("frames") == 0, "\(marks)")
            Pause.until { ["song", "song (2)"].allSatisfy({ Files.exists("\(engine.library)/\($0).m4a") }) }
            #expect(["song", "song (2)"].allSatisfy { Files.exists("\(engine.library)/\($0).m4a") })
            // The hook of the last part may come behind its delivery.
            let told = engine.folder.file("told")
            Pause.until { Files.read(told)?.hasSuffix("song (2)\n") == true }
            #expect(Files.read(told) == "song\nsong (2)\n")
        }

        /// The server goes away in the second part: the take goes on in the recording of that part, and is split again.
        @Test func aServerLossGoesOnInTheSamePart() throws {
            let fixture = try ReturningServerFixture()
            fixture.play()
            try fixture.engine.ask("rec", "name", "lives")
            // Each part has sound.
            Pause.milliseconds(300)
            try fixture.engine.ask("split")
            Pause.milliseconds(400)
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            #expect(fixture.engine.dicta("split").errors.contains("waits for a JACK server"))
            try fixture.revive()
            fixture.play()
            try fixture.wait("record_state", "recording")
            #expect(try fixture.engine.ask("status").text("name") == "lives (2)")
            // Each part has sound.
            Pause.milliseconds(300)
            #expect(try fixture.engine.ask("split").text("name") == "lives (3)")
            Pause.milliseconds(300)
            let stopped = try fixture.engine.ask("stop")
            #expect(stopped.text("parts") == "lives\nlives (2)\nlives (3)")
            let segments = try ["lives", "lives (2)", "lives (3)"].map { try fixture.recording($0).segments.count }
            #expect(segments == [1, 2, 1])
        }

        /// A take that plays while it is recorded goes on over the split, to the end of its part; a paused part without sound is no
        /// recording.
        @Test func playingAndPausingOverASplit() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "live")
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 96_000)
            try engine.ask("play", "live", "from", "0")
            try engine.ask("split")
            try Pause.until { try engine.ask("status").text("play_state") != "playing" }
            let status = try engine.ask("status")
            #expect(status.text("play_name") == "live" && status.text("play_state") == "stopped")
            #expect(abs(status.int("position_frames") - (try engine.ask("info", "live").int("frames"))) <= 1)
            #expect(try engine.ask("play", "live (2)", "from", "0").text("name") == "live (2)")
            try engine.ask("stop", "what", "play")
            try engine.ask("pause")
            #expect(try engine.ask("split").text("name") == "live (3)")
            #expect(try engine.ask("status").text("record_state") == "paused")
            let stopped = try engine.ask("stop")
            #expect(stopped.text("name") == "live (2)" && stopped.text("parts") == "live\nlive (2)", "\(stopped)")
            #expect(stopped.text("end_reason") == "stopped")
            #expect((try? engine.ask("info", "live (3)")) == nil && !Files.exists(engine.library + "/live (3).wav"))
            #expect(try engine.ask("status").text("record_state") == "idle")
        }

        /// Delays each sync while the file of `SLOW_FLAG` exists.
        private static let slowSync = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdlib.h>
            #include <unistd.h>
            static void wait_for_disk(void) { const char *f = getenv("SLOW_FLAG"); if (f && access(f, F_OK) == 0) usleep(400000); }
            int fsync(int f) { wait_for_disk(); return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(f); }
            int fdatasync(int f) { wait_for_disk(); return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(f); }
            """
    }
}
