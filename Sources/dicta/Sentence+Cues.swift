// Answers of cues and the timer as one sentence. One thread; no I/O.
import Dictation

extension Sentence {
    /// The sentence of a cue verb; nil for a list.
    static func cue(_ verb: CueVerb, _ fields: Fields, of request: Request) -> String? {
        switch verb {
        case .sound: return fields["name"].map { "Playing \($0)" } ?? (request.flag(.off) ? "Sounds faded out" : nil)
        case .bed:
            guard let bed = fields["bed"]?.description, bed != "off" else { return "No bed" }
            return "Bed \(bed) at \(fields["bed_level_db"]?.description ?? "") dB"
        case .speak: return request.flag(.off) ? "Speech ended" : "Speaking" + length(" for ", fields["seconds"])
        case .timer: return fields["timer_state"] == nil ? nil : timer(fields)
        }
    }

    /// The state of the timer.
    private static func timer(_ fields: Fields) -> String {
        let left = length("", fields["timer_remaining_seconds"]) + " left"
        let preset = fields["timer_preset"]?.description ?? ""
        let name = preset.isEmpty ? "Timer" : "Timer \(preset)"
        let gong = fields["timer_gong_seconds"]
        let next = gong == .double(-1) ? "" : length(", the next gong in ", gong)
        switch fields["timer_state"]?.description {
        case "countdown": return name + length(": begins in ", gong) + length(", then ", fields["timer_length_seconds"])
        case "running": return "\(name): \(left)\(next)"
        case "paused": return "\(name) paused: \(left)"
        case "completed": return "\(name) completed after" + length(" ", fields["timer_length_seconds"])
        default: return "The timer does not run"
        }
    }

    /// A length with a word before it; empty without a value.
    private static func length(_ word: String, _ value: Value?) -> String {
        guard case .double(let seconds)? = value else { return "" }
        return word + TimeSpan.length(seconds)
    }
}
