// Child processes. Main thread only; the only place that starts a process.
import Glibc

/// A program that runs; its output goes to a file.
final class Child {
    let pid: pid_t
    let program: String
    private let log: String
    private var status: Int32?
    /// CPU seconds of the whole process, once it has ended by itself.
    private(set) var processor: Double?

    /// Starts a program with its arguments and variables; its output is appended to `log`.
    init(_ program: String, _ words: [String], log: String, environment: [String: String] = [:]) throws(BenchError) {
        self.program = program
        self.log = log
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var none = sigset_t()
        var pid: pid_t = 0
        var code = unsafe posix_spawn_file_actions_init(&actions)
        guard code == 0 else { throw .system("start \(program)", code) }
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        code = unsafe posix_spawnattr_init(&attributes)
        guard code == 0 else { throw .system("start \(program)", code) }
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        _ = unsafe sigemptyset(&none)
        // The child has a process group of its own: Ctrl-C reaches only the bench, which ends its children in order. The child
        // does not inherit the blocked signals.
        let steps: [Int32] = unsafe [
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0),
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600),
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO),
            posix_spawnattr_setpgroup(&attributes, 0),
            posix_spawnattr_setsigmask(&attributes, &none),
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK)),
        ]
        if let bad = steps.first(where: { $0 != 0 }) { throw .system("start \(program)", bad) }
        var arguments = unsafe ([program] + words).map { unsafe strdup($0) } + [nil]
        var variables = unsafe Environment.merged(environment).map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        code = unsafe posix_spawn(&pid, program, &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw .system("start \(program)", code) }
        self.pid = pid
    }

    deinit { kill() }

    /// Output of the program so far; empty if it cannot be read.
    var said: String { Text.file(log) ?? "" }

    /// Exit code, or the negated signal; nil while the program runs.
    var ended: Int32? {
        if status == nil {
            var word: Int32 = 0
            var usage = rusage()
            if unsafe wait4(pid, &word, WNOHANG, &usage) == pid {
                status = word
                let times = [usage.ru_utime, usage.ru_stime]
                processor = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
            }
        }
        // The low seven bits are the signal, the next byte the exit code: C's macros, which Swift cannot see.
        return status.map { $0 & 0x7f == 0 ? $0 >> 8 & 0xff : -($0 & 0x7f) }
    }

    /// Asks the program to end and waits; kills it after ten seconds. True if it ended without a kill.
    func stop(_ signal: Int32) throws(BenchError) -> Bool {
        if ended == nil { _ = Glibc.kill(pid, signal) }
        for _ in 0..<200 where ended == nil { try Interruption.sleep(seconds: 0.05) }
        defer { kill() }
        return ended != nil
    }

    private func kill() {
        guard ended == nil else { return }
        _ = Glibc.kill(pid, SIGKILL)
        var word: Int32 = 0
        while unsafe waitpid(pid, &word, 0) < 0, errno == EINTR {}
        status = word
    }
}
