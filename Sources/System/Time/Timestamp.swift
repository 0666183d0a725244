// Wall-clock time and its text forms. Any thread; a value. Audio time is counted in frames elsewhere.

/// A time of the wall clock, in seconds since 1970 and nanoseconds.
///
/// One number of nanoseconds could not hold all times of file systems (its range is 1677 to 2262): an unset date on NTFS and
/// SMB is 1601.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Seconds since 1970, UTC.
    public let seconds: Int
    /// Nanoseconds after `seconds`, 0 to 999,999,999.
    public let nanoseconds: Int

    /// Makes a time.
    public init(seconds: Int, nanoseconds: Int = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Compares two times.
    public static func < (one: Timestamp, other: Timestamp) -> Bool {
        (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
    }

    /// A number that distinguishes two states of a file. It wraps outside of 1677 to 2262 and has no order.
    public var mark: Int64 { Int64(seconds) &* 1_000_000_000 &+ Int64(nanoseconds) }

    /// The time so many seconds earlier, limited to the range of seconds.
    public func earlier(by seconds: Int) -> Timestamp {
        let (difference, isOver) = self.seconds.subtractingReportingOverflow(seconds)
        return Timestamp(seconds: isOver ? (seconds > 0 ? .min : .max) : difference, nanoseconds: nanoseconds)
    }

    /// Reads the format of `iso8601`; nil for any other text.
    public init?(iso8601 text: String) {
        let numbers = text.split(whereSeparator: { "-T:Z".contains($0) }).compactMap { Int($0) }
        guard text.utf8.count == 20, numbers.count == 6 else { return nil }
        let seconds = Calendar.seconds(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
        self.init(seconds: seconds)
        // A part that is too large carries over, and the separators are not checked above. In both cases the time prints as
        // another text.
        guard iso8601 == text else { return nil }
    }

    /// The current time, in whole seconds.
    public static var now: Timestamp { Timestamp(seconds: Clock.wall.now.seconds) }

    /// First and last second of the years with four digits; times outside are shown as the nearer of the two.
    private static let tellable = -30_610_224_000...253_402_300_799
    private var told: Int { min(max(seconds, Self.tellable.lowerBound), Self.tellable.upperBound) }

    /// UTC time as in sidecars: 2026-11-21T13:05:09Z.
    public var iso8601: String { Calendar.text("%Y-%m-%dT%H:%M:%SZ", seconds: told) }

    /// Local time with its distance from UTC, for logs: 2026-11-21T14:05:09+01:00.
    public var local: String {
        let text = Calendar.text("%Y-%m-%dT%H:%M:%S%z", seconds: told, isLocal: true)
        return text.dropLast(2) + ":" + text.suffix(2)
    }

    /// Names of `count` local days up to this one, newest first: 2026-11-25. Counted by the calendar, so that a day of 23 or 25
    /// hours is one day.
    public func daysBack(_ count: Int) -> [String] {
        let today = Calendar.text("%Y-%m-%d", seconds: told, isLocal: true)
        guard let noon = Timestamp(iso8601: today + "T12:00:00Z") else { return [today] }
        return (0..<max(0, count)).map { Calendar.text("%Y-%m-%d", seconds: noon.seconds - $0 * 86_400) }
    }

    /// Local time as a sortable file name: 2026-11-21 14-05-09.
    public var name: String { Calendar.text("%Y-%m-%d %H-%M-%S", seconds: told, isLocal: true) }
}
