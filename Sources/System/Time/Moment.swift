// Monotonic clock. Any thread but JACK's.
internal import CLinux
internal import Glibc

/// A point on the monotonic clock, which no time setting moves.
public struct Moment: Sendable, Hashable, Comparable {
    /// Nanoseconds since some start.
    public let nanoseconds: UInt64

    /// The point so many nanoseconds after the start of the clock.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// The point at which we are.
    public static var now: Moment { Moment(nanoseconds: Clock.monotonic.nanoseconds) }

    /// Order in time.
    public static func < (one: Moment, other: Moment) -> Bool { one.nanoseconds < other.nanoseconds }

    /// The point so many milliseconds later; earlier where they are negative.
    public func later(milliseconds: Int) -> Moment {
        Moment(nanoseconds: nanoseconds &+ UInt64(bitPattern: Int64(milliseconds) * 1_000_000))
    }

    /// The point so many seconds later. NaN and negative seconds are none; the latest is a thousand million seconds later.
    public func later(seconds: Double) -> Moment {
        guard seconds > 0 else { return self }
        return Moment(nanoseconds: nanoseconds &+ UInt64(min(seconds, 1e9) * 1e9))
    }

    /// Seconds from another point to this one; negative where that is later.
    public func seconds(since earlier: Moment) -> Double {
        Double(Int64(bitPattern: nanoseconds &- earlier.nanoseconds)) / 1e9
    }
}
