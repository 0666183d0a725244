// Answers of the transport as one sentence. One thread; no I/O.
import Dictation
import Messages

/// The answer to a verb of the transport, as a person reads it.
enum Sentence {
    /// The sentence; nil for verbs that print something else, and for the end of a take, which prints its path.
    static func text(_ fields: Fields, of request: Request) -> String? {
        switch request.verb {
        case .recording(.rec):
            guard request.isSchedule, let at = fields["at"] else { return nil }
            let number = fields["number"]?.description ?? ""
            let words = tr("Scheduled for \(at) as number \(number)")
            guard let command = fields["command"] else { return words }
            return words + ". " + tr("To have the engine started for it: \(command)")
        case .recording(.pause): return paused(fields)
        case .recording(.resume): return resumed(fields)
        case .recording(.stop):
            guard fields["end_reason"] == nil else { return nil }
            return stopped(fields)
        case .playing(.play): return fields["name"].map { playing($0, fields) }
        case .playing(.load): return fields["name"].map { loaded($0, fields) }
        case .toggle(.toggle): return toggled(fields)
        case .lock(.lock): return lock(fields)
        case .cue(let verb): return cue(verb, fields, of: request)
        case .playing(.skip): return skip(fields)
        case .playing(.typing): return typing(fields)
        case .playing(.shuttle): return shuttle(fields)
        case .library(.transcribe): return transcribed(fields)
        case .playing(.locate): return place(fields, isExact: true).map { place in tr("Now at \(place)") }
        default: return nil
        }
    }

    /// The sentence for an empty list of hooks, jobs or scheduled takes; nil for other verbs, whose answers have more than a list.
    static func none(of request: Request) -> String? {
        switch request.verb {
        case .hook(.hooks) where request.text(.retry) == nil && request.text(.drop) == nil:
            request.flag(.queue) ? tr("No hook job is in the queue") : tr("No hook is set (dicta set on-EVENT PROGRAM)")
        case .schedule(.schedule) where request.text(.do) != "cancel": tr("No take is scheduled")
        default: nil
        }
    }

    /// The command that a toggle was, in a sentence.
    private static func toggled(_ fields: Fields) -> String? {
        switch fields["did"]?.description {
        case "rec":
            guard let name = fields["name"] else { return tr("Recording", "a take has begun") }
            return tr("Recording \(name)")
        case "pause": return paused(fields)
        case "resume": return resumed(fields)
        case "stop": return tr("Stopped")
        case "play": return playing(fields["name"], fields)
        case "loop a":
            let start = point("a", fields)
            return tr("Loop from \(start)")
        case "loop b":
            let (start, end) = (point("a", fields), point("b", fields))
            return tr("Loop from \(start) to \(end)")
        case "loop clear": return tr("Loop cleared")
        case .some(let did) where did.hasPrefix("lock"): return lock(fields)
        default: return nil
        }
    }

    /// A pause of a take or of playback.
    static func paused(_ fields: Fields) -> String { place(fields).map { place in tr("Paused at \(place)") } ?? tr("Paused") }

    /// The end of a pause.
    private static func resumed(_ fields: Fields) -> String {
        place(fields).map { place in tr("Resumed at \(place)") } ?? tr("Resumed")
    }

    /// The end of playback.
    private static func stopped(_ fields: Fields) -> String {
        guard let name = fields["name"] else { return tr("Stopped") }
        return place(fields).map { place in tr("Stopped: \(name) is at \(place)") } ?? tr("Stopped: \(name)")
    }

    /// Playback of a recording; `name` is nil where the answer does not tell it.
    static func playing(_ name: Value?, _ fields: Fields) -> String {
        let words =
            switch (name, place(fields)) {
            case (let name?, let place?): tr("Playing \(name) from \(place)")
            case (let name?, nil): tr("Playing \(name)")
            case (nil, let place?): tr("Playing from \(place)")
            case (nil, nil): tr("Playing")
            }
        return words + sound(fields)
    }

    /// A recording that is ready to be played.
    private static func loaded(_ name: Value, _ fields: Fields) -> String {
        (place(fields).map { place in tr("Loaded \(name) at \(place)") } ?? tr("Loaded \(name)")) + sound(fields)
    }

    /// The state of silences in playback.
    private static func skip(_ fields: Fields) -> String {
        guard fields["skip_silence"] == .flag(true) else { return tr("Silences are played") }
        guard let count = fields["silences"]?.description, case .double(let seconds)? = fields["silence_seconds"] else {
            return tr("Silences are skipped")
        }
        return tr("Silences are skipped: \(count) in this recording, \(TimeSpan.length(seconds)) together")
    }

