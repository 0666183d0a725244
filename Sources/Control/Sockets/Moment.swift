// The monotonic clock. Any thread.
import Glibc

/// The clock of all timeouts; a change of the wall clock does not touch it.
public enum Moment {
    /// The moment `seconds` after another, in nanoseconds. NaN and negative seconds count as 0, more than 1e9 as 1e9.
    static func later(_ moment: UInt64, by seconds: Double) -> UInt64 {
        guard seconds > 0 else { return moment }
        return moment &+ UInt64(min(seconds, 1e9) * 1e9)
    }

    /// Nanoseconds since an arbitrary start.
    public static func now() -> UInt64 {
        var time = timespec()
        // Fails for an unknown clock only; at zero no timeout ever comes.
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
