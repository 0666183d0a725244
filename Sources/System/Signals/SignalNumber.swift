// Signals by name, and sending them. Any thread.
internal import CLinux
internal import Glibc

/// Numbers of signals.
public enum SignalNumber {
    /// SIGTERM: the polite request to end.
    public static let terminate = SIGTERM
    /// SIGINT: Ctrl-C.
    public static let interrupt = SIGINT
    /// SIGHUP: the terminal is gone.
    public static let hangUp = SIGHUP
    /// SIGQUIT: Ctrl-backslash.
    public static let quit = SIGQUIT
    /// SIGKILL: the end at once.
    public static let kill = SIGKILL
    /// SIGPIPE: nobody reads what is written.
    public static let brokenPipe = SIGPIPE

    /// Sends a signal to a process. False where there is no such process, or it is another user's.
    @discardableResult
    public static func send(_ signal: Int32, to process: Int32) -> Bool { Glibc.kill(process, signal) == 0 }

    /// Sends a signal to all processes of a group. False where all of them have ended.
    @discardableResult
    public static func send(_ signal: Int32, toGroup group: Int32) -> Bool { Glibc.kill(-group, signal) == 0 }

    /// Ignores a signal, in this process and in programs that inherit it.
    public static func ignore(_ number: Int32) { _ = Glibc.signal(number, SIG_IGN) }

    /// Calls a function when a signal comes. It may do no more than store an atomic value.
    public static func handle(_ number: Int32, _ function: @escaping @convention(c) (Int32) -> Void) {
        _ = Glibc.signal(number, function)
    }

    /// Puts a process behind others: 0 is the usual place, 19 the last one. One that has ended is left alone.
    public static func lowerPriority(of process: Int32, to place: Int32) {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), place)
    }

    /// Puts all processes of a group behind others.
    public static func lowerPriority(ofGroup group: Int32, to place: Int32) {
        _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(group), place)
    }
}
