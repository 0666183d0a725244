// The day on which weeks begin for a user. Any thread except a realtime one.
internal import CLinux
internal import Glibc

/// The week of a locale, as the C library knows it.
public enum LocaleWeek {
    /// Number of the day on which weeks begin, 0 for Sunday to 6 for Saturday: the user's own locale (LC_ALL, LC_TIME, LANG) for
    /// an empty name. Nil for a locale that is not installed here.
    public static func firstWeekday(of locale: String = "") -> Int? {
        guard let handle = unsafe newlocale(CInt(LC_TIME_MASK), locale, nil) else { return nil }
        defer { unsafe freelocale(handle) }
        // A byte that counts from 1, from the day of the week of a date: 19971130 was a Sunday, 19971201 a Monday. The C library
        // gives that date in place of a pointer.
        guard let byte = unsafe nl_langinfo_l(CInt(_NL_TIME_FIRST_WEEKDAY), handle) else { return nil }
        let date = unsafe UInt32(truncatingIfNeeded: UInt(bitPattern: nl_langinfo_l(CInt(_NL_TIME_WEEK_1STDAY), handle)))
        let base = date == 19_971_201 ? 1 : 0
        return unsafe (base + Int(UInt8(bitPattern: byte.pointee)) + 6) % 7
    }
}
