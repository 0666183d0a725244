// Answers of cues and the timer as one sentence. One thread; no I/O.
import Dictation
import Messages

extension Sentence {
    /// The sentence of a cue verb; nil for a list.
    static func cue(_ verb: CueVerb, _ fields: Fields, of request: Request) -> String? {
        switch verb {
        case .sound:
            guard let name = fields["name"] else { return request.flag(.off) ? tr("Sounds faded out") : nil }
            return tr("Playing \(name)")
        case .bed:
            guard let bed = fields["bed"]?.description, bed != "off" else { return tr("No bed") }
            let level = fields["bed_level_db"]?.description ?? ""
            return tr("Bed \(bed) at \(level) dB")
        case .speak:
            if request.flag(.off) { return tr("Speech ended") }
            guard let length = length(fields["seconds"]) else { return tr("Speaking") }
            return tr("Speaking for \(length)")
        case .timer:
            guard fields["timer_state"] != nil else { return nil }
            // The state after it has the words of the refusal.
            return request.text(.do) == "stop" ? tr("Timer stopped") : timer(fields)
        }
    }

    /// The state of the timer.
    private static func timer(_ fields: Fields) -> String {
        let preset = fields["timer_preset"]?.description ?? ""
        let isNamed = !preset.isEmpty
        let left = length(fields["timer_remaining_seconds"]) ?? ""
        let whole = length(fields["timer_length_seconds"]) ?? ""
        let gong = fields["timer_gong_seconds"] == .double(-1) ? nil : length(fields["timer_gong_seconds"])
        switch fields["timer_state"]?.description {
        case "countdown":
            let start = gong ?? ""
            return isNamed
                ? tr("Timer \(preset): begins in \(start), then \(whole)") : tr("Timer: begins in \(start), then \(whole)")
        case "running":
            let state = isNamed ? tr("Timer \(preset): \(left) left") : tr("Timer: \(left) left")
            guard let gong else { return state }
            return state + ", " + tr("the next gong in \(gong)")
        case "paused": return isNamed ? tr("Timer \(preset) paused: \(left) left") : tr("Timer paused: \(left) left")
        case "completed":
            return isNamed ? tr("Timer \(preset) completed after \(whole)") : tr("Timer completed after \(whole)")
        default: return tr("The timer does not run")
        }
    }

    /// A length in words; nil without a value.
    private static func length(_ value: Value?) -> String? {
        guard case .double(let seconds)? = value else { return nil }
        return TimeSpan.length(seconds)
    }
}
