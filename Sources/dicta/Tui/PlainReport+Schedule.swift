// Sentences about scheduled takes and pedals, for screen readers. One thread; no state.
import Dictation

extension PlainReport {
    /// The next scheduled take and the trouble with pedals, as far as there are any.
    var scheduleSummary: [String] { Self.next(fields(of: .schedule)) + Self.pedals(fields(of: .pedals)) }

    /// A change of the next scheduled take. The end of the last one tells nothing that the take itself does not.
    static func schedule(_ before: Fields, _ now: Fields) -> [String] {
        before.text("schedule_next") == now.text("schedule_next") && before.text("schedule_name") == now.text("schedule_name")
            ? [] : next(now)
    }

    /// A change of the trouble with pedals.
    static func pedals(_ before: Fields, _ now: Fields) -> [String] {
        guard before.text("pedal_trouble") != now.text("pedal_trouble") else { return [] }
        return now.text("pedal_trouble").isEmpty ? ["The pedals work again."] : pedals(now)
    }

    /// A scheduled take that is late or was missed.
    static func scheduled(_ fields: Fields, isMissed: Bool) -> String {
        let name = fields.text("name").isEmpty ? "" : " of \(fields.text("name"))"
        return "The scheduled take\(name) \(isMissed ? "was missed" : "is late"): \(fields.text("why"))."
    }

    private static func next(_ schedule: Fields) -> [String] {
        let (time, name) = (schedule.text("schedule_next"), schedule.text("schedule_name"))
        return time.isEmpty ? [] : ["The next take is scheduled for \(time)" + (name.isEmpty ? "." : ": \(name).")]
    }

    private static func pedals(_ pedals: Fields) -> [String] {
        let trouble = pedals.text("pedal_trouble")
        return trouble.isEmpty ? [] : ["Trouble: \(trouble)."]
    }
}
