// The time of a choice. Any thread; a value, no clock.
public import Dictation

/// The time at which an item is chosen, with the parts of day and week that the user lives in.
public struct GuideMoment: Sendable, Hashable {
    /// Seconds since 1970, UTC.
    public let seconds: Int
    /// Days since 1970 of the local date.
    public let day: Int
    /// Part of the local day.
    public let dayPart: DayPart
    /// Part of the week of the user's locale.
    public let weekPart: WeekPart

    /// Makes a moment.
    ///
    /// - Parameters:
    ///   - seconds: seconds since 1970, UTC.
    ///   - local: the local time then.
    ///   - firstWeekday: the day on which weeks begin, 0 for Sunday to 6 for Saturday.
    public init(seconds: Int, local: CalendarTime, firstWeekday: Int) {
        self.seconds = seconds
        day = local.days
        dayPart = DayPart(hour: local.secondOfDay / 3600)
        weekPart = WeekPart(of: local, firstWeekday: firstWeekday)
    }
}
