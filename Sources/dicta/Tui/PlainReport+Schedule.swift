// Sentences about scheduled takes and pedals, for screen readers. One thread; no state.
import Dictation
import Messages

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
        return now.text("pedal_trouble").isEmpty ? [tr("The pedals work again.")] : pedals(now)
    }

    /// A scheduled take that is late or was missed.
    static func scheduled(_ fields: Fields, isMissed: Bool) -> String {
        let (name, why) = (fields.text("name"), fields.text("why"))
        guard !name.isEmpty else {
            return isMissed ? tr("The scheduled take was missed: \(why).") : tr("The scheduled take is late: \(why).")
        }
        return isMissed
            ? tr("The scheduled take of \(name) was missed: \(why).") : tr("The scheduled take of \(name) is late: \(why).")
    }

    private static func next(_ schedule: Fields) -> [String] {
        let (time, name) = (schedule.text("schedule_next"), schedule.text("schedule_name"))
        guard !time.isEmpty else { return [] }
        return [
            name.isEmpty
                ? tr("The next take is scheduled for \(time).") : tr("The next take is scheduled for \(time): \(name).")
        ]
    }

    private static func pedals(_ pedals: Fields) -> [String] {
        let trouble = pedals.text("pedal_trouble")
        return trouble.isEmpty ? [] : [tr("Trouble: \(trouble).")]
    }
}
