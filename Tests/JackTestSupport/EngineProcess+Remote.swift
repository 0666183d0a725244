// The built dicta as the remote of a test's engine. One thread: the test's.
public import TestSupport

extension EngineProcess {
    /// Runs the built `dicta` for this engine, with the engine's folders, and waits for its end.
    public func dicta(_ words: String...) -> Finished { dicta(words) }

    /// Runs the built `dicta` for this engine, with the engine's folders, and waits for its end.
    public func dicta(_ words: [String]) -> Finished {
        Process.run(
            Programs.path("dicta"), ["--no-start", "--engine", name, "--socket", socket] + words,
            environment: [
                "HOME": folder.path, "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": folder.file("cache"),
                "XDG_CONFIG_HOME": folder.file("config"), "XDG_STATE_HOME": folder.file("state"),
            ])
    }
}
