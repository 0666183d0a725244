// Tests on a disk that behaves as SMB does: a lock there is mandatory.
import Dictation
import Glibc
import Storage
import TestSupport
import Testing

@Suite("a library and exports on SMB (F9)") struct ServerDiskTests {
    let terminal = Terminal()
    private var folder: String { terminal.folder.file("Recordings") }
    private var out: String { terminal.folder.file("out") }

    /// The ways of Linux with SMB since 5.5: no nameless files, and while a descriptor has the lock of a file, others cannot read
    /// it.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <sys/file.h>
        #include <sys/stat.h>
        #include <sys/statfs.h>
        #include <unistd.h>
        #define REAL(type, name, ...) type (*real)(__VA_ARGS__) = dlsym(RTLD_NEXT, #name)
        #define KIND(name, first, type) int name(first where, struct type *status) { \\
            REAL(int, name, first, struct type *); \\
            int code = real(where, status); \\
            if (code == 0) status->f_type = 0xfe534d42; \\
            return code; }
        KIND(statfs, const char *, statfs)
        KIND(statfs64, const char *, statfs64)
        KIND(fstatfs, int, statfs)
        KIND(fstatfs64, int, statfs64)
        static ino_t locked[1024], other[1024];
        static ino_t inode(int fd) { struct stat s; return fstat(fd, &s) == 0 && S_ISREG(s.st_mode) ? s.st_ino : 0; }
        int flock(int fd, int how) {
            REAL(int, flock, int, int);
            int code = real(fd, how);
            if (code == 0 && fd < 1024) locked[fd] = how & LOCK_EX ? inode(fd) : 0;
            return code;
        }
        int close(int fd) {
            REAL(int, close, int);
            if (fd >= 0 && fd < 1024) locked[fd] = other[fd] = 0;
            return real(fd);
        }
        static int opened(int fd) {
            ino_t own = fd >= 0 && fd < 1024 ? inode(fd) : 0;
            if (own) for (int i = 0; i < 1024; i++) if (locked[i] == own) other[fd] = own;
            return fd;
        }
        static int refused(int fd) {
            if (fd < 0 || fd >= 1024 || !other[fd]) return 0;
            for (int i = 0; i < 1024; i++) if (locked[i] == other[fd]) { errno = EACCES; return 1; }
            return 0;
        }
        #define OPEN(name) int name(const char *path, int flags, ...) { \\
            va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more); \\
            REAL(int, name, const char *, int, ...); \\
            if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; } \\
            return opened(real(path, flags, mode)); }
        OPEN(open)
        OPEN(open64)
        int openat(int folder, const char *path, int flags, ...) {
            va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more);
            REAL(int, openat, int, const char *, int, ...);
            if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
            return opened(real(folder, path, flags, mode));
        }
        ssize_t read(int fd, void *room, size_t count) {
            REAL(ssize_t, read, int, void *, size_t);
            return refused(fd) ? -1 : real(fd, room, count);
        }
        #define PREAD(name) ssize_t name(int fd, void *room, size_t count, off_t at) { \\
            REAL(ssize_t, name, int, void *, size_t, off_t); \\
            return refused(fd) ? -1 : real(fd, room, count, at); }
        PREAD(pread)
        PREAD(pread64)
        """

    private func dicta(_ words: String...) throws -> Finished {
        let preload = try #require(terminal.folder.preload(Self.source))
        return try terminal.run(words, path: "/usr/bin:/bin", adding: ["LD_PRELOAD": preload])
    }

    private func hidden(_ folder: String) -> Set<Substring> {
        Set(Process.run("/bin/ls", ["-A", folder]).output.split(separator: "\n").filter { $0.hasPrefix(".dicta-") })
    }

    @Test("exports and imports are read back", arguments: ["wav", "flac", "mp3", "m4a"])
    func wholeWay(kind: String) throws {
        try Library(folder: folder).keepTwoTakes("talk", try AudioFormat(encoding: .pcm16, rate: 48_000), frames: 4800)
        #expect(Files.makeFolder(out))
        let export = try dicta("export", "talk", "--format", kind, "--to", "\(out)/x.\(kind)")
        #expect(export.code == 0 && Files.exists("\(out)/x.\(kind)"), "\(export)")
        let back = try dicta("import", "\(out)/x.\(kind)", "--name", "back")
        #expect(back.code == 0, "\(back)")
        #expect(try Library(folder: folder).readRecording("back").timeline.length >= 9600)
        #expect(hidden(out).isEmpty && hidden(folder) == [".dicta-lock"])
    }

    @Test("what may be in use by another machine stays for a day")
    func leftovers() throws {
        try Library(folder: folder).keepTwoTakes("talk", try AudioFormat(encoding: .pcm16, rate: 48_000), frames: 4800)
        let (fresh, old) = (".dicta-export-0k2qz8w0x9abc", ".dicta-export-1k2qz8w0x9abc")
        for name in [fresh, old] { #expect(Files.write("x", to: "\(folder)/\(name)")) }
        try #require(Process.run("/usr/bin/touch", ["-d", "25 hours ago", "\(folder)/\(old)"]).code == 0)
        #expect(try dicta("recover").code == 0)
        #expect(hidden(folder) == [".dicta-lock", Substring(fresh)])
        // Elsewhere the lock is enough.
        #expect(try terminal.run("recover").code == 0)
        #expect(hidden(folder) == [".dicta-lock"])
    }
}
