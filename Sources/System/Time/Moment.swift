// A time of the monotonic clock. Any thread; a value. `now` is not for a realtime thread.
internal import CLinux
internal import Glibc

/// A time of the monotonic clock, which setting the time of day does not change.
public struct Moment: Sendable, Hashable, Comparable {
    /// Nanoseconds since the arbitrary start of the clock.
    public let nanoseconds: UInt64

    /// Makes a time from nanoseconds since the start of the clock.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// The current time.
    public static var now: Moment { Moment(nanoseconds: Clock.monotonic.nanoseconds) }

    /// True if the first time is earlier.
    public static func < (one: Moment, other: Moment) -> Bool { one.nanoseconds < other.nanoseconds }

    /// The time `milliseconds` later, or earlier if they are negative.
    public func later(milliseconds: Int) -> Moment {
        Moment(nanoseconds: nanoseconds &+ UInt64(bitPattern: Int64(milliseconds) * 1_000_000))
    }

    /// The time `seconds` later. NaN and negative values count as 0, values above 1,000,000,000 as that limit (32 years).
    public func later(seconds: Double) -> Moment {
        guard seconds > 0 else { return self }
        return Moment(nanoseconds: nanoseconds &+ UInt64(min(seconds, 1e9) * 1e9))
    }

    /// Seconds from an earlier time to this one; negative if the other time is later.
    public func seconds(since earlier: Moment) -> Double {
        Double(Int64(bitPattern: nanoseconds &- earlier.nanoseconds)) / 1e9
    }
}
