// Room: Control. Any thread.
import Glibc

/// The time for timeouts, which a change of the wall clock does not touch.
public enum Moment {
    /// Nanoseconds since some start.
    public static func now() -> UInt64 {
        var time = timespec()
        // Fails for an unknown clock only; zero then means that timeouts never come.
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
