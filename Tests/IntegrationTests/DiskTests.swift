// Tests takes on disks that are full, fail, turn read-only or are removed (R8, limits).
import Control
import Dictation
import Glibc
import JackTestSupport
import Storage
import TestSupport
import Testing

extension Integration {
    /// After each fault the take is closed and whole up to the fault; clients that wait or watch are told; the exit status
    /// says so; older files are unchanged.
    @Suite struct DiskTests {
        private let folder = TempFolder()

        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aDiskThatIsFullAtTheStartIsRefused() throws {
            let disk = try SmallDisk(megabytes: 16)
            let fixture = try EngineFixture(engine: ["--reserve", "8"], library: disk.path)
            let before = try older(fixture)
            try fill(disk, leaving: 4_000_000, fixture)
            let refused = rec(fixture, "no")
            #expect(refused.code == 1 && refused.errors.contains("kept in reserve"), "\(refused)")
            let left = try names(disk)
            #expect(left == ["filler", "lost+found", "older.json", "older.wav"], "\(left)")
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            #expect(Files.remove(disk.path + "/filler"))
            try fixture.engine.ask("rec", "name", "yes", "for", "0.2s", "wait", "yes")
            #expect(Files.read(disk.path + "/older.wav") == before)
            #expect(fixture.engine.quit()?.code == 0)
        }

        /// Without a reserve even the journal of the take does not fit: nothing is left of the take.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aDiskWithoutAnyRoomIsRefused() throws {
            let disk = try SmallDisk(megabytes: 4, inMemory: true)
            let fixture = try EngineFixture(engine: ["--reserve", "0"], library: disk.path)
            let before = try older(fixture)
            _ = Process.run("/bin/sh", ["-c", "cat /dev/zero > \(disk.path)/filler; truncate -s -4096 \(disk.path)/filler"])
            for format in ["wav", "flac", "alac"] {
                let refused = rec(fixture, "no", "--format", format)
                #expect(refused.code == 1 && refused.errors.contains("full"), "\(refused)")
            }
            let left = try names(disk)
            #expect(left == ["filler", "older.json", "older.wav"], "\(left)")
            #expect(try fixture.engine.ask("status").text("record_state") == "idle")
            #expect(Files.remove(disk.path + "/filler"))
            try fixture.engine.ask("rec", "name", "yes", "for", "0.2s", "wait", "yes")
            #expect(Files.read(disk.path + "/older.wav") == before)
        }

