// Any thread but JACK's.
internal import Glibc

/// A point on the monotonic clock, which no time setting moves.
struct Moment: Sendable {
    private let nanoseconds: Int64

    static var now: Moment {
        var time = timespec()
        let code = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        precondition(code == 0, "Linux always has a monotonic clock")
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The clock of `Telemetry.wallTime`, in nanoseconds.
    static var wallTime: UInt64 {
        var time = timespec()
        let code = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        precondition(code == 0, "Linux always has a clock since the boot")
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    func later(milliseconds: Int) -> Moment { Moment(nanoseconds: nanoseconds + Int64(milliseconds) * 1_000_000) }

    func seconds(since earlier: Moment) -> Double { Double(nanoseconds - earlier.nanoseconds) / 1e9 }
}
