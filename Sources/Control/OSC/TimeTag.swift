// Time tags of OSC, in wall-clock time, which may be set while the engine runs. Any thread; a value.
import System

/// A time tag of OSC: seconds since 1900, with 32 bits of fraction.
public struct TimeTag: Sendable, Hashable, Comparable {
    /// Seconds since 1900 in the upper 32 bits, fraction in the lower.
    public let value: UInt64

    /// Makes a time tag from its 64 bits.
    public init(_ value: UInt64) {
        self.value = value
    }

    /// The tag of a bundle that is for now.
    public static let immediately = TimeTag(1)

    /// Seconds from 1900 to 1970.
    private static let epoch: UInt64 = 2_208_988_800

    /// The wall-clock time now.
    public static var now: TimeTag {
        let time = Clock.wall.now
        let seconds = UInt64(time.seconds) &+ epoch
        return TimeTag(seconds << 32 | (UInt64(time.nanoseconds) << 32) / 1_000_000_000)
    }

    /// Seconds from `other` to this tag; negative when this tag is earlier.
    public func seconds(since other: TimeTag) -> Double {
        Double(Int64(bitPattern: value &- other.value)) / 4_294_967_296
    }

    /// True when `first` is earlier.
    public static func < (first: TimeTag, second: TimeTag) -> Bool { first.value < second.value }
}
