// A wall clock that a test sets while the engine runs. One thread: the test's.
import Glibc
import TestSupport
import Testing

/// A machine whose wall clock is set by hand. The engine runs unchanged: a library that is loaded before the C library adds a
/// distance to the time of day, and leaves all other clocks alone.
final class StandInClock {
    private let folder = TempFolder()
    /// Seconds that the clock is ahead of that of the machine; the engine has mapped this file into its memory.
    private var ahead = 0
    /// Variables of the engine's environment.
    let environment: [String: String]

    /// Makes a clock that shows `seconds` since 1970; `zone` is the local time zone of the engine.
    init(seconds: Int, zone: String) throws {
        let library = try #require(folder.preload(Self.source), "no C compiler")
        environment = ["LD_PRELOAD": library, "DICTA_TEST_CLOCK": folder.file("ahead"), "TZ": zone]
        try set(seconds)
    }

    /// Makes a machine that can sleep: the clock that counts the time asleep is set forward by `sleep`, and all others go on.
    init() throws {
        let library = try #require(folder.preload(Self.source), "no C compiler")
        environment = [
            "LD_PRELOAD": library, "DICTA_TEST_CLOCK": folder.file("ahead"), "DICTA_TEST_CLOCK_NUMBER": "\(CLOCK_BOOTTIME)",
        ]
        try write(0)
    }

    /// Sets the clock to `seconds` since 1970.
    func set(_ seconds: Int) throws { try write(seconds - time(nil)) }

    /// Lets the machine have slept for so many seconds.
    func sleep(_ seconds: Int) throws { try write(ahead + seconds) }

    private func write(_ seconds: Int) throws {
        ahead = seconds
        let descriptor = unsafe open(folder.file("ahead"), O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        // One write of eight bytes into a page of memory: the engine sees the old distance or the new one.
        let written = unsafe withUnsafeBytes(of: Int64(ahead)) { unsafe pwrite(descriptor, $0.baseAddress, 8, 0) }
        try #require(written == 8)
    }

    /// Seconds since 1970 by this clock.
    var now: Int { time(nil) + ahead }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <time.h>

        static volatile long *ahead;
        static clockid_t number = CLOCK_REALTIME;

        static void map(void) __attribute__((constructor));
        static void map(void) {
            const char *path = getenv("DICTA_TEST_CLOCK");
            if (getenv("DICTA_TEST_CLOCK_NUMBER")) number = atoi(getenv("DICTA_TEST_CLOCK_NUMBER"));
            int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
            void *page = file < 0 ? MAP_FAILED : mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
            if (page != MAP_FAILED) ahead = page;
        }
        int clock_gettime(clockid_t clock, struct timespec *time) {
            static int (*real)(clockid_t, struct timespec *);
            if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
            int code = real(clock, time);
            if (!code && clock == number && ahead) time->tv_sec += *ahead;
            return code;
        }
        """
}
