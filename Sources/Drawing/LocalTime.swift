// Times of recordings in the user's time zone. Any thread; no clock.
internal import System

/// Times in ISO 8601 as a list shows them, in the user's time zone. A text that is no time stays as it is.
public enum LocalTime {
    /// The day in ten cells: `2026-11-24`.
    public static func day(_ iso: String) -> String { text(iso, "%Y-%m-%d") }

    /// The day and the minute: `2026-11-24 22:10`.
    public static func minute(_ iso: String) -> String { text(iso, "%Y-%m-%d %H:%M") }

    private static func text(_ iso: String, _ pattern: String) -> String {
        guard let time = Timestamp(iso8601: iso) else { return iso }
        return Calendar.text(pattern, seconds: time.seconds, isLocal: true)
    }
}
