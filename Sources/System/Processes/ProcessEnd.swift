// Waits for the end of child processes. Any thread; one thread at a time for each child.
internal import CLinux
internal import Glibc

/// Result of a child process that has ended: its exit code or a signal.
public enum ProcessEnd: Hashable, Sendable {
    /// The child ended by itself, with this exit code.
    case exit(Int32)
    /// A signal with this number ended the child.
    case signal(Int32)

    /// The exit code, or the signal as a negative number.
    public var code: Int32 {
        switch self {
        case .exit(let code): code
        case .signal(let number): -number
        }
    }

    /// Blocks until a child ends. Returns nil if it is not a child of this process, or if its result was taken before.
    public static func wait(for child: Int32) -> ProcessEnd? {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) != child {
            guard errno == EINTR else { return nil }
        }
        return ProcessEnd(status)
    }

    /// Takes the result of a child without waiting; nil while it runs. Throws `noChild` if the result was taken before.
    public static func look(at child: Int32) throws(SystemError) -> ProcessEnd? {
        var status: Int32 = 0
        let found = unsafe waitpid(child, &status, WNOHANG)
        guard found >= 0 else { throw .last("waitpid") }
        return found == child ? ProcessEnd(status) : nil
    }

    /// Takes the result of a child and its processor time in seconds, without waiting. Returns nil while the child runs, and if
    /// its result was taken before.
    public static func measure(_ child: Int32) -> (end: ProcessEnd, processor: Double)? {
        var status: Int32 = 0
        var usage = rusage()
        guard unsafe wait4(child, &status, WNOHANG, &usage) == child else { return nil }
        let seconds = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        return (ProcessEnd(status), seconds)
    }

    /// True once a child has ended. Its result is not taken, so no other process can get its process id meanwhile.
    public static func hasCome(to child: Int32) -> Bool {
        var info = unsafe siginfo_t()
        guard unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return false }
        return unsafe info.si_signo == SIGCHLD
    }

    /// Decodes a status of waitpid(2): the low seven bits are the signal, the next byte the exit code. Swift cannot import the
    /// C macros for this.
    init(_ status: Int32) {
        self = status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
    }
}
