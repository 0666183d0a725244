// Deadlines in the form that POSIX takes. Any thread.
internal import Glibc

extension timespec {
    /// The time on the monotonic clock that is this many milliseconds from now.
    static func after(milliseconds: Int) -> timespec {
        var time = timespec()
        let code = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        precondition(code == 0, "Linux always has a monotonic clock")
        time.tv_nsec += milliseconds % 1000 * 1_000_000
        time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1_000_000_000
        time.tv_nsec %= 1_000_000_000
        return time
    }
}
