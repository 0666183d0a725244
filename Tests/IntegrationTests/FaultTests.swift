// Tests takes when the disk freezes or fills up, the server dies, or the engine is killed (F7, R8, J2).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct FaultTests {
        /// A disk that is frozen for ten seconds (a real file system, frozen by the kernel) loses no frame.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aDiskFrozenForTenSecondsLosesNothing() throws {
            let disk = try SmallDisk(megabytes: 64)
            let fixture = try EngineFixture(engine: ["--reserve", "4"], library: disk.path)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "frozen", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 48_000)
            try disk.freeze()
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 480_000)
            try disk.thaw()
            // Far enough ahead on a busy machine, which also needs a while to freeze and to thaw.
            let end = fixture.probe.frameTime &+ 72_000
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(end)")
            let report = FrameReport(try EngineFixture.samples(stopped.text("path")), .fine)
            #expect(report.isClean && report.silent == stopped.int("missed_frames"), "\(report)")
            #expect(stopped.int("lost_frames") == 0 && stopped.int("frames") == Int(end &- start))
        }

        /// A freeze longer than the rings hold: lost frames are counted, and silence of their length keeps the rest in its
        /// place.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aDiskFrozenForTooLongLosesAndSaysWhat() throws {
            let disk = try SmallDisk(megabytes: 64)
            let fixture = try EngineFixture(engine: ["--reserve", "4", "--preroll", "0s"], library: disk.path)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "frozen", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            try disk.freeze()
            for _ in 0..<60 {
                guard try fixture.engine.ask("status").int("lost_frames") == 0 else { break }
                fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 24_000)
            }
            try disk.thaw()
            fixture.probe.waitFor(frame: fixture.probe.frameTime &+ 72_000)
            let end = fixture.probe.frameTime &+ 72_000
            let stopped = try fixture.engine.ask("stop", "at-frame", "\(end)")
            let samples = try EngineFixture.samples(stopped.text("path"))
            let lost = stopped.int("lost_frames")
            #expect(lost > 0 && samples.count == Int(end &- start))
            let silent = samples.count { $0 == .zero }
            #expect(silent == lost + stopped.int("missed_frames"), "\(silent) silent, \(stopped.all)")
            // Before and after the hole each frame stands where its number says. An xrun moves the numbers within JACK's time.
            let misplaced = samples.enumerated().first { place, sample in
                sample != .zero
                    && sample != FrameCode.fine.encode(UInt32(fixture.probe.number(of: start &+ UInt32(place))))
            }
            #expect(misplaced == nil, "\(String(describing: misplaced))")
        }

        /// The take ends while there is room to close it; everything before the end is in the file.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason), arguments: ["8", "0"])
        func aFullDiskEndsTheTakeWhole(reserve: String) throws {
            let disk = try SmallDisk(megabytes: 24)
            let fixture = try EngineFixture(engine: ["--reserve", reserve], library: disk.path)
            let start = fixture.soon
            // Fill the disk, so that some four seconds fit.
            let free = try fixture.engine.ask("status").int("disk_free_bytes")
            let filler = free - 1_000_000 * (Int(reserve) ?? 0) - 1_600_000
            #expect(Process.run("/usr/bin/fallocate", ["-l", "\(filler)", disk.path + "/filler"]).code == 0)
            do {
                try fixture.engine.ask("rec", "name", "full", "at-frame", "\(start)", "wait", "yes")
                Issue.record("the disk was never full")
            } catch {
                guard case .refused(let failure) = error else { throw error }
                #expect(failure.words.contains("full.wav"), "\(failure.words)")
            }
            let samples = try EngineFixture.samples(disk.path + "/full.wav")
            let report = FrameReport(samples, .fine)
            let status = try fixture.engine.ask("status")
            #expect(samples.count > 96_000 && report.isClean && report.silent <= status.int("missed_frames"), "\(report)")
            #expect(report.first == UInt32(fixture.probe.number(of: start)))
            #expect(status.text("record_state") == "idle" && !status.text("last_error").isEmpty)
            // The next take is refused in clear words, if a reserve is kept.
            if reserve != "0" {
                #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("rec", "name", "next") }
                // Once there is room again, nothing is left to do about it.
                #expect(Files.remove(disk.path + "/filler"))
                try Pause.until { try fixture.engine.ask("status")["last_error"] == nil }
                #expect(try fixture.engine.ask("status")["last_error"] == nil)
            }
            #expect(fixture.engine.quit()?.code == 1)
        }

        @Test func aKilledServerLeavesAWholeTakeAndIsWaitedFor() throws {
            let fixture = try EngineFixture(engine: ["--rec-resume", "off"])
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "orphan", "at-frame", "\(start)")
            fixture.probe.waitFor(frames: 96_000, from: start)
            fixture.server.kill()
            fixture.probe.close()
            fixture.ear.close()
            try fixture.engine.wait { $0.text("jack") == "waiting" && $0.text("record_state") == "idle" }
            let samples = try EngineFixture.samples(fixture.engine.library + "/orphan.wav")
            let report = FrameReport(samples, .fine)
            #expect(samples.count >= 96_000 && report.isClean, "\(report)")
            #expect(throws: EngineProcess.Trouble.self) { try fixture.engine.ask("rec") }
            #expect(fixture.server.start())
            try fixture.engine.wait("jack", "running")
            _ = try fixture.engine.ask("rec", "name", "after", "for", "0.5s", "wait", "yes")
        }

        @Test func aFrozenServerDoesNotKeepTheTake() throws {
            let fixture = try EngineFixture()
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "stuck", "at-frame", "\(start)")
            fixture.probe.waitFor(frames: 48_000, from: start)
            fixture.server.freeze()
            defer { fixture.server.thaw() }
            let stopped = try fixture.engine.ask("stop", timeout: 10)
            #expect(stopped.int("frames") >= 48_000)
            #expect(FrameReport(try EngineFixture.samples(stopped.text("path")), .fine).isClean)
        }

        /// One descriptor receives all three, so one of them is enough for a short run.
        @Test(arguments: [SIGTERM, SIGINT, SIGHUP].few) func aSignalClosesTheTakeInOrder(signal: Int32) throws {
            let fixture = try EngineFixture()
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "told", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 48_000)
            // Frames that the graph has really processed; JACK's clock goes on while a busy machine delays the graph.
            let done = fixture.probe.count - fixture.probe.number(of: start)
            fixture.engine.signal(signal)
            #expect(fixture.engine.finish()?.code == 0)
            let samples = try EngineFixture.samples(fixture.engine.library + "/told.wav")
            let report = FrameReport(samples, .fine)
            #expect(report.isClean && samples.count >= done - 512, "\(samples.count) \(report)")
            #expect(Files.exists(fixture.engine.library + "/told.json"))
        }

        /// The schedule of the writer limits the loss of a kill to a second, and the header is true.
        @Test func killedOutrightItLosesLessThanASecond() throws {
            // A synchronous server would wait for the killed client. An asynchronous one overwrites a period that is read late,
            // so the period is long.
            let fixture = try EngineFixture(period: PipeWireServer.calmPeriod, synchronous: false)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "killed", "at-frame", "\(start)")
            fixture.probe.waitFor(frames: 3 * 48_000, from: start)
            // A busy machine can hold the writer up. What it has told is safe, and it tells all but the last second.
            var (heard, written) = (0, 0)
            try Pause.until {
                heard = fixture.probe.count - fixture.probe.number(of: start)
                written = try fixture.engine.ask("status").int("elapsed_frames")
                return heard - written < 48_000
            }
            fixture.engine.signal(SIGKILL)
            _ = fixture.engine.finish()
            let samples = try EngineFixture.samples(fixture.engine.library + "/killed.wav")
            #expect(written > 2 * 48_000 && heard - written < 48_000, "\(written) of \(heard)")
            #expect(samples.count >= written, "\(samples.count) of \(written)")
            #expect(FrameReport(samples, .fine).isInOrder)
        }
    }
}
