// Stops the library's thread of an engine for a while. One thread: the test's.
import JackTestSupport
import TestSupport
import Testing

/// An engine whose thread `dicta-library` stops before its next file while it is held: nothing is loaded then, and everything
/// else goes on. Give `environment` to the engine.
final class HeldLibrary {
    private let folder = TempFolder()
    /// Variables of the engine.
    let environment: [String: String]

    init() throws {
        let preload = try #require(folder.preload(Self.source))
        environment = ["LD_PRELOAD": preload, "HOLD_FLAG": folder.file("held")]
    }

    /// Stops the thread before its next file, once it has done all earlier work: it holds no lock then.
    func hold(_ engine: EngineProcess) throws {
        try engine.ask("operations")
        #expect(folder.write("", to: "held"))
    }

    /// Lets the thread go on.
    func release() { #expect(Files.remove(folder.file("held"))) }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <pthread.h>
        #include <stdarg.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        static void wait_if_held(void) {
            char name[16] = "";
            const char *flag = getenv("HOLD_FLAG");
            if (!flag || pthread_getname_np(pthread_self(), name, sizeof name) != 0 || strcmp(name, "dicta-library") != 0) return;
            while (syscall(SYS_access, flag, F_OK) == 0) usleep(5000);
        }
        #define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
        #define MODE mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) \\
            { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }
        int open(const char *p, int flags, ...) { MODE wait_if_held(); return REAL(open)(p, flags, mode); }
        int open64(const char *p, int flags, ...) { MODE wait_if_held(); return REAL(open64)(p, flags, mode); }
        int openat(int d, const char *p, int flags, ...) { MODE wait_if_held(); return REAL(openat)(d, p, flags, mode); }
        int stat(const char *p, struct stat *s) { wait_if_held(); return REAL(stat)(p, s); }
        int lstat(const char *p, struct stat *s) { wait_if_held(); return REAL(lstat)(p, s); }
        int access(const char *p, int m) { wait_if_held(); return REAL(access)(p, m); }
        """
}
