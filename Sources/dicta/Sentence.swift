// Answers of the transport as one sentence. One thread; no I/O.
import Dictation

/// The answer to a verb of the transport, as a person reads it.
enum Sentence {
    /// The sentence; nil for verbs that print something else, and for the end of a take, which prints its path.
    static func text(_ fields: Fields, of request: Request) -> String? {
        switch request.verb {
        case .recording(.rec):
            guard request.isSchedule, let at = fields["at"] else { return nil }
            let number = fields["number"]?.description ?? ""
            let units = fields["command"].map { ". To have the engine started for it: \($0)" } ?? ""
            return "Scheduled for \(at) as number \(number)" + units
        case .recording(.pause): return "Paused" + place(fields)
        case .recording(.resume): return "Resumed" + place(fields)
        case .recording(.stop):
            guard fields["end_reason"] == nil else { return nil }
            return fields["name"].map { "Stopped: \($0) is" + place(fields) } ?? "Stopped"
        case .playing(.play):
            return fields["name"].map { "Playing \($0)" + place(fields, from: " from ") + sound(fields) }
        case .playing(.load): return fields["name"].map { "Loaded \($0)" + place(fields) + sound(fields) }
        case .toggle(.toggle): return toggled(fields)
        case .lock(.lock): return lock(fields)
        case .cue(let verb): return cue(verb, fields, of: request)
        case .playing(.skip): return skip(fields)
        case .playing(.typing): return typing(fields)
        case .playing(.shuttle): return shuttle(fields)
        case .library(.transcribe): return transcribed(fields)
        case .playing(.locate): return "Now" + place(fields, isExact: true)
        default: return nil
        }
    }

    /// The command that a toggle was, in a sentence.
    private static func toggled(_ fields: Fields) -> String? {
        let name = fields["name"].map { " \($0)" } ?? ""
        switch fields["did"]?.description {
        case "rec": return "Recording" + name
        case "pause": return "Paused" + place(fields)
        case "resume": return "Resumed" + place(fields)
        case "stop": return "Stopped"
        case "play": return "Playing" + name + place(fields, from: " from ") + sound(fields)
        case "loop a": return "Loop from" + point("a", fields)
        case "loop b": return "Loop from" + point("a", fields) + " to" + point("b", fields)
        case "loop clear": return "Loop cleared"
        case .some(let did) where did.hasPrefix("lock"): return lock(fields)
        default: return nil
        }
    }

    /// The state of silences in playback.
    private static func skip(_ fields: Fields) -> String {
        guard fields["skip_silence"] == .flag(true) else { return "Silences are played" }
        guard let count = fields["silences"]?.description, case .double(let seconds)? = fields["silence_seconds"] else {
            return "Silences are skipped"
        }
        return "Silences are skipped: \(count) in this recording, \(TimeSpan.length(seconds)) together"
    }

    /// The silences that an export has left out; nil if none were asked for.
    static func skipped(_ fields: Fields) -> String? {
        guard let count = fields["silences"]?.description, case .double(let seconds)? = fields["skipped_seconds"] else {
            return nil
        }
        let words = count == "1" ? "silence" : "silences"
        return "\(fields["name"]?.description ?? "export"): \(count) \(words) skipped, \(TimeSpan.length(seconds)) together"
    }

    /// The words that a recogniser has found in one recording; nil for several recordings.
    private static func transcribed(_ fields: Fields) -> String? {
        guard let name = fields["name"], let count = fields["words"]?.description, case .double(let seconds)? = fields["seconds"]
        else {
            return nil
        }
        guard seconds > 0 else { return "\(name): nothing was left to write down (--again listens anew)" }
        let words = count == "1" ? "word" : "words"
        let by = fields["recogniser"].map { " by \($0)" } ?? ""
        return "\(name): \(count) \(words) in \(TimeSpan.length(seconds))\(by)"
    }

    /// The state of the lock.
    private static func lock(_ fields: Fields) -> String {
        guard fields["locked"] == .flag(true) else { return "Unlocked" }
        guard case .double(let seconds)? = fields["lock_seconds"], seconds > 0 else { return "Locked" }
        return "Locked; hold the key for \(TimeSpan.length(seconds)) more"
    }

    /// A point of the loop.
    private static func point(_ name: String, _ fields: Fields) -> String {
        guard case .double(let seconds)? = fields["loop_\(name)_seconds"] else { return "" }
        return " " + TimeSpan.place(seconds, isExact: true)
    }

    /// The place in the take or the recording, with `word` before it; empty if the answer has none.
    static func place(_ fields: Fields, from word: String = " at ", isExact: Bool = false) -> String {
        guard let value = fields["position_seconds"] ?? fields["elapsed_seconds"], case .double(let seconds) = value else {
            return ""
        }
        return word + TimeSpan.place(seconds, isExact: isExact)
    }

    /// Rate, pitch, gains and loop, if they are not as recorded.
    static func sound(_ fields: Fields) -> String {
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
