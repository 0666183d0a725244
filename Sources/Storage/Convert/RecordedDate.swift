// Reads dates and times of other programs. Any thread; pure functions of their values and the time zone of the machine.
import System

/// A date, perhaps with a time and a zone, as recorders, cameras and tags write it.
struct RecordedDate: Equatable {
    /// The time; of a date alone, the beginning of that day, month or year on the clocks of this machine.
    let time: Timestamp
    /// True if a time of day stands in the text.
    let hasTime: Bool
    /// Characters of the ISO date that the text tells: 4 of a year alone, 7 of a month, 10 of a day.
    let told: Int

    /// No sound was recorded earlier.
    private static let earliest = 1860
    /// Days at which the calendars of programs begin: a time on them is that of a clock that was never set.
    private static let zeros: Set<String> = [
        "1899-12-30", "1899-12-31", "1900-01-01", "1903-12-31", "1904-01-01", "1969-12-31", "1970-01-01",
    ]

    /// Reads `2021-03-04`, `2021:03:04 15-06-34`, `20210304T150634+0100`, `1987`, `1987-05` and the like; nil for any other text. A
    /// time without a zone is that of the machine's clock, as it was that of the recorder's.
    init?(_ text: String) {
        var rest = Substring(text).drop { $0 == " " }
        func number(_ digits: Int) -> Int? {
            let part = rest.prefix(digits)
            guard part.count == digits, part.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
            rest = rest.dropFirst(digits)
            return Int(part)
        }
        func skip(_ separators: String) { if let next = rest.first, separators.contains(next) { rest = rest.dropFirst() } }
        var isOver: Bool { rest.allSatisfy { $0 == " " } }
        guard let year = number(4), year >= Self.earliest else { return nil }
        let isYear = isOver
        let isParted = rest.first.map { !("0"..."9").contains($0) } ?? false
        skip("-:/._ ")
        guard let month = isYear ? 1 : number(2) else { return nil }
        // Six digits in one may be a day too.
        let isMonth = !isYear && isParted && isOver
        skip("-:/._ ")
        guard let day = isYear || isMonth ? 1 : number(2) else { return nil }
        told = isYear ? 4 : isMonth ? 7 : 10
        skip("T_ ")
        var clock = [0, 0, 0]
        var found = 0
        while found < 3, let part = number(2) {
            clock[found] = part
            found += 1
            if found < 3 { skip("-:._ ") }
        }
        guard found != 1, found > 0 || isOver else { return nil }
        if rest.first == "." || rest.first == "," { rest = rest.dropFirst().drop { ("0"..."9").contains($0) } }
        rest = rest.drop { $0 == " " }
        func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let date = "\(year)-\(padded(month))-\(padded(day))"
        guard found == 0 || !Self.zeros.contains(date) else { return nil }
        let parts = "\(date)T" + clock.map(padded).joined(separator: ":") + "Z"
        guard let utc = Timestamp(iso8601: parts)?.seconds else { return nil }
        hasTime = found > 0
        if rest.hasPrefix("Z") || rest.hasPrefix("UTC") {
            time = Timestamp(seconds: utc)
        } else if let sign = rest.first, sign == "+" || sign == "-", found > 0 {
            rest = rest.dropFirst()
            guard let hours = number(2) else { return nil }
            skip(":")
            let minutes = number(2) ?? 0
            guard hours <= 15, minutes < 60 else { return nil }
            time = Timestamp(seconds: utc - (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
        } else {
            // The distance from UTC is that of the local time, which is not known before; one step is enough but for the hour that
            // comes twice.
            time = Timestamp(seconds: utc - Calendar.offset(at: utc - Calendar.offset(at: utc)))
        }
    }
}