        /// The command line's own view: `dicta rec --wait` and `dicta watch` while the disk fills up.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func whoWaitsAndWhoWatchesHearsOfAFullDisk() throws {
            let disk = try SmallDisk(megabytes: 24)
            let fixture = try EngineFixture(engine: ["--reserve", "4"], library: disk.path)
            let before = try older(fixture)
            let watch = try #require(Process(Programs.path("dicta"), words(fixture) + ["--json", "watch", "transport"]))
            try Pause.until { try fixture.engine.ask("status").int("osc_subscribers") == 1 }
            try fill(disk, leaving: 4_800_000, fixture)
            let waited = rec(fixture, "full", "--wait")
            #expect(waited.code == 1 && waited.errors.contains("full.wav"), "\(waited)")
            func endsWith(error isThere: Bool) -> Bool {
                let line = watch.saidSoFar.split(separator: "\n").last ?? ""
                return line.contains("\"record_state\":\"idle\"") && line.contains("MB are free") == isThere
            }
            #expect(Pause.until { endsWith(error: true) }, "\(watch.saidSoFar)")
            // The refusal of the next take does not tell the error of this one again.
            #expect(rec(fixture, "next").code == 1)
            #expect(Pause.until { endsWith(error: false) }, "\(watch.saidSoFar)")
            #expect(try fixture.engine.ask("status").text("last_error").contains("MB are free"))
            _ = kill(watch.pid, SIGINT)
            _ = watch.finish()
            try expectWhole(fixture, disk.path + "/full.wav", atLeast: 30_000)
            #expect(Files.exists(disk.path + "/full.json") && !Files.exists(disk.path + "/.full.take"))
            #expect(Files.read(disk.path + "/older.wav") == before)
            #expect(fixture.engine.quit()?.code == 1)
        }

        /// A file system turns read-only, as ext4 does when the device below it fails.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason)) func aDiskThatTurnsReadOnlyEndsTheTake() throws {
            let disk = try SmallDisk(megabytes: 24)
            let fixture = try EngineFixture(engine: ["--reserve", "4"], library: disk.path)
            let before = try older(fixture)
            let waited = try ending(fixture, "cut") { try disk.abort() }
            #expect(waited.code == 1 && (waited.errors.contains("read-only") || waited.errors.contains("error")), "\(waited)")
            try expectWhole(fixture, disk.path + "/cut.wav", atLeast: 24_000)
            #expect(Files.read(disk.path + "/older.wav") == before)
            #expect(rec(fixture, "next").code == 1)
            #expect(fixture.engine.quit()?.code == 1)
        }

        /// Every write and sync in the library fails from a moment on, and later works again.
        @Test func anInputOutputErrorEndsTheTake() throws {
            let flag = folder.file("broken")
            let library = folder.file("library")
            try #require(Files.makeFolder(library))
            let fault = try #require(folder.preload(Self.source))
            let fixture = try EngineFixture(
                library: library,
                environment: ["LD_PRELOAD": fault, "FAULT_FLAG": flag, "FAULT_FOLDER": library])
            let before = try older(fixture)
            let waited = try ending(fixture, "cut") { try #require(Files.write("", to: flag)) }
            #expect(waited.code == 1 && waited.errors.contains("Input/output error"), "\(waited)")
            // Only what the disk has confirmed is said to be there.
            #expect(!waited.errors.contains("all of which") && waited.errors.contains("surely"), "\(waited)")
            try expectWhole(fixture, library + "/cut.wav", atLeast: 24_000)
            #expect(Files.read(library + "/older.wav") == before)
            #expect(rec(fixture, "next").code == 1)
            #expect(Files.remove(flag))
            // The take without a sidecar is recovered; the next take is like any other.
            try fixture.engine.ask("rec", "name", "after", "for", "0.2s", "wait", "yes")
            try fixture.engine.ask("recover")
            #expect(try fixture.engine.reply("ls").items.filter { $0["problem"] != nil }.isEmpty)
            #expect(fixture.engine.quit()?.code == 0)
        }

        /// The library's disk goes away under a take: nothing is written in its place, and that is said. Once it is back, all is as
        /// before (F26). The library is the disk, or a folder on it, which is missing then.
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason), arguments: ["", "/takes"])
        func nothingIsWrittenInThePlaceOfADisk(folder: String) throws {
            let disk = try SmallDisk(megabytes: 24)
            let library = disk.path + folder
            let fixture = try EngineFixture(engine: ["--reserve", "4"], library: library)
            let before = try older(fixture)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "cut", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 36_000)
            try disk.detach()
            let words = "the disk of \(library) is away"
            let stopped = Process.run(Programs.path("dicta"), self.words(fixture) + ["stop"])
            #expect(stopped.code == 1 && stopped.errors.contains(words), "\(stopped)")
            let next = rec(fixture, "next")
            #expect(next.code == 1 && next.errors.contains(words), "\(next)")
            #expect(Process.run(Programs.path("dicta"), self.words(fixture) + ["ls"]).errors.contains(words))
            try Pause.until { try fixture.engine.ask("status").text("disk_error").contains(words) }
            #expect(try fixture.engine.ask("status").text("disk_error").contains(words))
            #expect(Process.run("/bin/ls", ["-A", disk.path]).output.isEmpty)
            #expect(try fixture.engine.ask("status").text("last_error").contains(words))
            try disk.attach()
            try Pause.until { try fixture.engine.ask("status")["last_error"] == nil }
            #expect(try fixture.engine.ask("status")["last_error"] == nil)
            try fixture.engine.ask("recover")
            #expect(Files.read(library + "/older.wav") == before)
            #expect(try Library(folder: library).readRecording("cut").timeline.length >= 36_000)
            try fixture.engine.ask("rec", "name", "after", "for", "0.2s", "wait", "yes")
            try Pause.until { try fixture.engine.ask("status")["disk_error"] == nil }
            _ = fixture.engine.quit()
        }

        /// A folder that is deleted under its take is told at once, and made again at the end of the take (R24, F26).
        @Test func aFolderThatIsRemovedIsMadeAgain() throws {
            let library = folder.file("library")
            let fixture = try EngineFixture(library: library)
            // A file that is saved while the folder is emptied would keep the folder.
            waitUntilConnectionsAreKept(in: library)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "gone", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            #expect(Process.run("/bin/rm", ["-rf", library]).code == 0)
            try Pause.until { try fixture.engine.ask("status")["last_error"] != nil }
            let told = try fixture.engine.ask("status")
            #expect(told.text("last_error").contains("was deleted while it is"), "\(told.all)")
            #expect(told.text("record_state") == "recording")
            fixture.probe.waitFor(frame: start &+ 96_000)
            #expect(!Files.exists(library))
            let stopped = Process.run(Programs.path("dicta"), self.words(fixture) + ["stop"])
            #expect(stopped.code == 1 && stopped.errors.contains("was written anew"), "\(stopped)")
            // Told, and nothing is left to do.
            #expect(try fixture.engine.ask("status")["last_error"] == nil)
            try expectWhole(fixture, library + "/gone.wav", atLeast: 96_000)
            #expect(try Library(folder: library).readRecording("gone").timeline.length >= 96_000)
            try fixture.engine.ask("rec", "name", "after", "for", "0.2s", "wait", "yes")
        }

        /// A file that is deleted or moved under its take is told at once and at the end, and no sound is lost (R24, F26).
        @Test(arguments: ["rm", "mv"]) func aFileThatIsTakenAwayIsTold(how: String) throws {
            let library = folder.file("library")
            let fixture = try EngineFixture(library: library)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "gone", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            let (file, moved) = (library + "/gone.wav", library + "/moved.wav")
            #expect(Process.run("/bin/" + how, how == "rm" ? [file] : [file, moved]).code == 0)
            try Pause.until { try fixture.engine.ask("status")["last_error"] != nil }
            let told = try fixture.engine.ask("status")
            let words = how == "rm" ? "was deleted while it is" : "was moved away"
            #expect(told.text("last_error").contains(words), "\(told.all)")
            #expect(told.text("record_state") == "recording")
            let stopped = Process.run(Programs.path("dicta"), self.words(fixture) + ["stop"])
            let end = how == "rm" ? "was written anew" : "was moved away"
            #expect(stopped.code == 1 && stopped.errors.contains(end), "\(stopped)")
            try expectWhole(fixture, how == "rm" ? file : moved, atLeast: 24_000)
        }

        /// A file that is moved back under its take is no longer a loss (R24).
        @Test func aFileThatIsMovedBackIsToldNoMore() throws {
            let library = folder.file("library")
            let fixture = try EngineFixture(library: library)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "back", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            let (file, moved) = (library + "/back.wav", library + "/moved.wav")
            for (from, to, isLost) in [(file, moved, true), (moved, file, false)] {
                #expect(Process.run("/bin/mv", [from, to]).code == 0)
                #expect(try Pause.until { try (fixture.engine.ask("status")["last_error"] != nil) == isLost })
            }
            let stopped = Process.run(Programs.path("dicta"), self.words(fixture) + ["stop"])
            #expect(stopped.code == 0, "\(stopped)")
            try expectWhole(fixture, file, atLeast: 24_000)
        }

        /// A file that is moved back after the end of its take is no longer a loss either (R24).
        @Test func aFileThatIsMovedBackAfterItsTakeIsToldNoMore() throws {
            let library = folder.file("library")
            let fixture = try EngineFixture(library: library)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "back", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            let (file, moved) = (library + "/back.wav", library + "/moved.wav")
            #expect(Process.run("/bin/mv", [file, moved]).code == 0)
            #expect(Process.run(Programs.path("dicta"), self.words(fixture) + ["stop"]).code == 1)
            #expect(try fixture.engine.ask("status").text("last_error").contains("was moved away"))
            #expect(Process.run("/bin/mv", [moved, file]).code == 0)
            for _ in 0..<2 { #expect(try Pause.until { try fixture.engine.ask("status")["last_error"] == nil }) }
            try expectWhole(fixture, file, atLeast: 24_000)
        }

        /// A take whose file is deleted ends while its copy still finds room, without a reserve too (R8, R24).
        @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.reason), arguments: ["1", "0"])
        func aDeletedTakeEndsBeforeItsCopyFindsNoRoom(reserve: String) throws {
            let disk = try SmallDisk(megabytes: 24)
            let fixture = try EngineFixture(engine: ["--reserve", reserve], library: disk.path)
            try fill(disk, leaving: 5_000_000, fixture)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "gone", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            #expect(Files.remove(disk.path + "/gone.wav"))
            try Pause.until { try fixture.engine.ask("status").text("record_state") == "idle" }
            #expect(Files.exists(disk.path + "/gone.wav"))
            try expectWhole(fixture, disk.path + "/gone.wav", atLeast: 24_000)
        }

        /// The open file moves with its folder, and is whole there.
        @Test func aFolderThatGetsAnotherNameKeepsTheTake() throws {
            let library = folder.file("library")
            let fixture = try EngineFixture(library: library)
            let start = fixture.soon
            try fixture.engine.ask("rec", "name", "moved", "at-frame", "\(start)")
            fixture.probe.waitFor(frame: start &+ 24_000)
            #expect(Process.run("/bin/mv", [library, library + "-2"]).code == 0)
            try Pause.until { try fixture.engine.ask("status")["last_error"] != nil }
            #expect(try fixture.engine.ask("status").text("last_error").contains("its sound is in \(library)-2/moved.wav"))
            do {
                try fixture.engine.ask("stop", "at-frame", "\(start &+ 240_000)")
                Issue.record("the stop of a take without a sidecar was accepted")
            } catch EngineProcess.Trouble.refused(let failure) {
                let places = "was moved away from \(library)/moved.wav, and its sound is in \(library)-2/moved.wav"
                #expect(failure.words.contains(places) && failure.words.contains("'dicta recover'"), "\(failure)")
            }
            #expect(try EngineFixture.samples(library + "-2/moved.wav").count == 240_000)
            let recovered = Process.run(
                Programs.path("dicta"), ["--no-start", "recover", "--library", library + "-2", "--json"])
            #expect(recovered.code == 0 && recovered.output.contains("made whole"), "\(recovered)")
            try expectWhole(fixture, library + "-2/moved.wav", atLeast: 240_000)
        }

        // MARK: Helpers

        private func words(_ fixture: EngineFixture) -> [String] {
            ["--engine", fixture.engine.name, "--socket", fixture.engine.socket, "--no-start"]
        }

        private func rec(_ fixture: EngineFixture, _ name: String, _ more: String...) -> Finished {
            Process.run(Programs.path("dicta"), words(fixture) + ["rec", "--name", name] + more)
        }

        /// Starts a take with `--wait`, does the work after 36,000 frames, and returns how the command ended.
        private func ending(_ fixture: EngineFixture, _ name: String, _ work: () throws -> Void) throws -> Finished {
            let waiting = try #require(
                Process(Programs.path("dicta"), words(fixture) + ["rec", "--name", name, "--wait"]))
            try Pause.until { try fixture.engine.ask("status").int("elapsed_frames") >= 36_000 }
            try work()
            return waiting.finish()
        }

        private func older(_ fixture: EngineFixture) throws -> String? {
            let done = try fixture.engine.ask("rec", "name", "older", "for", "0.5s", "wait", "yes")
            // The engine saves its connections a second after they were made: they must not need the last room on the disk.
            waitUntilConnectionsAreKept(in: try fixture.engine.ask("status").text("library"))
            return Files.read(done.text("path"))
        }

        /// Waits until the engine has saved all connections of the fixture, the last one included.
        private func waitUntilConnectionsAreKept(in folder: String) {
            Pause.until {
                let kept = Process.run("/bin/sh", ["-c", "cat \(folder)/.*.connections"]).output
                return kept.contains("probe:out_r") && kept.contains("ear:in_r")
            }
        }

        /// Checks that a take is whole: silent only where JACK itself delivered no frames.
        private func expectWhole(_ fixture: EngineFixture, _ path: String, atLeast frames: Int) throws {
            let samples = try EngineFixture.samples(path)
            let report = FrameReport(samples, .fine)
            let missed = try fixture.engine.ask("status").int("missed_frames")
            #expect(
                samples.count >= frames && report.isClean && report.silent <= missed,
                "\(samples.count): \(report), \(missed) missed")
        }

        private func fill(_ disk: SmallDisk, leaving bytes: Int, _ fixture: EngineFixture) throws {
            let free = try fixture.engine.ask("status").int("disk_free_bytes")
            #expect(Process.run("/usr/bin/fallocate", ["-l", "\(free - bytes)", disk.path + "/filler"]).code == 0)
        }

        /// Names in the library, hidden ones too, without the lock, the waveforms and the engine's connections.
        private func names(_ disk: SmallDisk) throws -> [String] {
            Process.run("/bin/ls", ["-A", disk.path]).output.split(separator: "\n").map(String.init)
                .filter { ![".dicta-lock", ".peaks", ".sidecars"].contains($0) && !$0.hasSuffix(".connections") }.sorted()
        }

        /// Makes the disk fail while the file of `FAULT_FLAG` exists.
        private static let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            static int fails(int fd) {
                const char *flag = getenv("FAULT_FLAG"), *folder = getenv("FAULT_FOLDER");
                char link[64], path[4096];
                if (!flag || !folder || access(flag, F_OK) != 0) return 0;
                snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
                ssize_t count = readlink(link, path, sizeof path - 1);
                if (count < 0) return 0;
                path[count] = 0;
                return strncmp(path, folder, strlen(folder)) == 0;
            }
            #define REAL(name, type) ((type)dlsym(RTLD_NEXT, #name))
            #define FAIL if (fails(fd)) { errno = EIO; return -1; }
            typedef ssize_t (*pwriter)(int, const void *, size_t, off_t);
            typedef ssize_t (*writer)(int, const void *, size_t);
            typedef int (*syncer)(int);
            ssize_t pwrite(int fd, const void *b, size_t n, off_t o) { FAIL return REAL(pwrite, pwriter)(fd, b, n, o); }
            ssize_t pwrite64(int fd, const void *b, size_t n, off_t o) { FAIL return REAL(pwrite64, pwriter)(fd, b, n, o); }
            ssize_t write(int fd, const void *b, size_t n) { FAIL return REAL(write, writer)(fd, b, n); }
            int fsync(int fd) { FAIL return REAL(fsync, syncer)(fd); }
            int fdatasync(int fd) { FAIL return REAL(fdatasync, syncer)(fd); }
            """
    }
}
