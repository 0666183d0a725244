// The session's terminal window. One owner at a time.
internal import Glibc
internal import Session

/// A terminal that shows the engine, in a process group of its own.
final class SessionTerminal {
    private let pid: pid_t
    /// True once the process has ended.
    private var isOver = false

    /// Starts the terminal. Throws `EngineError.system`.
    init(_ choice: TerminalChoice, running command: [String]) throws(EngineError) {
        // Programs in the terminal must not join the session.
        let environment = ProcessGroup.environment.filter { !$0.hasPrefix("NSM_URL=") }
        pid = try ProcessGroup.start(
            choice.program, [choice.program] + choice.arguments(running: command), environment)
    }

    /// True if the terminal has ended, for any reason. Never blocks.
    func hasEnded() -> Bool {
        guard !isOver else { return true }
        var status: Int32 = 0
        let found = unsafe waitpid(pid, &status, WNOHANG)
        isOver = found == pid || found < 0 && errno == ECHILD
        return isOver
    }

    /// Ends the terminal. Blocks for 350 ms at most.
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
}
