// Tests the control loop while a file system hangs (issue 13.4).
import Control
import Dictation
import Glibc
import JackTestSupport
import System
import TestSupport
import Testing

extension Integration {
    /// The control loop never waits for a disk.
    @Suite struct HangingDiskTests {
        /// Each call that names a file of library, settings or state hangs, reading and writing: a file server that is gone.
        @Test func theLoopAnswersWhileEveryCallHangs() throws {
            let folder = TempFolder()
            let preload = try #require(folder.preload(Self.source))
            for name in ["recordings", "config", "state"] { try #require(Files.makeFolder(folder.file(name))) }
            let fixture = try EngineFixture(
                library: folder.file("recordings"),
                environment: [
                    "LD_PRELOAD": preload, "HANG_FLAG": folder.file("hangs"), "HANG_FOLDER": folder.path,
                    "XDG_CONFIG_HOME": folder.file("config"), "XDG_STATE_HOME": folder.file("state"),
                ])
            try outlive(
                fixture, hang: { #expect(folder.write("", to: "hangs")) }, goOn: { #expect(Files.remove(folder.file("hangs"))) },
                isReadable: false)
        }

        /// A real file system, frozen by the kernel: reads work, writes hang.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func theLoopAnswersWhileTheDiskIsFrozen() throws {
            let disk = try SmallDisk(megabytes: 256)
            let fixture = try EngineFixture(library: disk.path)
            try outlive(fixture, hang: { try disk.freeze() }, goOn: { try disk.thaw() }, isReadable: true)
        }

        /// The log of an engine that `dicta start` started is a file, and its disk can hang, too.
        @Test func theLoopAnswersWhileTheLogHangs() throws {
            let folder = TempFolder()
            let preload = try #require(folder.preload(Self.source))
            try #require(Files.makeFolder(folder.file("logs")) && Files.makeFolder(folder.file("programs")))
            let script = "#!/bin/sh\nexec '\(Programs.path("dictad"))' \"$@\" 2>>'\(folder.file("logs/log"))'\n"
            try #require(folder.write(script, to: "programs/dictad", mode: 0o700))
            let engine = try EngineProcess(
                ["--osc-udp", "0", "--osc-allow", "127.0.0.2"], waitsForJack: false,
                environment: [
                    "JACK_DEFAULT_SERVER": "dicta-nobody", "LD_PRELOAD": preload, "HANG_FLAG": folder.file("hangs"),
                    "HANG_FOLDER": folder.file("logs"),
                ], program: folder.file("programs/dictad"))
            let refused = try OscClient(try OscTests.urls(engine)[1])
            #expect(folder.write("", to: "hangs"))
            var answers: [Double] = []
            for _ in 0..<20 {
                // A packet from a sender outside the allow-list writes a line to the log.
                try refused.send("/dicta/ping")
                let start = Moment.now.nanoseconds
                let isAnswered = (try? engine.ask("status", timeout: 2)) != nil
                answers.append(isAnswered ? Double(Moment.now.nanoseconds - start) / 1e9 : 2)
            }
            #expect(Files.remove(folder.file("hangs")))
            expect(answers)
            #expect(engine.quit()?.code == 0)
            #expect(Files.read(folder.file("logs/log"))?.contains("127.0.0.1") == true)
        }

        private func outlive(
            _ fixture: EngineFixture, hang: () throws -> Void, goOn: () throws -> Void, isReadable: Bool
        ) throws {
            let engine = fixture.engine
            try fixture.take("old", at: fixture.soon, frames: 48_000)
            try engine.ask("play", "old")
            try engine.ask("rec", "name", "running")
            try hang()
            var later = [
                try remote(fixture, "settings"), try remote(fixture, "ls"), try remote(fixture, "set", "backstep", "1s"),
            ]
            var answers = ask(fixture, times: 10)
            // On a busy machine the recording has ended by now, and the stop is refused: that is an answer, too.
            answers.append(seconds(fixture, ["stop", "what", "play"]))
            later.append(try remote(fixture, "stop", "--what", "rec"))
            answers += ask(fixture, times: 10)
            let words = (try? engine.ask("status", timeout: 2))?.text("disk_error")
            // No test ends while the disk hangs: an engine that hangs could not be ended.
            try goOn()
            expect(answers)
            if !isReadable { #expect(words?.contains("has not answered") == true, "\(words ?? "no answer")") }
            for one in later { #expect(one.finish().code == 0) }

            // A take that begins while the disk hangs has every frame from its command on.
            try hang()
            let begun = try remote(fixture, "rec", "--name", "hung")
            Pause.until { (try? engine.ask("status", timeout: 2))?.text("record_state") == "recording" }
            // By JACK's estimate of the time, which says where a take begins: after a late period it is ahead of the frames.
            let start = fixture.probe.frameTime
            answers = ask(fixture, times: 10)
            let captured = Int(fixture.probe.frameTime &- start)
            try goOn()
            expect(answers)
            #expect(begun.finish().code == 0)
            let stopped = try engine.ask("stop")
            #expect(stopped.int("frames") >= captured && captured > 12_000, "\(stopped), \(captured) while the disk hung")
            for name in ["running", "hung"] {
                let path = try engine.ask("info", name).text("path")
                let report = FrameReport(try EngineFixture.samples(path), .fine)
                #expect(report.isClean, "\(name): \(report)")
            }
            #expect(engine.quit()?.code == 0)
        }

        private func remote(_ fixture: EngineFixture, _ words: String...) throws -> Process {
            try #require(
                Process(
                    Programs.path("dicta"), ["--engine", fixture.engine.name, "--socket", fixture.engine.socket] + words,
                    environment: ["HOME": "/tmp"]))
        }

        /// Sends the commands of keys and screens; returns the seconds each took, 2 where no answer came.
        private func ask(_ fixture: EngineFixture, times: Int) -> [Double] {
            let verbs = [["status"], ["meters"], ["gain", "master", "0.5"], ["rate", "0.9"], ["ping"]]
            var seconds: [Double] = []
            for turn in 0..<times * verbs.count {
                seconds.append(self.seconds(fixture, verbs[turn % verbs.count]))
                // Commands come one after the other, as those of keys do.
                Pause.milliseconds(10)
            }
            return seconds
        }

        /// Sends a command; returns the seconds to its answer or refusal, 2 where none came.
        private func seconds(_ fixture: EngineFixture, _ verb: [String]) -> Double {
            let start = Moment.now.nanoseconds
            do throws(EngineProcess.Trouble) { try fixture.engine.reply(verb[0], Array(verb.dropFirst()), timeout: 2) } catch {
                print("\(verb): \(error)")
                if case .noAnswer = error { return 2 }
            }
            return Double(Moment.now.nanoseconds - start) / 1e9
        }

        /// Checks that answers were fast. A busy machine may delay two of them for a second; a loop that waits for a disk delays
        /// them until the end of the hang, and nobody waits so long for an answer.
        private func expect(_ answers: [Double]) {
            let sorted = answers.sorted()
            let usual = sorted.dropLast(2).last ?? 2
            #expect(sorted[sorted.count / 2] < 0.1 && usual < 1 && sorted.last ?? 2 < 2, "\(sorted.suffix(8))")
        }

        /// Delays calls on files of the folder, by name or descriptor, while the file of `HANG_FLAG` exists.
        private static let source = """
            #define _GNU_SOURCE
            #include <dirent.h>
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdarg.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/stat.h>
            #include <sys/statvfs.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            static void path_hangs(const char *path) {
                const char *flag = getenv("HANG_FLAG"), *folder = getenv("HANG_FOLDER");
                if (!flag || !folder || !path || strncmp(path, folder, strlen(folder)) != 0) return;
                while (syscall(SYS_access, flag, F_OK) == 0) usleep(10000);
            }
            static void fd_hangs(int fd) {
                char link[64], path[4096];
                snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
                ssize_t count = readlink(link, path, sizeof path - 1);
                if (count < 0) return;
                path[count] = 0;
                path_hangs(path);
            }
            #define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
            #define MODE mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) \\
                { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }
            int open(const char *p, int flags, ...) { MODE path_hangs(p); return REAL(open)(p, flags, mode); }
            int open64(const char *p, int flags, ...) { MODE path_hangs(p); return REAL(open64)(p, flags, mode); }
            int openat(int d, const char *p, int flags, ...) { MODE path_hangs(p); return REAL(openat)(d, p, flags, mode); }
            DIR *opendir(const char *p) { path_hangs(p); return REAL(opendir)(p); }
            int statvfs(const char *p, struct statvfs *s) { path_hangs(p); return REAL(statvfs)(p, s); }
            int stat(const char *p, struct stat *s) { path_hangs(p); return REAL(stat)(p, s); }
            int lstat(const char *p, struct stat *s) { path_hangs(p); return REAL(lstat)(p, s); }
            int access(const char *p, int m) { path_hangs(p); return REAL(access)(p, m); }
            int rename(const char *a, const char *b) { path_hangs(a); return REAL(rename)(a, b); }
            int unlink(const char *p) { path_hangs(p); return REAL(unlink)(p); }
            ssize_t read(int f, void *b, size_t n) { fd_hangs(f); return REAL(read)(f, b, n); }
            ssize_t pread(int f, void *b, size_t n, off_t o) { fd_hangs(f); return REAL(pread)(f, b, n, o); }
            ssize_t write(int f, const void *b, size_t n) { fd_hangs(f); return REAL(write)(f, b, n); }
            ssize_t pwrite(int f, const void *b, size_t n, off_t o) { fd_hangs(f); return REAL(pwrite)(f, b, n, o); }
            int fsync(int f) { fd_hangs(f); return REAL(fsync)(f); }
            int fdatasync(int f) { fd_hangs(f); return REAL(fdatasync)(f); }
            """
    }
}
