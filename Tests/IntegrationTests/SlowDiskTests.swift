// Tests takes on a disk that answers late (F7).
import Control
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct SlowDiskTests {
        /// An engine that records since a second, on a disk that answers after five seconds from now on, as one that other programs
        /// keep busy.
        private struct Slow {
            let folder = TempFolder()
            let fixture: EngineFixture
            /// JACK frame at which the take began.
            let start: UInt32

            init() throws {
                let fault = try #require(folder.preload(SlowDiskTests.source))
                // A synchronous server would wait for the killed client.
                fixture = try EngineFixture(
                    period: PipeWireServer.calmPeriod, synchronous: false,
                    environment: ["LD_PRELOAD": fault, "SLOW_FLAG": folder.file("slow")])
                start = fixture.soon
                try fixture.engine.ask("rec", "name", "memo", "at-frame", "\(start)")
                fixture.probe.waitFor(frame: start &+ 48_000)
                try #require(Files.write("", to: folder.file("slow")))
            }

            /// Kills the engine, and gives another one with its library.
            func successor() throws -> EngineProcess {
                fixture.engine.signal(SIGKILL)
                _ = fixture.engine.finish()
                #expect(Files.exists(folder.file("slow.began")), "no sync was slow")
                return try EngineProcess([], library: fixture.engine.library, waitsForJack: false)
            }
        }

        /// Frames that the engine has handed to the kernel survive its death, so it must not wait for the disk with that.
        @Test func aKillCostsNoMoreWhileTheDiskIsSlow() throws {
            let slow = try Slow()
            slow.fixture.probe.waitFor(frame: slow.start &+ 5 * 48_000)
            let length = try slow.fixture.engine.ask("status").int("elapsed_frames")
            let info = try slow.successor().ask("info", "memo")
            #expect(info.text("end_reason") == "interrupted" && info.int("frames") >= 4 * 48_000, "\(info), \(length)")
        }

        /// Parts of a take are closed and begun while the disk is slow, and no frame waits for that.
        @Test func splitsCostNoFrameWhileTheDiskIsSlow() throws {
            let slow = try Slow()
            let (engine, probe) = (slow.fixture.engine, slow.fixture.probe)
            for second in [2, 4, 6] as [UInt32] {
                probe.waitFor(frame: slow.start &+ second * 48_000)
                try engine.ask("split")
            }
            probe.waitFor(frame: slow.start &+ 20 * 48_000)
            #expect(try engine.ask("status").int("lost_frames") == 0)
            let length = probe.frameTime &- slow.start
            let next = try slow.successor()
            let parts = try ["memo", "memo (2)", "memo (3)", "memo (4)"].map { try next.ask("info", $0).int("frames") }
            #expect(parts.reduce(0, +) >= Int(length) - 48_000, "\(parts), \(length)")
        }

        /// While a flag exists, each sync takes five seconds; a second file tells that one has begun.
        private static let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            static int slow(const char *name, int descriptor) {
                char began[4096];
                const char *flag = getenv("SLOW_FLAG");
                if (flag && access(flag, F_OK) == 0) {
                    snprintf(began, sizeof began, "%s.began", flag);
                    int mark = open(began, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
                    if (mark >= 0) close(mark);
                    sleep(5);
                }
                int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
                return real(descriptor);
            }
            int fdatasync(int descriptor) { return slow("fdatasync", descriptor); }
            int fsync(int descriptor) { return slow("fsync", descriptor); }
            """
    }
}
