// Clocks of the kernel. Any thread but JACK's.
internal import CLinux
internal import Glibc

/// One of the kernel's clocks.
public enum Clock: Sendable {
    /// Time since some start, without the time in suspend; no setting moves it.
    case monotonic
    /// Time since the boot, with the time in suspend.
    case sinceBoot
    /// Time of day: seconds since 1970.
    case wall

    /// Time of the clock, in nanoseconds.
    public var nanoseconds: UInt64 {
        let time = now
        return UInt64(time.seconds) * 1_000_000_000 + UInt64(time.nanoseconds)
    }

    /// Time of the clock, in seconds and nanoseconds after them.
    public var now: (seconds: Int, nanoseconds: Int) {
        var time = timespec()
        let code = unsafe clock_gettime(identifier, &time)
        precondition(code == 0, "Linux always has this clock")
        return (Int(time.tv_sec), Int(time.tv_nsec))
    }

    /// Time of the clock, so many milliseconds from now, as the calls of the C library take it.
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

    /// Processor time that a process has used, in seconds.
    public static func processorTime(of process: Int32) throws(SystemError) -> Double {
        var clock = clockid_t()
        let code = unsafe clock_getcpuclockid(process, &clock)
        guard code == 0 else { throw SystemError("clock_getcpuclockid", code: code) }
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { throw .last("clock_gettime") }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
