// End of a child process, and signals to it. Any thread; one of them waits for each child.
internal import CLinux
internal import Glibc

/// The way a child process ended.
public enum ProcessEnd: Hashable, Sendable {
    /// It ended by itself, with this exit code.
    case exit(Int32)
    /// This signal ended it.
    case signal(Int32)

    /// The exit code, or the signal as a negative number.
    public var code: Int32 {
        switch self {
        case .exit(let code): code
        case .signal(let number): -number
        }
    }

    /// Waits for the end of a child; nil where it is no child of this process, or was waited for before.
    public static func wait(for child: Int32) -> ProcessEnd? {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) != child {
            guard errno == EINTR else { return nil }
        }
        return ProcessEnd(status)
    }

    /// The end of a child, nil while it runs. Throws `noChild` for one that was waited for before.
    public static func look(at child: Int32) throws(SystemError) -> ProcessEnd? {
        var status: Int32 = 0
        let found = unsafe waitpid(child, &status, WNOHANG)
        guard found >= 0 else { throw .last("waitpid") }
        return found == child ? ProcessEnd(status) : nil
    }

    /// As `look(at:)`, with the processor time that the child used, in seconds.
    public static func measure(_ child: Int32) -> (end: ProcessEnd, processor: Double)? {
        var status: Int32 = 0
        var usage = rusage()
        guard unsafe wait4(child, &status, WNOHANG, &usage) == child else { return nil }
        let seconds = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        return (ProcessEnd(status), seconds)
    }

    /// True once a child has ended. It stays to be waited for, so that nobody else gets its number meanwhile.
    public static func hasCome(to child: Int32) -> Bool {
        var info = unsafe siginfo_t()
        guard unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return false }
        return unsafe info.si_signo == SIGCHLD
    }

    /// C's macros, which Swift cannot see: the low seven bits are the signal, the next byte the exit code.
    init(_ status: Int32) {
        self = status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
    }
}
