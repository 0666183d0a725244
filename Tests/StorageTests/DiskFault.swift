// Failing system calls for the tests of the library.
import Glibc
import TestSupport
import Testing

/// Runs library-child with a failure, or a kill, at one of its system calls.
struct DiskFault {
    enum Kind: String, CaseIterable {
        /// One call fails; this and all later calls fail; this call and all later renames fail; the program is killed at this
        /// call.
        case once, lasting, renames, kill
    }

    private let folder = TempFolder()
    private let preload: String
    private let program: String

    init() throws {
        preload = try #require(folder.preload(Self.source))
        program = try #require(LibraryChangeTests.child)
    }

    /// Runs it once. Nil if the program makes fewer calls.
    func run(_ words: [String], call: Int, _ kind: Kind, code: Int32 = EIO) throws -> Finished? {
        let mark = folder.file("hit")
        _ = Files.remove(mark)
        let child = try #require(
            Process(
                program, words,
                environment: [
                    "LD_PRELOAD": preload, "FAULT_CALL": "\(call)", "FAULT_KIND": kind.rawValue, "FAULT_CODE": "\(code)",
                    "FAULT_MARK": mark,
                ]))
        let end = child.finish()
        return Files.exists(mark) ? end : nil
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <unistd.h>
        static int calls = 0;
        /* True if this call must fail; does not return if it must be the last. */
        static int fails_at(const char *call) {
            const char *wanted = getenv("FAULT_CALL"), *kind = getenv("FAULT_KIND");
            if (!wanted) return 0;
            int number = atoi(wanted);
            calls++;
            if (calls < number || (calls > number && strcmp(kind, "lasting") != 0
                && (strcmp(kind, "renames") != 0 || strncmp(call, "rename", 6) != 0))) return 0;
            int (*make)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
            int mark = make(getenv("FAULT_MARK"), O_WRONLY | O_CREAT, 0600);
            close(mark);
            if (strcmp(kind, "kill") == 0) { kill(getpid(), SIGKILL); pause(); }
            errno = atoi(getenv("FAULT_CODE"));
            return 1;
        }
        #define REAL(type, name, ...) type (*real)(__VA_ARGS__) = dlsym(RTLD_NEXT, #name)
        #define OPEN(name) int name(const char *path, int flags, ...) { \\
            va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more); \\
            REAL(int, name, const char *, int, ...); \\
            if (((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) && fails_at(#name)) return -1; \\
            return real(path, flags, mode); }
        OPEN(open)
        OPEN(open64)
        int openat(int folder, const char *path, int flags, ...) {
            va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more);
            REAL(int, openat, int, const char *, int, ...);
            if (((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) && fails_at("openat")) return -1;
            return real(folder, path, flags, mode); }
        #define CALL(type, name, params, args) type name params { REAL(type, name, PARAMS); if (fails_at(#name)) return -1; return real args; }
        #define PARAMS int, const void *, size_t
        CALL(ssize_t, write, (int fd, const void *bytes, size_t count), (fd, bytes, count))
        #undef PARAMS
        #define PARAMS int, const void *, size_t, off_t
        CALL(ssize_t, pwrite, (int fd, const void *bytes, size_t count, off_t at), (fd, bytes, count, at))
        CALL(ssize_t, pwrite64, (int fd, const void *bytes, size_t count, off_t at), (fd, bytes, count, at))
        #undef PARAMS
        #define PARAMS int, off_t *, int, off_t *, size_t, unsigned
        CALL(ssize_t, copy_file_range, (int a, off_t *x, int b, off_t *y, size_t n, unsigned f), (a, x, b, y, n, f))
        #undef PARAMS
        #define PARAMS const char *, const char *
        CALL(int, rename, (const char *from, const char *to), (from, to))
        CALL(int, link, (const char *from, const char *to), (from, to))
        #undef PARAMS
        #define PARAMS int, const char *, int, const char *, unsigned
        CALL(int, renameat2, (int a, const char *from, int b, const char *to, unsigned f), (a, from, b, to, f))
        #undef PARAMS
        #define PARAMS int, const char *, int, const char *
        CALL(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
        #undef PARAMS
        #define PARAMS int, const char *, int, const char *, int
        CALL(int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
        #undef PARAMS
        #define PARAMS int, const char *, int
        CALL(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
        #undef PARAMS
        #define PARAMS const char *
        CALL(int, unlink, (const char *path), (path))
        #undef PARAMS
        #define PARAMS int
        CALL(int, fsync, (int fd), (fd))
        CALL(int, fdatasync, (int fd), (fd))
        #undef PARAMS
        #define PARAMS int, off_t
        CALL(int, ftruncate, (int fd, off_t length), (fd, length))
        CALL(int, ftruncate64, (int fd, off_t length), (fd, length))
        #undef PARAMS
        #define PARAMS const char *, mode_t
        CALL(int, mkdir, (const char *path, mode_t mode), (path, mode))
        """
}
