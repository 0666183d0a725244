// Any thread; a value. OSC's time: that of the wall clock, which may be set while we run.
import Glibc

/// Seconds since 1900 and their 2^32nd parts, as OSC counts time.
public struct TimeTag: Sendable, Hashable, Comparable {
    public let value: UInt64

    public init(_ value: UInt64) {
        self.value = value
    }

    /// What a bundle for now says.
    public static let immediately = TimeTag(1)

    /// From 1900 to 1970, seconds.
    private static let epoch: UInt64 = 2_208_988_800

    public static var now: TimeTag {
        var time = timespec()
        // Cannot fail for this clock; zero would make every dated bundle one for later, which is refused.
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return TimeTag(0) }
        let seconds = UInt64(time.tv_sec) &+ epoch
        return TimeTag(seconds << 32 | (UInt64(time.tv_nsec) << 32) / 1_000_000_000)
    }

    /// How long after `other`, in seconds; negative when before.
    public func seconds(since other: TimeTag) -> Double {
        Double(Int64(bitPattern: value &- other.value)) / 4_294_967_296
    }

    public static func < (first: TimeTag, second: TimeTag) -> Bool { first.value < second.value }
}
