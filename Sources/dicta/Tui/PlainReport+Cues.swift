// Sentences about count-in, timer and bed, for screen readers. One thread; no state.
import Dictation
import Messages

extension PlainReport {
    /// The count-in that goes on.
    var countIn: String {
        let left = fields(of: .cues).number("count_in_seconds")
        let length = TimeSpan.spoken(left.rounded(.up))
        return left > 0 ? tr("Counting in: the take begins in \(length).") : tr("Counting in.")
    }

    /// The timer and the bed, as far as there are any.
    var cueSummary: [String] {
        let (timer, bed) = (fields(of: .timer), fields(of: .cues).text("bed"))
        var lines: [String] = []
        switch timer.text("timer_state") {
        case "countdown": lines.append(Self.countdown(timer))
        case "running": lines.append(Self.remaining(timer))
        case "paused": lines.append(Self.paused(timer))
        case "completed": lines.append(tr("The timer has run to its end."))
        default: break
        }
        if !bed.isEmpty, bed != "off" { lines.append(tr("Bed: \(bed).")) }
        return lines
    }

    /// A change of the timer's state. Gongs between are events, and are told by `remaining`.
    static func timer(_ before: Fields, _ now: Fields) -> [String] {
        let (old, new) = (before.text("timer_state"), now.text("timer_state"))
        guard old != new else { return [] }
        switch new {
        case "countdown": return [countdown(now)]
        case "running":
            let length = TimeSpan.spoken(now.number("timer_length_seconds"))
            let left = left(now)
            return [old == "paused" ? tr("The timer goes on: \(left) remaining.") : tr("The timer runs: \(length).")]
        case "paused": return [paused(now)]
        case "completed":
            let length = TimeSpan.spoken(now.number("timer_length_seconds"))
            return [tr("The timer has ended after \(length).")]
        case "idle": return old == "completed" ? [] : [tr("The timer has stopped.")]
        default: return []
        }
    }

    /// A change of the bed.
    static func bed(_ before: Fields, _ now: Fields) -> [String] {
        let bed = now.text("bed")
        guard before.text("bed") != bed else { return [] }
        return [bed.isEmpty || bed == "off" ? tr("The bed has ended.") : tr("The bed plays: \(bed).")]
    }

    /// The time that the timer has left.
    static func remaining(_ timer: Fields) -> String {
        let left = left(timer)
        return tr("Timer: \(left) remaining.")
    }

    private static func countdown(_ timer: Fields) -> String {
        let length = TimeSpan.spoken(max(0, timer.number("timer_gong_seconds")).rounded(.up))
        return tr("The timer begins in \(length).")
    }

    private static func paused(_ timer: Fields) -> String {
        let left = left(timer)
        return tr("The timer is paused: \(left) remaining.")
    }

    /// The time that is left of the run, without its countdown.
    private static func left(_ timer: Fields) -> String {
        let left = min(timer.number("timer_remaining_seconds"), timer.number("timer_length_seconds"))
        return TimeSpan.spoken(left.rounded(.up))
    }
}
