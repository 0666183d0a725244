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
}
