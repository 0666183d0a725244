// Calendar: seconds since 1970 as dates, and back. Any thread.
internal import CLinux
internal import Glibc

/// The Gregorian calendar of the C library.
public enum Calendar {
    /// Seconds since 1970 of a date in UTC; nil for a day or a time that does not exist.
    public static func seconds(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int? {
        guard let year = Int32(exactly: year - 1900) else { return nil }
        var parts = unsafe tm()
        unsafe parts.tm_year = year
        unsafe (parts.tm_mon, parts.tm_mday) = (Int32(month - 1), Int32(day))
        unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        let seconds = unsafe timegm(&parts)
        // timegm carries over what is too large (30 February is 2 March) and writes the date that comes of it.
        guard unsafe parts.tm_mon == month - 1, unsafe parts.tm_mday == day, unsafe parts.tm_hour == hour,
            unsafe parts.tm_min == minute, unsafe parts.tm_sec == second
        else { return nil }
        return seconds
    }

    /// A point in time as text, by a pattern of strftime(3), 63 bytes at most; in UTC or local time.
    public static func text(_ pattern: String, seconds: Int, isLocal: Bool = false) -> String {
        var moment = seconds
        var parts = unsafe tm()
        _ = unsafe isLocal ? localtime_r(&moment, &parts) : gmtime_r(&moment, &parts)
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            // 0 would mean that it did not fit.
            let length = unsafe strftime(buffer.baseAddress, buffer.count, pattern, &parts)
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<length])
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}
