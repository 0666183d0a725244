// A leak that a run has to find. Any thread; blocks.
import TestSupport

/// A fault of an engine, planted by a library that is loaded before all others: with each file that gets its name by rename(2), as
/// each sidecar does, the process loses something.
enum PlantedLeak: String {
    case descriptors
    case memory

    private var loss: String {
        switch self {
        case .descriptors: "open(\"/dev/null\", O_RDONLY | O_CLOEXEC);"
        case .memory: "kept = malloc(1 << 18); if (kept) memset((void *)kept, 1, 1 << 18);"
        }
    }

    /// Compiles the library into a folder and gives its path; nil where the compiler fails.
    func library(in folder: TempFolder) -> String? {
        folder.preload(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdlib.h>
            #include <string.h>
            static char *volatile kept;
            int rename(const char *from, const char *to) {
                int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
                \(loss)
                return real(from, to);
            }
            """)
    }
}
