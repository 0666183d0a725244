// Parts of the day, by the hour of the local clock. Any thread; a value, no clock.
public import Messages

/// A part of the day: four, which follow each other round the clock.
public enum DayPart: String, Sendable, Hashable, CaseIterable {
    /// 5:00 to 11:59.
    case morning
    /// 12:00 to 16:59.
    case afternoon
    /// 17:00 to 21:59.
    case evening
    /// 22:00 to 4:59.
    case night

    /// The part of an hour of the local clock, 0 to 23. Any other number counts round the clock: 24 is 0, -1 is 23.
    public init(hour: Int) {
        self =
            switch (hour % 24 + 24) % 24 {
            case 5...11: .morning
            case 12...16: .afternoon
            case 17...21: .evening
            default: .night
            }
    }

    /// The part in a title.
    public var title: Message {
        switch self {
        case .morning: "morning"
        case .afternoon: "afternoon"
        case .evening: "evening"
        case .night: "night"
        }
    }
}
