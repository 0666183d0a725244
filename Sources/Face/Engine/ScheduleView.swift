// The scheduled takes. Any thread; a value.
internal import Dictation
internal import Messages

/// Fields of the topic `schedule`.
struct ScheduleView: Sendable, Equatable {
    /// Seconds before its time from which on the next take is told before all else.
    private static let near = 3600.0

    /// Local time of the next take: date and time of day; empty for none.
    var next = ""
    /// Name of the next take; empty for one by date and time.
    var name = ""
    /// Whole seconds until then; nil without a take.
    var seconds: Double?
    /// A count of the list's changes.
    var revision: Int64 = 0

    init() {}

    init(_ fields: Fields) {
        next = fields.text("schedule_next")
        name = fields.text("schedule_name")
        let left = fields.number("schedule_seconds")
        seconds = next.isEmpty || fields["schedule_seconds"] == nil || left < 0 ? nil : min(TimeSpan.longestSeconds, left)
        revision = fields.count("schedule_revision")
    }

    /// True if the next take begins within the hour.
    var isNear: Bool { seconds.map { $0 <= Self.near } ?? false }

    /// Words for the deck: `next take 20:00 choir`, with the date where the take is a day away or more; empty without a take.
    var words: String {
        guard let seconds else { return "" }
        let time = Self.time(next, isDated: seconds >= 86_400)
        return name.isEmpty ? tr("next take \(time)") : tr("next take \(time) \(name)")
    }

    /// A local time of the engine without seconds that are 0, and with its date or without.
    static func time(_ text: String, isDated: Bool) -> String {
        let short = text.hasSuffix(":00") && text.count > 8 ? String(text.dropLast(3)) : text
        return isDated ? short : short.split(separator: " ").last.map(String.init) ?? short
    }
}
