// Room: Engine. Control loop only: the one place that opens a terminal.
internal import CLinux
internal import Glibc
internal import Session

/// A terminal with the remote in it, in a process group of its own.
final class SessionTerminal {
    private let pid: pid_t
    private var isOver = false

    init(_ choice: TerminalChoice, running command: [String]) throws(EngineError) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var (none, all) = (sigset_t(), sigset_t())
        func checked(_ call: String, _ code: Int32) throws(EngineError) {
            guard code == 0 else { throw .system(call: call, code: code) }
        }
        try unsafe checked("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&actions))
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        try unsafe checked("posix_spawnattr_init", posix_spawnattr_init(&attributes))
        defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
        _ = unsafe sigemptyset(&none)
        _ = unsafe sigfillset(&all)
        // No socket and no audio of ours goes with it, and it hears its signals again.
        try unsafe checked("closefrom", posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1))
        try unsafe checked("posix_spawnattr_setsigmask", posix_spawnattr_setsigmask(&attributes, &none))
        try unsafe checked("posix_spawnattr_setsigdefault", posix_spawnattr_setsigdefault(&attributes, &all))
        try unsafe checked("posix_spawnattr_setpgroup", posix_spawnattr_setpgroup(&attributes, 0))
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)
        try unsafe checked("posix_spawnattr_setflags", posix_spawnattr_setflags(&attributes, flags))
        let words = [choice.program] + choice.arguments(running: command)
        // A program in the terminal is none of the session's clients.
        let environment = SessionTerminal.environment.filter { !$0.hasPrefix("NSM_URL=") }
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var child: pid_t = 0
        try unsafe checked(
            "posix_spawn", posix_spawn(&child, choice.program, &actions, &attributes, &arguments, &variables))
        pid = child
    }

    /// Whether it was closed, by whom ever.
    func hasEnded() -> Bool {
        guard !isOver else { return true }
        var status: Int32 = 0
        let found = unsafe waitpid(pid, &status, WNOHANG)
        isOver = found == pid || found < 0 && errno == ECHILD
        return isOver
    }

    /// Waits a quarter of a second for it at most.
    func end() {
        guard !hasEnded() else { return }
        _ = kill(-pid, SIGTERM)
        for _ in 0..<50 {
            _ = usleep(5000)
            if hasEnded() { return }
        }
        _ = kill(-pid, SIGKILL)
        for _ in 0..<20 where !hasEnded() { _ = usleep(5000) }
    }

    private static var environment: [String] {
        var all: [String] = []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            unsafe all.append(String(cString: variable))
            unsafe next += 1
        }
        return all
    }
}
