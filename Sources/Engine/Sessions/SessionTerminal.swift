// Control loop only.
internal import Glibc
internal import Session

/// A terminal with the remote in it, in a process group of its own.
final class SessionTerminal {
    private let pid: pid_t
    private var isOver = false

    init(_ choice: TerminalChoice, running command: [String]) throws(EngineError) {
        // A program in the terminal is none of the session's clients.
        let environment = ProcessGroup.environment.filter { !$0.hasPrefix("NSM_URL=") }
        pid = try ProcessGroup.start(
            choice.program, [choice.program] + choice.arguments(running: command), environment)
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
}