    /// The silences that an export has left out; nil if none were asked for.
    static func skipped(_ fields: Fields) -> String? {
        guard fields["silences"] != nil, case .double(let seconds)? = fields["skipped_seconds"] else { return nil }
        let (count, length) = (fields.count("silences"), TimeSpan.length(seconds))
        let name = fields["name"]?.description ?? "export"
        return tr(
            count, "\(name): \(count) silence skipped, \(length) together",
            "\(name): \(count) silences skipped, \(length) together")
    }

    /// The loudness before and after an export that was brought to one; nil for others, and for sound without a loudness. The
    /// file is named, since both channels of a recording may be files.
    static func levelled(_ fields: Fields) -> String? {
        guard case .double(let source)? = fields["source_loudness_lufs"], source > LoudnessFigures.silence,
            case .double(let result)? = fields["loudness_lufs"], case .double(let gain)? = fields["gain_db"]
        else { return nil }
        let file = fields["path"]?.description.split(separator: "/").last.map(String.init) ?? "export"
        let (before, after, change) = (source.localized(1), result.localized(1), gain.localized(1))
        guard fields["limited"] == .flag(true), case .double(let reduction)? = fields["limited_db"] else {
            return tr("\(file): \(before) LUFS before, \(after) LUFS now (gain \(change) dB)")
        }
        let most = reduction.localized(1)
        return tr("\(file): \(before) LUFS before, \(after) LUFS now (gain \(change) dB, peaks turned down by up to \(most) dB)")
    }

    /// The words that a recogniser has found in one recording; nil for several recordings.
    private static func transcribed(_ fields: Fields) -> String? {
        guard let name = fields["name"], fields["words"] != nil, case .double(let seconds)? = fields["seconds"] else {
            return nil
        }
        guard seconds > 0 else {
            return tr(
                "\(name): nothing was left to write down; --again listens anew, also in another language (--language) or by"
                    + " another recogniser (--recogniser)")
        }
        let (count, length) = (fields.count("words"), TimeSpan.length(seconds))
        guard let recogniser = fields["recogniser"] else {
            return tr(count, "\(name): \(count) word in \(length)", "\(name): \(count) words in \(length)")
        }
        return tr(
            count, "\(name): \(count) word in \(length) by \(recogniser)",
            "\(name): \(count) words in \(length) by \(recogniser)")
    }

    /// The state of the lock.
    private static func lock(_ fields: Fields) -> String {
        guard fields["locked"] == .flag(true) else { return tr("Unlocked") }
        guard case .double(let seconds)? = fields["lock_seconds"], seconds > 0 else { return tr("Locked") }
        return tr("Locked; hold the key for \(TimeSpan.length(seconds)) more")
    }

    /// A point of the loop.
    private static func point(_ name: String, _ fields: Fields) -> String {
        guard case .double(let seconds)? = fields["loop_\(name)_seconds"] else { return "" }
        return TimeSpan.place(seconds, isExact: true)
    }

    /// The place in the take or the recording; nil if the answer has none.
    static func place(_ fields: Fields, isExact: Bool = false) -> String? {
        guard let value = fields["position_seconds"] ?? fields["elapsed_seconds"], case .double(let seconds) = value else {
            return nil
        }
        return TimeSpan.place(seconds, isExact: isExact)
    }

    /// Rate, pitch, gains and loop, each after a comma, if they are not as recorded.
    static func sound(_ fields: Fields) -> String {
        func value(_ key: String) -> String? { fields[key].map { Wording.text(Field(key, $0)) } }
        var parts: [String] = []
        if let rate = value("play_rate") { parts.append(tr("rate \(rate)")) }
        if let pitch = value("pitch_cents") { parts.append(tr("pitch \(pitch)")) }
        if let level = value("left_db") { parts.append(tr("left \(level)")) }
        if let level = value("right_db") { parts.append(tr("right \(level)")) }
        if case .double(let factor)? = fields["master"] { parts.append(tr("gain \(factor.localized)")) }
        if case .double(let a)? = fields["loop_a_seconds"], case .double(let b)? = fields["loop_b_seconds"] {
            let (start, end) = (TimeSpan.place(a), TimeSpan.place(b))
            parts.append(tr("loop \(start) to \(end)"))
        }
        return parts.map { ", " + $0 }.joined()
    }
}
