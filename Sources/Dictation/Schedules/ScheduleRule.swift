// The times of a scheduled take. Any thread; a value, no clock.

/// A local time at which a take begins, once or repeatedly.
public struct ScheduleRule: Sendable, Equatable {
    /// The repetition of a scheduled take.
    public enum Repeat: String, CaseIterable, Sendable {
        /// The raw value is the word of `rec --every`, and `once` for none; `weekday` is from Monday to Friday.
        case once, day, weekday, week
    }

    /// The first time.
    public let first: CalendarTime
    /// The repetition.
    public let every: Repeat

    /// Makes a rule whose first time is `start`, or for `weekday` the first day from Monday to Friday from there on.
    public init(from start: CalendarTime, every: Repeat) {
        self.every = every
        first = every == .weekday ? Self.weekday(start) : start
    }

    /// Reads the words of `rec --at`: `20:00`, `today 20:00`, `tomorrow 7:30`, `2026-12-01T20:00`. A time of day alone that has
    /// passed at the local time `now` is tomorrow's. Nil for any other text.
    public init?(_ text: String, every: Repeat, now: CalendarTime) {
        let words = text.split(separator: " ")
        let today = CalendarTime(count: now.days * 86_400)
        if words.count == 1, let second = CalendarTime.secondOfDay(words[0]) {
            let time = CalendarTime(count: today.count + second)
            self.init(from: time > now ? time : time.later(days: 1), every: every)
        } else if words.count == 2, words[0] == "today" || words[0] == "tomorrow",
            let second = CalendarTime.secondOfDay(words[1])
        {
            let time = CalendarTime(count: today.count + second)
            self.init(from: words[0] == "today" ? time : time.later(days: 1), every: every)
        } else if let time = CalendarTime(text) {
            self.init(from: time, every: every)
        } else {
            return nil
        }
    }

    /// Reads the words of `rec --at` at `now`, in seconds since 1970. A time that comes twice because clocks are set back is the
    /// first one that is still to come.
    public init?(_ text: String, every: Repeat, now: Int, in zone: LocalZone) {
        let local = zone.local(now)
        guard let rule = ScheduleRule(text, every: every, now: local) else { return nil }
        // A time of day alone that has passed today may come again today.
        let isTomorrow = CalendarTime.secondOfDay(text[...]) != nil && rule.first.days > local.days
        let time = isTomorrow ? CalendarTime(count: local.days * 86_400 + rule.first.secondOfDay) : rule.first
        if zone.seconds(of: time) <= now, let second = zone.second(of: time), zone.seconds(of: second) > now {
            self.init(from: second, every: every)
        } else {
            self = rule
        }
    }

    /// The time that follows `time`, one of the rule; nil after the only one.
    public func next(after time: CalendarTime) -> CalendarTime? {
        switch every {
        case .once: nil
        case .day: time.later(days: 1)
        case .weekday: Self.weekday(time.later(days: 1))
        case .week: time.later(days: 7)
        }
    }

    /// The first time of the rule from `time` on whose end is after `now`, and the number of times that were passed over; nil if
    /// there is none.
    ///
    /// - Parameters:
    ///   - time: a time of the rule; nil for none.
    ///   - length: seconds from a time to its end.
    ///   - now: seconds since 1970.
    public func coming(
        from time: CalendarTime?, length: Int, now: Int, in zone: LocalZone
    ) -> (time: CalendarTime?, missed: Int) {
        var (time, missed) = (time, 0)
        while let passed = time, zone.seconds(of: passed).addingReportingOverflow(length).partialValue <= now {
            time = next(after: passed)
            missed += 1
        }
        return (time, missed)
    }

    private static func weekday(_ time: CalendarTime) -> CalendarTime {
        time.weekday < 5 ? time : time.later(days: 7 - time.weekday)
    }
}
