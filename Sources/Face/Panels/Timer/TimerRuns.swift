// The history of the timer. Any thread; a value.
internal import Dictation
internal import Messages

/// Earlier runs with their sums, as `timer history` tells them.
struct TimerRuns: Sendable, Equatable {
    /// A run that has ended.
    struct Run: Sendable, Equatable {
        let started: String
        let seconds: Double
        let length: Double
        let isCompleted: Bool
        let preset: String

        init(_ fields: Fields) {
            started = fields.text("started")
            seconds = TimerRuns.bounded(fields.number("ran_seconds"))
            length = TimerRuns.bounded(fields.number("length_seconds"))
            isCompleted = fields.flag("completed")
            preset = fields.text("preset")
        }
    }

    /// The runs, the newest first; as many as a screen can show.
    var runs: [Run] = []
    /// The number of all runs, and of the completed ones.
    var count: Int64 = 0
    var completed: Int64 = 0
    /// Seconds of all runs, and of the last seven days.
    var seconds = 0.0
    var week = 0.0
    /// Days in a row with a completed run.
    var streak: Int64 = 0

    init() {}

    init(_ reply: Reply) {
        runs = reply.items.suffix(100).reversed().map(Run.init)
        count = max(0, reply.fields.count("runs"))
        completed = max(0, reply.fields.count("completed"))
        seconds = Self.bounded(reply.fields.number("ran_seconds"))
        week = Self.bounded(reply.fields.number("week_seconds"))
        streak = max(0, reply.fields.count("streak_days"))
    }

    private static func bounded(_ seconds: Double) -> Double {
        seconds.isFinite ? max(0, min(TimeSpan.longestSeconds, seconds)) : 0
    }

    /// The sums, the most important one first.
    var sums: [String] {
        guard count > 0 else { return [tr("No runs yet")] }
        let (recent, all) = (Self.hours(week), Self.hours(seconds))
        return [
            tr(streak, "\(streak) day in a row", "\(streak) days in a row"), tr("\(recent) in 7 days"),
            tr(count, "\(count) run", "\(count) runs"), tr("\(completed) completed"), tr("\(all) in all"),
        ]
    }

    /// Hours and minutes; seconds below a minute.
    private static func hours(_ seconds: Double) -> String {
        TimerSteps.text(seconds < 60 ? seconds.rounded(.down) : (seconds / 60).rounded(.down) * 60)
    }
}
