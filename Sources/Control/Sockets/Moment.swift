// Any thread.
import Glibc

/// The time for timeouts, which a change of the wall clock does not touch.
public enum Moment {
    /// A moment so many seconds after another. NaN and negative seconds are none; the latest is a thousand million seconds later.
    static func later(_ moment: UInt64, by seconds: Double) -> UInt64 {
        guard seconds > 0 else { return moment }
        return moment &+ UInt64(min(seconds, 1e9) * 1e9)
    }

    /// Nanoseconds since some start.
    public static func now() -> UInt64 {
        var time = timespec()
        // Fails for an unknown clock only; zero then means that timeouts never come.
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
