// Wall-clock time and its text forms. Any thread; a value. Audio time is counted in frames elsewhere.
import Glibc

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

    init(_ time: timespec) { self.init(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec)) }

    /// Compares two times.
    public static func < (one: Timestamp, other: Timestamp) -> Bool {
        (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
    }

    /// A number that distinguishes two states of a file. It wraps outside of 1677 to 2262 and has no order.
    var mark: Int64 { Int64(seconds) &* 1_000_000_000 &+ Int64(nanoseconds) }

    /// The time so many seconds earlier, limited to the range of seconds.
    func earlier(by seconds: Int) -> Timestamp {
        let (difference, isOver) = self.seconds.subtractingReportingOverflow(seconds)
        return Timestamp(seconds: isOver ? (seconds > 0 ? .min : .max) : difference, nanoseconds: nanoseconds)
    }

    /// Reads the format of `iso8601`; nil for any other text.
    public init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, text.hasSuffix("Z") else { return nil }
        var numbers: [Int] = []
        for part in text.dropLast().split(whereSeparator: { "-T:".contains($0) }) {
            guard let number = Int(part), number >= 0 else { return nil }
            numbers.append(number)
        }
        guard numbers.count == 6, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else { return nil }
        // Days since 1970 in the calendar that begins its years in March, so that the leap day is the last.
        let year = numbers[1] > 2 ? numbers[0] : numbers[0] - 1
        let month = (numbers[1] + 9) % 12
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2] - 1 - 719_468
        self.init(seconds: ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5])
    }

    /// The current time in whole seconds.
    public static var now: Timestamp { Timestamp(seconds: time(nil)) }

    /// First and last second of the years with four digits; times outside are shown as the nearer of the two.
    private static let tellable = -30_610_224_000...253_402_300_799
    private var told: Int { min(max(seconds, Self.tellable.lowerBound), Self.tellable.upperBound) }

    /// UTC time as in sidecars: 2026-11-21T13:05:09Z.
    public var iso8601: String {
        var moment = told
        var parts = unsafe tm()
        _ = unsafe gmtime_r(&moment, &parts)
        return unsafe Self.text("%Y-%m-%dT%H:%M:%SZ", parts)
    }

    /// Local time as a sortable file name: 2026-11-21 14-05-09.
    public var name: String {
        var moment = told
        var parts = unsafe tm()
        _ = unsafe localtime_r(&moment, &parts)
        return unsafe Self.text("%Y-%m-%d %H-%M-%S", parts)
    }

    private static func text(_ pattern: String, _ parts: tm) -> String {
        var parts = unsafe parts
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            // 0 would mean that it did not fit: 64 is enough for any year there is.
            let length = unsafe strftime(buffer.baseAddress, buffer.count, pattern, &parts)
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length])
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}
