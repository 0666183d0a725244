// Gives the terminal back after a crash or a kill. Main thread, before any other thread is started.
internal import CLinux
internal import Glibc

/// Keeps watch over the terminal of this process: whatever ends the process, the terminal gets its modes and its screen back.
///
/// A handler sees the signals of a crash. A guardian, a small process that shares nothing with this one but the terminal, sees
/// the end of a pipe when this process is killed. Both write a farewell that was prepared beforehand, and set modes only if no
/// other program has set its own meanwhile: a shell is quick to read its next line.
///
/// The C functions keep their state in one place of this file's object code, so that no other file may call them.
public struct TerminalGuard: ~Copyable {
    private let before: TerminalMode
    private let during: TerminalMode
    private let terminal: Int32
    private var errors: (stream: Int32, held: Int32)?

    /// Prepares the guard of an open terminal; `farewell` are the bytes that end the full-screen mode. Throws if the terminal
    /// has no modes, or the signals of a crash cannot be handled. Without a process for the guardian, the handler alone is left.
    public init(_ terminal: Int32, farewell: [UInt8]) throws(SystemError) {
        let mode = try TerminalMode(of: terminal)
        // Before the fork: a guardian without its program would be left behind by an error.
        let code = dicta_guard_listen()
        guard code == 0 else { throw SystemError("sigaction", code: code) }
        before = mode
        during = mode.forKeys
        self.terminal = terminal
        var (old, new) = (before.settings, during.settings)
        _ = unsafe dicta_guard_open(terminal, &old, &new, farewell, farewell.count)
    }

    deinit { dicta_guard_close() }

    /// Sets the modes of the full screen, and holds standard error back if it is a terminal: its lines would tear the picture.
    public mutating func take() throws(SystemError) {
        dicta_guard_note(1)
        try during.set(on: terminal)
        guard errors == nil, ThisProcess.isTerminal(File.standardError), let held = try? MemoryFile() else { return }
        let stream = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard stream >= 0 else { return }
        errors = (stream, held.take())
        _ = dup2(errors?.held ?? -1, STDERR_FILENO)
        dicta_guard_hold(errors?.held ?? -1, stream)
    }

    /// Sets the modes from before, and prints what was held back. The farewell is the caller's to write, before this.
    public mutating func giveBack() {
        try? before.set(on: terminal)
        dicta_guard_note(0)
        guard let (stream, held) = errors else { return }
        errors = nil
        _ = dup2(stream, STDERR_FILENO)
        dicta_guard_tell()
        dicta_guard_hold(-1, -1)
        File.close(stream)
        File.close(held)
    }
}
