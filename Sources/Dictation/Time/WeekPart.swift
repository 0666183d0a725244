// Parts of the week, by the day on which weeks begin. Any thread; a value, no clock.
public import Messages

/// A part of the week: the first two working days, the next two, the last one, and the weekend.
public enum WeekPart: String, Sendable, Hashable, CaseIterable {
    /// The first two working days: Monday and Tuesday in a week from Monday, and in one from Sunday.
    case start
    /// The two days in the middle: Wednesday and Thursday in a week from Monday.
    case middle
    /// The last working day: Friday in a week from Monday.
    case end
    /// Saturday and Sunday; in any week that does not begin on Sunday, the last two days of it.
    case weekend

    /// The part of a day of the week. Days are 0 for Sunday to 6 for Saturday; any other number counts round the week: 7 is 0.
    /// `firstWeekday` is the day on which weeks begin. A week from Sunday has its weekend on both sides: its last day and its
    /// first one.
    public init(weekday: Int, firstWeekday: Int) {
        let first = Self.day(firstWeekday)
        // The first working day: the day after the weekend.
        let work = first == 0 ? 1 : first
        self =
            switch Self.day(Self.day(weekday) - work) {
            case 0, 1: .start
            case 2, 3: .middle
            case 4: .end
            default: .weekend
            }
    }

    /// The part of a local time. `firstWeekday` is the day on which weeks begin, 0 for Sunday.
    public init(of time: CalendarTime, firstWeekday: Int) {
        // A calendar time counts its days of the week from Monday.
        self.init(weekday: time.weekday + 1, firstWeekday: firstWeekday)
    }

    /// The part in a sentence: "start of the week", "weekend".
    public var phrase: String { self == .weekend ? rawValue : "\(rawValue) of the week" }

    /// The part in a title.
    public var title: Message {
        switch self {
        case .start: "start of the week"
        case .middle: "middle of the week"
        case .end: "end of the week"
        case .weekend: "weekend"
        }
    }

    private static func day(_ number: Int) -> Int { (number % 7 + 7) % 7 }
}
