// Dates as people say them. One thread; reads the clock and the time zone.
import Messages
import System

/// A time in the user's own time zone, as short as it can be told.
enum When {
    /// `today 10:41`, `yesterday`, `Mon 14:02`, `12 Nov`, `2025-03-01`. A text that is no time in ISO 8601 stays as it is.
    static func text(_ iso: String, now: Timestamp = .now) -> String {
        guard let time = Timestamp(iso8601: iso) else { return iso }
        func local(_ pattern: String) -> String { Calendar.text(pattern, seconds: time.seconds, isLocal: true) }
        switch day(now) - day(time) {
        case 0:
            let clock = local("%H:%M")
            return tr("today \(clock)")
        case 1: return tr("yesterday")
        case 2...6: return local("%a %H:%M")
        // A date to come is that of a clock that was wrong: it is told whole.
        case 7... where Calendar.text("%Y", seconds: now.seconds, isLocal: true) == local("%Y"):
            return local("%e %b").drop { $0 == " " }.description
        default: return local("%Y-%m-%d")
        }
    }

    /// Number of the local day. Days are not all of 24 hours, so their dates are counted.
    private static func day(_ time: Timestamp) -> Int {
        let parts = Calendar.text("%Y-%m-%d", seconds: time.seconds, isLocal: true).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return 0 }
        return Calendar.seconds(year: parts[0], month: parts[1], day: parts[2], hour: 0, minute: 0, second: 0) / 86_400
    }
}
