// Converts seconds since 1970 to dates, and back. Any thread; pure functions of their values and the time zone.
internal import CLinux
internal import Glibc
internal import Synchronization

/// The Gregorian calendar, as the C library computes it.
public enum Calendar {
    /// Seconds since 1970 of a date in UTC. A part that is too large carries over: 30 February is 1 or 2 March, and a leap
    /// second is the first second of the next day.
    public static func seconds(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int {
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon) = (Int32(clamping: year - 1900), Int32(clamping: month - 1))
        unsafe (parts.tm_mday, parts.tm_hour) = (Int32(clamping: day), Int32(clamping: hour))
        unsafe (parts.tm_min, parts.tm_sec) = (Int32(clamping: minute), Int32(clamping: second))
        return unsafe timegm(&parts)
    }

    /// Distance of local time from UTC in seconds, positive to the east, at a time in seconds since 1970.
    public static func offset(at seconds: Int) -> Int {
        var moment = seconds
        var parts = unsafe tm()
        followZone()
        // A year that does not fit is the only failure, and has no distance.
        guard unsafe localtime_r(&moment, &parts) != nil else { return 0 }
        return unsafe parts.tm_gmtoff
    }

    /// Second of the last look at the time zone of the system.
    private static let looked = Atomic<UInt64>(.max)

    /// Takes over a time zone that the user has set since: the C library looks at /etc/localtime only when it is asked to. At most
    /// once a second, since a list of recordings has thousands of dates.
    private static func followZone() {
        let second = Moment.now.nanoseconds / 1_000_000_000
        if looked.exchange(second, ordering: .relaxed) != second { tzset() }
    }

    /// Text of a time by a pattern of strftime(3), in UTC or local time. Longer than 63 bytes, the text is empty.
    public static func text(_ pattern: String, seconds: Int, isLocal: Bool = false) -> String {
        var moment = seconds
        var parts = unsafe tm()
        if isLocal { followZone() }
        _ = unsafe isLocal ? localtime_r(&moment, &parts) : gmtime_r(&moment, &parts)
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            // strftime returns 0 if the text does not fit.
            let length = unsafe strftime(buffer.baseAddress, buffer.count, pattern, &parts)
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length])
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}
