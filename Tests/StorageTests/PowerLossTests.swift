// Tests of takes that a power loss ends.
import Dictation
import Glibc
import Storage
import TestSupport
import Testing

/// Writes takes under a recorder that notes every write and sync. Each sync is a moment of power loss: the file is made again
/// from everything synced before it, alone and with random pages of later writes.
struct PowerLossTests {
    @Test(arguments: KillTests.kinds.few)
    func whatWasSyncedIsThere(format: AudioFormat) throws {
        let scratch = try Scratch()
        let seconds = isLong ? 20 : 3
        // The writer syncs as often; with the frames that an encoder holds back, no more than a second is lost.
        let step = format.rate * 3 / 4
        let (writes, progress) = try Self.take(format, seconds: seconds, step: step, in: scratch)
        #expect(writes.syncs.count >= seconds)
        var worst = 0
        var dice = Dice()
        for (sync, said) in zip(writes.syncs, progress) {
            for chance in [0, 0.5, 0.9] {
                let lost = scratch.file("lost.\(format.container.fileExtension)")
                let until = writes.syncs.first { $0 > sync } ?? writes.count
                try writes.replay(to: lost, synced: sync, until: until, chance: chance, &dice)
                let report = try Recovery.mend(lost)
                #expect(Int(report.frames) >= said.readable, "\(format) after \(said), chance \(chance)")
                worst = max(worst, said.given + step - Int(report.frames))
                // Pages that came without the pages before them may be counted and not be heard.
                let got =
                    chance == 0
                    ? try SegmentReader(path: lost).readAll() : try SegmentReader(path: lost).read(upTo: said.readable)
                if chance == 0 { #expect(got.count == Int(report.frames)) }
                guard got.count >= said.readable else {
                    Issue.record("\(format): only \(got.count) frames after \(said)")
                    continue
                }
                let wanted = Signal.frames(got.count, format)
                if format.encoding.isLossless {
                    let sure = said.readable
                    #expect(difference(Array(got[..<sure]), Array(wanted[..<sure])) == nil, "\(format)")
                } else {
                    #expect(likeness(Array(got[..<said.readable]), wanted).min() > 0.97)
                }
                #expect(try Recovery.mend(lost).isChanged == false)
            }
        }
        #expect(worst <= format.rate, "\(format): \(worst)")
        print("\(format.container) \(format.encoding): at worst \(Double(worst) / Double(format.rate)) s of a second are lost")
    }

    /// The program is killed between any two writes: no written byte is lost, and other programs open the file as it is.
    /// (Encoders write whole packets at a time, and nothing else.) The four containers write their lengths in other places.
    @Test(arguments: KillTests.kinds.filter { ["wav", "w64", "caf", "alac"].contains($0.container.rawValue) }.few)
    func anyWriteCanBeTheLast(format: AudioFormat) throws {
        let scratch = try Scratch()
        let (writes, progress) = try Self.take(format, seconds: 3, step: format.rate * 3 / 4, in: scratch)
        let first = try #require(writes.syncs.first)
        var dice = Dice()
        for last in first...writes.count {
            let lost = scratch.file("lost.\(format.container.fileExtension)")
            try writes.replay(to: lost, synced: last, until: last, chance: 0, &dice)
            let said = zip(writes.syncs, progress).filter { $0.0 < last }.last?.1.readable ?? 0
            try KillTests.expectOpen(lost, format, atLeast: Int64(said))
        }
    }

    private static func take(
        _ format: AudioFormat, seconds: Int, step: Int, in scratch: Scratch
    ) throws -> (WriteJournal, [(given: Int, readable: Int)]) {
        let recorder = try Self.recorder(in: scratch)
        let path = scratch.file("take.\(format.container.fileExtension)")
        let journal = scratch.file("journal")
        let process = try TakeProcess(
            format, path: path, frames: seconds * format.rate, step: -step,
            environment: ["LD_PRELOAD": recorder, "RECORD_PATH": path, "RECORD_TO": journal])
        #expect(process.wait() == 0)
        return (try WriteJournal(journal), Array(process.progress.dropFirst()))
    }

    private static func recorder(in scratch: Scratch) throws -> String {
        let source = try scratch.write(recorderSource, to: "recorder.c")
        let made = shell("cc -shared -fPIC -O1 -o '\(scratch.file("recorder.so"))' '\(source)' -ldl")
        try #require(made.code == 0, "\(made.output)")
        return scratch.file("recorder.so")
    }

    /// Notes for one file: kind, offset, length and bytes. A sync is noted and not done.
    private static let recorderSource = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdint.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        static int watched = -1, out = -1;
        static void note(char what, int64_t where, int64_t count, const void *bytes) {
            int64_t head[3] = { what, where, count };
            if (write(out, head, sizeof head) != sizeof head) abort();
            if (bytes && write(out, bytes, count) != count) abort();
        }
        static int opened(int fd, const char *path) {
            const char *wanted = getenv("RECORD_PATH");
            if (fd >= 0 && watched < 0 && wanted && strcmp(path, wanted) == 0) {
                watched = fd;
                out = open(getenv("RECORD_TO"), O_WRONLY | O_CREAT | O_TRUNC, 0644);
            }
            return fd;
        }
        #define OPEN(name) int name(const char *path, int flags, ...) { \\
            va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more); \\
            int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name); \\
            int fd = real(path, flags, mode); \\
            return (flags & O_CREAT) && watched < 0 ? opened(fd, path) : fd; }
        OPEN(open)
        OPEN(open64)
        #define PWRITE(name) ssize_t name(int fd, const void *bytes, size_t count, off_t where) { \\
            ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, #name); \\
            if (fd == watched) note('w', where, count, bytes); \\
            return real(fd, bytes, count, where); }
        PWRITE(pwrite)
        PWRITE(pwrite64)
        #define CUT(name) int name(int fd, off_t length) { \\
            int (*real)(int, off_t) = dlsym(RTLD_NEXT, #name); \\
            if (fd == watched) note('t', length, 0, 0); \\
            return real(fd, length); }
        CUT(ftruncate)
        CUT(ftruncate64)
        #define SYNC(name) int name(int fd) { if (fd == watched) note('s', 0, 0, 0); return 0; }
        SYNC(fsync)
        SYNC(fdatasync)
        int close(int fd) {
            int (*real)(int) = dlsym(RTLD_NEXT, "close");
            if (fd == watched) { watched = -2; }
            return real(fd);
        }
        """
}
