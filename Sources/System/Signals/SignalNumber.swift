// Signals by name; sends, ignores and handles them. Any thread.
internal import CLinux
internal import Glibc

/// Numbers of signals, and calls to send and receive them.
public enum SignalNumber {
    /// SIGTERM: the request to end.
    public static let terminate = SIGTERM
    /// SIGINT: Ctrl-C.
    public static let interrupt = SIGINT
    /// SIGHUP: the terminal was closed.
    public static let hangUp = SIGHUP
    /// SIGQUIT: Ctrl-backslash.
    public static let quit = SIGQUIT
    /// SIGKILL: ends a process at once; no process can refuse.
    public static let kill = SIGKILL
    /// SIGPROF: the limit of `OwnLimits.limitWork` is reached.
    public static let profiling = SIGPROF
    /// SIGPIPE: a write to a pipe or socket whose reader has gone.
    public static let brokenPipe = SIGPIPE
    /// SIGXFSZ: a file would grow over the limit of this process (`ulimit -f`).
    public static let fileLimit = SIGXFSZ
    /// SIGWINCH: the terminal's window has another size.
    public static let windowChanged = SIGWINCH
    /// SIGTSTP: the request to stop, as Ctrl-Z sends it.
    public static let suspend = SIGTSTP
    /// SIGCONT: a stopped process goes on.
    public static let proceed = SIGCONT

    /// Sends a signal to a process. Returns false if there is no such process, or if it belongs to another user.
    @discardableResult
    public static func send(_ signal: Int32, to process: Int32) -> Bool { Glibc.kill(process, signal) == 0 }

    /// Sends a signal to all processes of a group. Returns false if the group has no process that may be signalled.
    @discardableResult
    public static func send(_ signal: Int32, toGroup group: Int32) -> Bool { Glibc.kill(-group, signal) == 0 }

    /// Ignores a signal in this process. A program started by `ChildProgram` does not inherit this.
    public static func ignore(_ number: Int32) { _ = Glibc.signal(number, SIG_IGN) }

    /// Lets a signal act as usual from now on.
    public static func restore(_ number: Int32) { _ = Glibc.signal(number, SIG_DFL) }

    /// Calls a function when a signal comes, in any thread and between any two instructions.
    ///
    /// The function may only store an atomic value: locks and memory may be in use where it interrupts.
    public static func handle(_ number: Int32, _ function: @escaping @convention(c) (Int32) -> Void) {
        _ = Glibc.signal(number, function)
    }

    /// True if the process ignores the signal, as a shell lets its background jobs ignore Ctrl-C.
    public static func isIgnored(_ number: Int32) -> Bool {
        var action = Glibc.sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Ends this process by a signal, as if it had never been handled, so that a shell sees how the program ended. Returns only
    /// for a signal that ends no process.
    public static func endProcess(by number: Int32) {
        _ = Glibc.signal(number, SIG_DFL)
        _ = try? SignalSet([number]).unblock()
        _ = raise(number)
    }

    /// Stops this process and the others of its job, as Ctrl-Z does, and returns once it goes on. Returns at once where no shell
    /// could let it go on: the system then discards the signal.
    public static func suspendJob() {
        let before = Glibc.signal(SIGTSTP, SIG_DFL)
        let blocked = try? SignalSet([SIGTSTP]).unblock()
        _ = Glibc.kill(0, SIGTSTP)
        _ = try? blocked?.makeBlocked()
        _ = Glibc.signal(SIGTSTP, before)
    }

    /// Sets the nice value of a process: 0 is the usual priority, 19 the lowest. Ignores all errors.
    public static func lowerPriority(of process: Int32, to place: Int32) {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), place)
    }

    /// Sets the nice value of all processes of a group: 0 is the usual priority, 19 the lowest. Ignores all errors.
    public static func lowerPriority(ofGroup group: Int32, to place: Int32) {
        _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(group), place)
    }
}
