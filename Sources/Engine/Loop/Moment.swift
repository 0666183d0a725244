// Points in time for timeouts. Any thread but JACK's.
internal import Glibc

/// A point on the monotonic clock, which setting the time of day does not move.
struct Moment: Sendable {
    private let nanoseconds: Int64

    /// This moment.
    static var now: Moment {
        var time = timespec()
        let code = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        precondition(code == 0, "Linux always has a monotonic clock")
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// This moment on the clock of `Telemetry.wallTime` (boot time), in nanoseconds.
    static var wallTime: UInt64 {
        var time = timespec()
        let code = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        precondition(code == 0, "Linux always has a clock since the boot")
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The moment that is this many milliseconds later.
    func later(milliseconds: Int) -> Moment { Moment(nanoseconds: nanoseconds + Int64(milliseconds) * 1_000_000) }

    /// Seconds from `earlier` to this moment; negative if `earlier` is later.
    func seconds(since earlier: Moment) -> Double { Double(nanoseconds - earlier.nanoseconds) / 1e9 }
}
