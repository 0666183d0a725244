// Sums over the runs of the timer. Any thread; a value.
public import Dictation

/// The runs of the timer, with sums and the streak of days.
public struct TimerHistory: Sendable, Equatable {
    /// The runs, oldest first.
    public let records: [TimerRecord]

    /// Reads the text of the history. Lines that are no record are left out.
    public init(_ text: [UInt8]) {
        records = text.split(separator: 10).compactMap { TimerRecord(line: Array($0)) }
    }

    /// Sums over all runs and over the last seven days, and the streak. `days` are the names of the days up to today, newest
    /// first, as many as are to be looked at.
    public func sums(days: [String]) -> Fields {
        let week = Set(days.prefix(7))
        return [
            "runs": .int(Int64(records.count)), "completed": .int(Int64(records.count(where: \.isCompleted))),
            "ran_seconds": .double(records.reduce(0) { $0 + $1.seconds }),
            "week_seconds": .double(records.filter { week.contains($0.day) }.reduce(0) { $0 + $1.seconds }),
            "streak_days": .int(Int64(streak(days: days))),
        ]
    }

    /// Number of days in a row with a completed run, up to today. A day that has none yet does not end the streak.
    public func streak(days: [String]) -> Int {
        let done = Set(records.filter(\.isCompleted).map(\.day))
        guard let today = days.first else { return 0 }
        let past = done.contains(today) ? days[...] : days.dropFirst()
        return past.prefix { done.contains($0) }.count
    }
}
