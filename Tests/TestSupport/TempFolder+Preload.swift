// C libraries for `LD_PRELOAD`. Any thread; blocks.

extension TempFolder {
    /// Compiles a C library that a program loads before all others (`LD_PRELOAD`). Returns its path, or nil where the
    /// compiler fails.
    public func preload(_ source: String) -> String? {
        guard write(source, to: "preload.c") else { return nil }
        let made = Process.run("/usr/bin/cc", ["-shared", "-fPIC", "-O1", "-o", file("preload.so"), file("preload.c"), "-ldl"])
        guard made.code == 0 else {
            print(made.errors)
            return nil
        }
        return file("preload.so")
    }

    /// Source of a library for `preload`: a disk that confirms no change of a folder.
    public static let unconfirmed = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <sys/stat.h>
        int fsync(int fd) {
            struct stat status;
            int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
            if (fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) { errno = EIO; return -1; }
            return real(fd);
        }
        """
}
