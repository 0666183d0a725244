// Titles made from a pattern. Any thread; a value, no clock.
internal import Messages

/// The pattern of a title: words with tokens, such as "Dream of [DayPart], %Y-%m-%d".
public struct TitlePattern: Sendable, Hashable {
    /// Values for the tokens of a pattern.
    public struct Words: Sendable, Hashable {
        /// Name of the speaker, for `[Name]`; empty for none.
        public var name: String
        /// Local time, for `%Y` and the like, and for `[DayPart]`.
        public var time: CalendarTime
        /// The day on which weeks begin, 0 for Sunday to 6 for Saturday, for `[WeekPart]`.
        public var firstWeekday: Int

        /// Makes the values.
        public init(name: String, time: CalendarTime, firstWeekday: Int) {
            self.name = name
            self.time = time
            self.firstWeekday = firstWeekday
        }
    }

    private let pattern: String

    /// Makes a pattern; any text is one.
    public init(_ pattern: String) { self.pattern = pattern }

    /// The title. Unknown words in brackets and unknown letters after `%` stay as they are.
    public func title(_ words: Words) -> String {
        var result = ""
        var rest = pattern[...]
        while let first = rest.popFirst() {
            if first == "%", let letter = rest.first, let text = Self.date(letter, words.time) {
                rest.removeFirst()
                result += text
            } else if first == "[", let end = rest.firstIndex(of: "]"), let text = Self.word(rest[..<end], words) {
                rest = rest[rest.index(after: end)...]
                result += text
            } else {
                result.append(first)
            }
        }
        return result
    }

    /// The text of a word in brackets; nil for an unknown one.
    private static func word(_ word: Substring, _ words: Words) -> String? {
        switch word {
        case "Name": return words.name
        case "DayPart": return DayPart(hour: words.time.secondOfDay / 3600).title.text
        case "WeekPart": return WeekPart(of: words.time, firstWeekday: words.firstWeekday).title.text
        default: return nil
        }
    }

    /// The text of a letter after `%`, as in strftime(3); nil for an unknown one.
    private static func date(_ letter: Character, _ time: CalendarTime) -> String? {
        let (year, month, day) = time.date
        let second = time.secondOfDay
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return switch letter {
        case "Y": "\(year)"
        case "y": two(year % 100)
        case "m": two(month)
        case "d": two(day)
        case "H": two(second / 3600)
        case "M": two(second / 60 % 60)
        case "S": two(second % 60)
        case "F": "\(year)-\(two(month))-\(two(day))"
        case "A": days[time.weekday]
        case "B": months[month - 1]
        case "%": "%"
        default: nil
        }
    }

    private static let days: [String] = [
        tr("Monday"), tr("Tuesday"), tr("Wednesday"), tr("Thursday"), tr("Friday"), tr("Saturday"), tr("Sunday"),
    ]
    private static let months: [String] = [
        tr("January", "month of a date"), tr("February", "month of a date"), tr("March", "month of a date"),
        tr("April", "month of a date"), tr("May", "month of a date"), tr("June", "month of a date"),
        tr("July", "month of a date"), tr("August", "month of a date"), tr("September", "month of a date"),
        tr("October", "month of a date"), tr("November", "month of a date"), tr("December", "month of a date"),
    ]
}
