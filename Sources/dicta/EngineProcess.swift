// Starts the engine's process; the only file that starts one. One thread.
import Glibc

/// A child process in its own session: no terminal, an empty standard input, output to the log.
enum EngineProcess {
    static func spawn(
        _ program: String, _ words: [String], log: EngineLog, environment: [String: String]
    ) throws(DictaError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var signals = sigset_t()
        var pid: pid_t = 0
        var code = unsafe posix_spawn_file_actions_init(&actions)
        guard code == 0 else { throw .spawn(program: program, code: code) }
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        code = unsafe posix_spawnattr_init(&attributes)
        guard code == 0 else { throw .spawn(program: program, code: code) }
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        // Otherwise the child would inherit this program's ignored SIGPIPE.
        _ = unsafe sigemptyset(&signals)
        _ = unsafe sigaddset(&signals, SIGPIPE)
        // 0x80 is POSIX_SPAWN_SETSID; the C header gives the name to GNU programs only.
        let flags = Int16(POSIX_SPAWN_SETSIGDEF | 0x80)
        let steps: [Int32] = unsafe [
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0),
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.path, O_WRONLY | O_APPEND, 0),
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO),
            posix_spawnattr_setsigdefault(&attributes, &signals),
            posix_spawnattr_setflags(&attributes, flags),
        ]
        if let bad = steps.first(where: { $0 != 0 }) { throw .spawn(program: program, code: bad) }
        var arguments = unsafe ([program] + words).map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer {
            unsafe (arguments + variables).forEach { unsafe free($0) }
        }
        code = unsafe posix_spawn(&pid, program, &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw .spawn(program: program, code: code) }
        return pid
    }

    /// The exit code or signal of the child; nil while it runs.
    static func ended(_ pid: pid_t) -> String? {
        var status: Int32 = 0
        guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
        // The low seven bits are the signal, the next byte the exit code: C macros do this, which Swift cannot import.
        return status & 0x7f == 0 ? "exit code \(status >> 8 & 0xff)" : "signal \(status & 0x7f)"
    }
}
