// Clocks of the kernel. Any thread except a realtime one.
internal import CLinux
internal import Glibc

/// A clock of the kernel.
public enum Clock: Sendable {
    /// Time since an arbitrary start, without the time that the machine sleeps. Setting the time does not change it.
    case monotonic
    /// Time since the boot, including the time that the machine sleeps.
    case sinceBoot
    /// Time of day, since 1970 in UTC. Setting the time moves it.
    case wall

    /// Current time of the clock in nanoseconds.
    public var nanoseconds: UInt64 {
        let time = now
        return UInt64(time.seconds) * 1_000_000_000 + UInt64(time.nanoseconds)
    }

    /// Current time of the clock in seconds, and nanoseconds after them.
    public var now: (seconds: Int, nanoseconds: Int) {
        var time = timespec()
        let code = unsafe clock_gettime(identifier, &time)
        precondition(code == 0, "Linux always has this clock")
        return (Int(time.tv_sec), Int(time.tv_nsec))
    }

    /// Time of the clock in `milliseconds` from now, as a deadline for a call of the C library.
    func after(milliseconds: Int) -> timespec {
        var time = timespec()
        _ = unsafe clock_gettime(identifier, &time)
        time.tv_nsec += milliseconds % 1000 * 1_000_000
        time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1_000_000_000
        time.tv_nsec %= 1_000_000_000
        return time
    }

    private var identifier: clockid_t {
        switch self {
        case .monotonic: CLOCK_MONOTONIC
        case .sinceBoot: CLOCK_BOOTTIME
        case .wall: CLOCK_REALTIME
        }
    }

    /// The clock of the processor time of the calling thread; nil if the system has none. Other threads may read it while this
    /// thread lives.
    public static var ofThisThread: ThreadTime? {
        var clock = clockid_t()
        return unsafe pthread_getcpuclockid(pthread_self(), &clock) == 0 ? ThreadTime(clock: clock) : nil
    }

    /// Processor time in seconds that all threads of a process have used. Throws `ESRCH` if there is no such process.
    public static func processorTime(of process: Int32) throws(SystemError) -> Double {
        var clock = clockid_t()
        let code = unsafe clock_getcpuclockid(process, &clock)
        guard code == 0 else { throw SystemError("clock_getcpuclockid", code: code) }
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { throw .last("clock_gettime") }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The processor time of one thread.
public struct ThreadTime: Sendable {
    let clock: clockid_t

    /// The time that the thread has used, in seconds; nil once the thread is gone.
    public var seconds: Double? {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return nil }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
