// Tests playback of files that turn out to be unreadable, or impossible at the server's rate (issue 12 no. 7).
import Control
import Dictation
import Glibc
import JackTestSupport
import TestSupport
import Testing

extension Integration {
    @Suite struct BrokenFileTests {
        private let folder = TempFolder()

        /// A file played past a damaged place and then slowed down: the splice fails once, in words. Before, it was tried every
        /// 5 ms until the engine crashed. Later changes, and playing from the start, work as ever. One that only breaks off ends there.
        @Test func aDamagedFileThatIsSlowedDownEndsThePlaybackOnce() throws {
            let fixture = try EngineFixture(sends: .noise(amplitude: 0.3), keeps: 1)
            let stopped = try fixture.take("whole", at: fixture.soon, frames: 3 * 48_000, "format", "flac")
            let (torn, cut) = (folder.file("torn.flac"), folder.file("cut.flac"))
            for path in [torn, cut] { #expect(Process.run("/bin/cp", [stopped.text("path"), path]).code == 0) }
            var status = stat()
            #expect(unsafe stat(cut, &status) == 0 && truncate(cut, status.st_size / 2) == 0)
            let damage = "head -c 3000 /dev/zero | dd of='\(torn)' bs=1 seek=\(status.st_size / 2) conv=notrunc status=none"
            #expect(Process.run("/bin/sh", ["-c", damage]).code == 0)
            try fixture.engine.ask("play", cut)
            #expect(try fixture.waitForEnd(seconds: 20))
            let end = try fixture.engine.ask("status")
            #expect(end.text("play_error").isEmpty && end.int("duration_frames") < 3 * 48_000, "\(end)")
            try fixture.engine.ask("play", torn)
            #expect(try fixture.waitForEnd(seconds: 20))
            let words = try fixture.engine.ask("status").text("play_error")
            #expect(words.contains("torn.flac"), "\(words)")
            // Long enough for as many tries, one each 5 ms, as the ring of blocks had places.
            for _ in 0..<2 {
                try fixture.engine.ask("rate", "0.8")
                try fixture.engine.ask("pitch", "100")
                Pause.milliseconds(3500)
            }
            #expect(try fixture.engine.ask("status").text("play_state") == "stopped")
            try fixture.engine.ask("play", "from", "0s")
            try fixture.engine.ask("rate", "0.9")
            // An error would have ended it by then: the reader is ahead of the sound.
            fixture.wait(milliseconds: 300)
            #expect(try fixture.engine.ask("status").text("play_state") == "playing")
            let ended = try #require(fixture.engine.quit())
            #expect(ended.code == 0)
            // The end and each of the four changes may be reported, no more.
            let told = ended.errors.split(separator: "\n").count { $0.contains("torn.flac cannot be read") }
            #expect((1...5).contains(told), "\(told) times")
        }

        /// Reads fail from a moment on, as on an unplugged disk, and later work again.
        @Test func anInputOutputErrorEndsThePlaybackOnceInWords() throws {
            let flag = folder.file("broken")
            let path = folder.file("tape.wav")
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 48_000), times: 20))
            let fault = try #require(folder.preload(Self.source))
            let fixture = try EngineFixture(
                sends: .silence, keeps: 20, environment: ["LD_PRELOAD": fault, "FAULT_FLAG": flag, "FAULT_FILE": path])
            for change in [[], ["rate", "0.8"], ["nudge", "1s"]] {
                try fixture.engine.ask("rate", "1")
                try fixture.play(path)
                // The file fails in the midst of the sound.
                fixture.wait(milliseconds: 400)
                #expect(try fixture.engine.ask("status").text("play_state") == "playing")
                #expect(Files.write("", to: flag))
                // A nudge may be refused, since it cannot be carried out.
                if let verb = change.first { _ = try? fixture.engine.reply(verb, Array(change.dropFirst())) }
                #expect(try fixture.waitForEnd(seconds: 20), "\(change)")
                #expect(try fixture.engine.ask("status").text("play_error").contains("tape.wav"), "\(change)")
                #expect(Files.remove(flag))
            }
            try fixture.engine.ask("play", path)
            // An error would have ended it by then: the reader is ahead of the sound.
            fixture.wait(milliseconds: 300)
            #expect(try fixture.engine.ask("status").text("play_state") == "playing")
            #expect(fixture.engine.quit()?.code == 0)
        }

        /// Rubber Band works up to 192 kHz: a change of rate is refused at once, and the playback goes on.
        @Test func aRateIsRefusedAtAServerThatIsTooFastForIt() throws {
            let path = folder.file("tape.wav")
            #expect(SparseWave.make(path, SparseWave.sine(440, frames: 48_000), times: 20))
            let fixture = try EngineFixture(rate: 384_000, period: 4096, sends: .silence)
            try fixture.engine.ask("play", path)
            for (verb, words) in [
                ("rate", ["0.8"]), ("pitch", ["100"]), ("monitor", ["pitch", "pitch", "100"]),
            ] {
                let words = try refusal(of: verb, words, fixture)
                #expect(words.contains("192000"), "\(verb): \(words)")
            }
            // An error would have ended it by then: the reader is ahead of the sound.
            fixture.wait(milliseconds: 300)
            let status = try fixture.engine.ask("status")
            #expect(status.text("play_state") == "playing" && status.double("play_rate") == 1)
            #expect(fixture.engine.quit()?.code == 0)
        }

        /// The words of the refusal; empty where the command was accepted.
        private func refusal(of verb: String, _ words: [String], _ fixture: EngineFixture) throws -> String {
            do throws(EngineProcess.Trouble) {
                _ = try fixture.engine.reply(verb, words)
                return ""
            } catch {
                guard case .refused(let failure) = error else { throw error }
                return failure.words
            }
        }

        private static let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            ssize_t read(int fd, void *bytes, size_t count) {
                static ssize_t (*real)(int, void *, size_t);
                if (!real) real = dlsym(RTLD_NEXT, "read");
                const char *flag = getenv("FAULT_FLAG"), *file = getenv("FAULT_FILE");
                if (flag && file && access(flag, F_OK) == 0) {
                    char link[64], path[4096];
                    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
                    ssize_t size = readlink(link, path, sizeof path - 1);
                    if (size > 0) {
                        path[size] = 0;
                        if (strcmp(path, file) == 0) { errno = EIO; return -1; }
                    }
                }
                return real(fd, bytes, count);
            }
            """
    }
}
