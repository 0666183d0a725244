// Dates with a time of day, without a time zone. Any thread; a value, no clock.

/// A date and a time of day of the Gregorian calendar, as a clock on the wall shows them.
public struct CalendarTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00, each day having 86,400.
    public let count: Int
    /// True for the second one of a time that comes twice because clocks are set back (`LocalZone.second`).
    var isSecond = false

    /// Makes the time so many seconds after the start of 1970.
    public init(count: Int) { self.count = count }

    /// Makes a time; nil for a date or a time of day that does not exist, and outside of the years 1970 to 9999.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int = 0) {
        guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        self.init(count: Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
        // A day that the month does not have is a day of the next month.
        guard date == (year, month, day) else { return nil }
    }

    /// Compares two times.
    public static func < (one: CalendarTime, other: CalendarTime) -> Bool {
        one.count == other.count ? !one.isSecond && other.isSecond : one.count < other.count
    }

    /// Days since the start of 1970.
    public var days: Int { count >= 0 ? count / 86_400 : (count - 86_399) / 86_400 }

    /// Seconds since the start of the day.
    public var secondOfDay: Int { count - days * 86_400 }

    /// Number of the day of the week: 0 for Monday, 6 for Sunday.
    public var weekday: Int { ((days + 3) % 7 + 7) % 7 }

    /// The same time of day so many days later.
    public func later(days: Int) -> CalendarTime { CalendarTime(count: count + days * 86_400) }

    /// Year, month and day; the months counted from March put the leap day at the end of a year.
    public var date: (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    // MARK: Text

    /// The time of day: 20:00:00.
    public var clock: String {
        let second = secondOfDay
        return [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Date and time: 2026-12-01 20:00:00.
    public var description: String {
        let (year, month, day) = date
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day) \(clock)"
    }

    /// Reads a date and a time of day: `2026-12-01T20:00`, `2026-12-01 20:00:30`. Nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        guard parts.count == 2, let clock = Self.secondOfDay(parts[1]) else { return nil }
        let numbers = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2] else { return nil }
        self.init(
            year: year, month: month, day: day, hour: clock / 3600, minute: clock / 60 % 60, second: clock % 60)
    }

    /// Seconds since the start of the day of a text such as `7:30` or `20:00:30`; nil for any other text.
    public static func secondOfDay(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(number)
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 }), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }

    /// Digits, 4 at most.
    private static func number(_ text: Substring) -> Int? {
        let isNumber = (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
        return isNumber ? Int(text) : nil
    }
}
