// Answers of the transport as one sentence. One thread; no I/O.
import Dictation

/// The answer to a verb of the transport, as a person reads it.
enum Sentence {
    /// The sentence; nil for verbs that print something else, and for the end of a take, which prints its path.
    static func text(_ fields: Fields, of request: Request) -> String? {
        switch request.verb {
        case .recording(.pause): return "Paused" + place(fields)
        case .recording(.resume): return "Resumed" + place(fields)
        case .recording(.stop):
            guard fields["end_reason"] == nil else { return nil }
            return fields["name"].map { "Stopped: \($0) is" + place(fields) } ?? "Stopped"
        case .playing(.play):
            return fields["name"].map { "Playing \($0)" + place(fields, from: " from ") + sound(fields) }
        case .playing(.locate): return "Now" + place(fields, isExact: true)
        default: return nil
        }
    }

    /// The place in the take or the recording, with `word` before it; empty if the answer has none.
    private static func place(_ fields: Fields, from word: String = " at ", isExact: Bool = false) -> String {
        guard let value = fields["position_seconds"] ?? fields["elapsed_seconds"], case .double(let seconds) = value else {
            return ""
        }
        return word + TimeSpan.place(seconds, isExact: isExact)
    }

    /// Rate, pitch, gains and loop, if they are not as recorded.
    private static func sound(_ fields: Fields) -> String {
        var words = ""
        let names = [("play_rate", "rate"), ("pitch_cents", "pitch"), ("left_db", "left"), ("right_db", "right")]
        for (key, name) in names {
            if let value = fields[key] { words += ", \(name) \(Wording.text(Field(key, value)))" }
        }
        if case .double(let factor)? = fields["master"] { words += ", gain \(factor.short)" }
        if case .double(let a)? = fields["loop_a_seconds"], case .double(let b)? = fields["loop_b_seconds"] {
            words += ", loop \(TimeSpan.place(a)) to \(TimeSpan.place(b))"
        }
        return words
    }
}
