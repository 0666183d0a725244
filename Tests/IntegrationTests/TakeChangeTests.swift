// Tests takes whose files or server change while they wait, count in, or are split (R17, J2, K3, K5, F4).
import Control
import Dictation
import FoundationEssentials
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    @Suite struct TakeChangeTests {
        /// Waits until a part is closed, and the engine knows it: its log tells both.
        private func waitForPart(_ engine: EngineProcess, _ name: String) {
            let isClosed = Pause.until {
                let lines = engine.process?.errorsSoFar.split(separator: "\n") ?? []
                return lines.contains { $0.contains("closed ") && $0.contains("/\(name).wav: ") }
            }
            #expect(isClosed, "\(name) was never closed")
        }

        /// A take that waits for a server goes on in its recording, whatever the name of it is then, and ends with it.
        @Test func aWaitingTakeFollowsItsRecording() throws {
            let fixture = try ReturningServerFixture()
            fixture.play()
            try fixture.engine.ask("rec", "name", "old")
            try fixture.engine.waitForTake(seconds: 0.3)
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            try fixture.engine.ask("rename", "name", "old", "to", "new")
            #expect(try fixture.engine.ask("status").text("name") == "new")
            try fixture.revive()
            fixture.play()
            try fixture.wait("record_state", "recording")
            try fixture.engine.waitForTake(seconds: 0.3)
            #expect(try fixture.engine.ask("split").text("name") == "new (2)")
            // The second part has sound, too.
            Pause.milliseconds(300)
            #expect(try fixture.engine.ask("stop").text("parts") == "new\nnew (2)")
            #expect(try fixture.recording("new").segments.count == 2)
            try fixture.engine.ask("rec", "name", "gone")
            try fixture.engine.waitForTake(seconds: 0.3)
            fixture.kill()
            try fixture.wait("record_state", "waiting")
            try fixture.engine.ask("delete", "name", "gone", "yes", "yes")
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            let stop = fixture.engine.dicta("stop")
            #expect(stop.code != 0 && !stop.errors.contains("gone.wav"), "\(stop)")
        }

        /// A count-in before an append follows a rename of the recording.
        @Test func aCountInFollowsItsRecording() throws {
            let fixture = try EngineFixture()
            try fixture.take("whole", at: fixture.soon, frames: 10_000)
            let remote = try #require(
                Process(
                    Programs.path("dicta"),
                    [
                        "--no-start", "--socket", fixture.engine.socket, "append", "whole", "--count-in", "4", "--tempo", "80",
                    ]))
            try fixture.engine.wait("record_state", "counting")
            try fixture.engine.ask("rename", "name", "whole", "to", "other")
            let finished = remote.finish()
            #expect(finished.code == 0, "\(finished)")
            #expect(try fixture.engine.ask("stop", "what", "rec").text("name") == "other")
        }

        /// A stop that comes while the take of a lost server is being closed ends the take.
        @Test func aStopInTheMomentOfALossEndsTheTake() throws {
            let folder = TempFolder()
            let preload = try #require(folder.preload(Self.slowSync))
            let fixture = try ReturningServerFixture(environment: ["LD_PRELOAD": preload, "SLOW_FLAG": folder.file("slow")])
            fixture.play()
            try fixture.engine.ask("rec", "name", "lives")
            try fixture.engine.waitForTake(seconds: 0.3)
            #expect(folder.write("", to: "slow"))
            fixture.kill()
            try fixture.wait("jack", "waiting")
            #expect(try fixture.engine.ask("status").text("record_state") == "recording")
            #expect(try fixture.engine.ask("stop", timeout: 60).text("name") == "lives")
            #expect(Files.remove(folder.file("slow")))
            try fixture.revive()
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            #expect(try fixture.recording("lives").segments.count == 1)
        }

        /// A stop while a stalled server is waited for gives up the frames that it delivers later: the next take has no hole.
        @Test func aStopWhileAServerIsStalledHoldsNoFrames() throws {
            let fixture = try ReturningServerFixture()
            fixture.play()
            try fixture.engine.ask("rec", "name", "first")
            try fixture.engine.waitForTake(seconds: 0.3)
            fixture.server.freeze()
            try fixture.wait("record_state", "waiting")
            try fixture.engine.ask("stop")
            fixture.server.thaw()
            try fixture.wait("jack", "running")
            let probe = try #require(fixture.probe)
            #expect(probe.setFreewheel(true))
            // More than the ring holds.
            let enough = probe.count + 40 * 48_000
            // Nobody hurries in freewheel: a busy machine may take long.
            Pause.until(120) { probe.count >= enough }
            #expect(probe.setFreewheel(false))
            #expect(probe.count >= enough, "the engine holds the server up: \(probe.count)")
            var watch = Stopwatch()
            try watch.start { try fixture.engine.ask("rec", "name", "second") }
            try fixture.engine.waitForTake(seconds: 0.3)
            let stopped = try watch.stop { try fixture.engine.ask("stop") }
            #expect(stopped.int("lost_frames") == 0 && watch.fits(stopped.double("seconds"), within: 1), "\(stopped), \(watch)")
        }

        /// The answer of a stop names the files that are there: parts that were renamed or deleted meanwhile are followed.
        @Test func theAnswerOfAStopFollowsItsParts() throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "x")
            for _ in 0..<3 {
                // Each part has sound.
                Pause.milliseconds(300)
                try engine.ask("split")
            }
            waitForPart(engine, "x (3)")
            try engine.ask("rename", "name", "x", "to", "y")
            try engine.ask("delete", "name", "x (2)", "yes", "yes")
            try engine.ask("rename", "name", "x (3)", "to", "z")
            try engine.ask("pause")
            let stopped = try engine.ask("stop")
            #expect(stopped.text("parts") == "y\nz\nx (4)" && stopped.int("part_count") == 3, "\(stopped)")
            let paths = stopped.text("part_paths").split(separator: "\n").map(String.init)
            #expect(paths.count == 3 && paths.allSatisfy { Files.exists($0) }, "\(paths)")
        }

        /// The part before a part without sound was renamed: the take ends as that recording, or without one.
        @Test(arguments: [false, true]) func aTakeWhoseLastPartHasNoSoundFollowsThePartBefore(isDeleted: Bool) throws {
            let fixture = try EngineFixture()
            let engine = fixture.engine
            try engine.ask("rec", "name", "x")
            try engine.waitForTake(seconds: 0.2)
            try engine.ask("pause")
            try engine.ask("split")
            waitForPart(engine, "x")
            if isDeleted {
                try engine.ask("delete", "name", "x", "yes", "yes")
                #expect(engine.dicta("stop").errors.contains("Nothing was recorded in x (2)"))
            } else {
                try engine.ask("rename", "name", "x", "to", "y")
                let stopped = try engine.ask("stop")
                #expect(stopped.text("name") == "y" && stopped.text("end_reason") == "stopped", "\(stopped)")
                #expect(Files.exists(stopped.text("path")))
            }
            #expect(try engine.ask("status").text("record_state") == "idle")
        }

        /// An error of an earlier part reaches the caller of the stop.
        @Test func anErrorOfAnEarlierPartReachesTheStop() throws {
            let fixture = try EngineFixture()
            try fixture.engine.ask("rec", "name", "x")
            try fixture.engine.waitForTake(seconds: 0.2)
            // The sidecar of the part cannot be written.
            #expect(Files.makeFolder(fixture.engine.library + "/x.json"))
            try fixture.engine.ask("split")
            // The part is closed by then, and its error is not that of the stop itself.
            Pause.milliseconds(300)
            let stop = fixture.engine.dicta("stop")
            #expect(stop.code != 0 && stop.errors.contains("x.json"), "\(stop)")
        }

        /// A stop that is refused leaves a scheduled pause as it was.
        @Test func aRefusedStopChangesNothing() throws {
            let fixture = try EngineFixture()
            try fixture.engine.ask("rec", "name", "x")
            try fixture.engine.ask("pause", "at-frame", "\(fixture.soon &+ 480_000)")
            #expect(throws: (any Error).self) { try fixture.engine.ask("stop", "at-frame", "\(fixture.soon &- 240_000)") }
            #expect(try fixture.engine.ask("status").text("record_pending") == "paused")
            try fixture.engine.ask("stop")
        }

        /// The countdown of a take is heard after a take that ended paused in its last seconds.
        @Test func aCountdownFollowsATakeThatEndedPaused() throws {
            // A slow machine needs seconds to pause it.
            let fixture = try EngineFixture(keeps: 60, settings: "countdown = tone\nrec-warning = 15s\n")
            try fixture.engine.ask("rec", "name", "first", "for", "16s")
            try Pause.until { try fixture.engine.ask("status").double("remaining_seconds") <= 14.5 }
            try fixture.engine.ask("pause")
            try fixture.engine.wait("record_state", "paused")
            try fixture.engine.ask("stop")
            let done = try fixture.engine.ask("rec", "name", "second", "for", "3s", "wait", "yes")
            let second = UInt32(truncatingIfNeeded: done.int("start_frame")) &+ 2 * 48_000
            let place = fixture.ear.number(of: second)
            let onsets = CueTests.onsets(fixture.ear.heard)
            #expect(onsets.contains { abs($0 - place) < 96 }, "\(onsets), not \(place)")
        }

        /// Delays each sync while the file of `SLOW_FLAG` exists.
        private static let slowSync = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdlib.h>
            #include <unistd.h>
            static void wait_for_disk(void) { const char *f = getenv("SLOW_FLAG"); if (f && access(f, F_OK) == 0) usleep(2000000); }
            int fsync(int f) { wait_for_disk(); return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(f); }
            int fdatasync(int f) { wait_for_disk(); return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(f); }
            """
    }
}
