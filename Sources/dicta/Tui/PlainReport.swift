// Turns state into sentences, for screen readers. One thread; a value without I/O.
import Dictation
import Face
import Messages

/// The changes of the engine's state, one sentence each. What only moves, such as levels and the playhead, is not told; a running
/// take tells each minute.
struct PlainReport {
    /// The topics that the sentences need, with messages a second.
    static let topics: [Topic: Double] = [
        .transport: 10, .position: 2, .meters: 5, .rate: 5, .loop: 5, .gains: 5, .xruns: 1,
        .cues: 5, .timer: 2, .schedule: 1, .pedals: 1, .prompts: 2, .questions: 10,
    ].merging(["lock", "events", "operations"].compactMap(Topic.init).map { ($0, 5) }) { first, _ in first }

    private var last: [String: Fields] = [:]
    private var minutes = 0.0
    private var isClipped = false
    /// True if the user asked for a summary before the engine had told its state.
    private var owesSummary = false

    /// The fields of a topic as the engine told them last.
    func fields(of topic: Topic) -> Fields { last[topic.rawValue] ?? [:] }

    /// The sentences of one event. The first state of a topic is told by `summarise` only, but for a take and a playback that go on: they
    /// may have begun by a key before that state came.
    mutating func sentences(_ event: FaceEvent) -> [String] {
        switch event {
        case .link(.connecting): return [tr("Waiting for the engine.")]
        case .link(.connected(let engine)): return [tr("Connected to engine \(engine).")]
        case .link(.gone(let words)):
            last = [:]
            return [tr("No engine: \(words). E starts one.")]
        case .answer(_, .failure(let failure)): return [tr("Not done: \(failure.words).")]
        case .event(let name, let fields): return told(name, fields)
        case .state(let topic, let fields):
            defer { last[topic] = fields }
            if topic == Topic.position.rawValue { return minute(fields) }
            if let before = last[topic] { return changes(topic, before, fields) }
            return topic == Topic.transport.rawValue ? first(fields) : []
        case .input, .answer, .memory: return []
        }
    }

    /// The sentences of the first state of the transport.
    private mutating func first(_ fields: Fields) -> [String] {
        last[Topic.transport.rawValue] = fields
        if owesSummary { return summarise() }
        // All that is not new.
        let idle: Fields = [
            "record_state": .text("idle"), "jack": .text(fields.text("jack")), "record_error": .text(fields.text("record_error")),
        ]
        return transport(idle, fields)
    }

    /// The state in a few sentences, at once or as soon as the engine has told it.
    mutating func summarise() -> [String] {
        owesSummary = last[Topic.transport.rawValue] == nil
        return owesSummary ? [tr("Waiting for the engine.")] : summary
    }

    /// The state that is known, in a few sentences.
    var summary: [String] {
        let (transport, position) = (fields(of: .transport), fields(of: .position))
        var lines: [String] = []
        switch transport.text("record_state") {
        case "idle", "": break
        case "counting": lines.append(countIn)
        case let state:
            let (name, word) = (transport.text("record_name"), Self.word(state))
            let elapsed = TimeSpan.length(position.number("elapsed_seconds"))
            lines.append(tr("Take \(name): \(word), \(elapsed)."))
        }
        let name = transport.text("play_name")
        if !name.isEmpty {
            let word = Self.word(transport.text("play_state"))
            let place = TimeSpan.place(position.number("position_seconds"), isExact: false)
            let length = TimeSpan.place(position.number("duration_seconds"), isExact: false)
            lines.append(tr("\(name): \(word) at \(place) of \(length)."))
        }
        if lines.isEmpty { lines.append(tr("Nothing is recorded or loaded.")) }
        lines += cueSummary + scheduleSummary + guideSummary
        let jack = transport.text("jack")
        if !jack.isEmpty, jack != "running" {
            let word = Self.word(jack)
            lines.append(tr("The JACK server is not there (\(word))."))
        }
        return lines
    }

    private mutating func minute(_ fields: Fields) -> [String] {
        let elapsed = fields.number("elapsed_seconds")
        let now = (elapsed / 60).rounded(.down)
        defer { minutes = now }
        guard now > minutes, elapsed > 0, last[Topic.position.rawValue] != nil else { return [] }
        let count = Int64(nearest: now)
        return [tr(count, "\(count) minute recorded.", "\(count) minutes recorded.")]
    }

    private mutating func changes(_ topic: String, _ before: Fields, _ now: Fields) -> [String] {
        func isNew(_ key: String) -> Bool { before[key] != now[key] }
        switch topic {
        case "transport": return transport(before, now)
        case "meters":
            let peaks = ["in_held_left_db", "in_held_right_db"].map { now[$0] == nil ? -200 : now.number($0) }
            let clips = (peaks.max() ?? -200) >= 0
            defer { isClipped = clips }
            return clips && !isClipped ? [tr("The input clips.")] : []
        case "rate":
            let (rate, pitch) = (now.number("play_rate").localized(2), now.number("pitch_cents"))
            let cents = pitch.localized(0)
            return (isNew("play_rate") ? [tr("Rate \(rate).")] : [])
                + (isNew("pitch_cents") ? [tr(Int64(nearest: pitch), "Pitch \(cents) cent.", "Pitch \(cents) cents.")] : [])
        case "loop":
            let points = (now.count("loop_a_frames"), now.count("loop_b_frames"))
            guard isNew("loop_a_frames") || isNew("loop_b_frames") else { return [] }
            return [points.0 < 0 ? tr("No loop.") : points.1 < 0 ? tr("Loop point A is set.") : tr("The loop plays from A to B.")]
        case "gains":
            let volume = now.number("master").localized(1)
            return isNew("master") ? [tr("Volume \(volume).")] : []
        case "cues": return Self.bed(before, now)
        case "timer": return Self.timer(before, now)
        case "schedule": return Self.schedule(before, now)
        case "pedals": return Self.pedals(before, now)
        case "prompts": return Self.prompt(before, now)
        case "questions": return Self.questions(before, now)
        case "xruns":
            let count = now.count("xruns")
            guard count > before.count("xruns") else { return [] }
            return [tr(count, "JACK was too slow: \(count) xrun so far.", "JACK was too slow: \(count) xruns so far.")]
        case "lock":
            guard isNew("locked") else { return [] }
            return [now.flag("locked") ? tr("The transport is locked.") : tr("The transport is unlocked.")]
        default: return []
        }
    }

    private func transport(_ before: Fields, _ now: Fields) -> [String] {
        var lines: [String] = []
        let (name, playing) = (now.text("record_name"), now.text("play_name"))
        let isAnswer = isAnswer(name.isEmpty ? before.text("record_name") : name)
        if before.text("record_state") != now.text("record_state"), !isAnswer {
            switch now.text("record_state") {
            case "armed" where before.text("record_state") == "recording":
                lines.append(tr("Silence: \(name) goes on at the next sound."))
            case "armed": lines.append(tr("Armed: \(name) records at the next sound."))
            case "counting": lines.append(tr("Counting in."))
            case "recording":
                lines.append(before.text("record_state") == "paused" ? tr("Recording goes on.") : tr("Recording \(name)."))
            case "idle" where before.text("record_state") == "counting": lines.append(tr("The count-in was ended."))
            case "idle":
                let former = before.text("record_name")
                lines.append(tr("Recording has stopped: \(former)."))
            case let state:
                let word = Self.word(state)
                lines.append(tr("Recording \(name): \(word)."))
            }
        }
        if before.text("play_state") != now.text("play_state") || before.text("play_name") != playing, !playing.isEmpty {
            let word = Self.word(now.text("play_state"))
            lines.append("\(playing): \(word).")
        }
        if before.text("jack") != now.text("jack") {
            lines.append(now.text("jack") == "running" ? tr("The JACK server is there.") : tr("The JACK server is gone."))
        }
        let error = now.text("record_error")
        let isEnd = now.text("record_state") == "idle" && Self.runs(before)
        if before.text("record_error") != error || isEnd, !error.isEmpty {
            lines.append(Self.runs(now) ? tr("Trouble with the take: \(error).") : tr("The take failed: \(error)."))
        }
        return lines
    }

    /// True while there is a take, whose error is that of the take so far.
    private static func runs(_ fields: Fields) -> Bool {
        ["armed", "recording", "paused", "closing", "waiting"].contains(fields.text("record_state"))
    }

    private func told(_ name: String, _ fields: Fields) -> [String] {
        switch HookEvent(rawValue: name) {
        case .error:
            let error = fields.text(fields.text("error").isEmpty ? "message" : "error")
            return [tr("Error: \(error).")]
        case .voiceNoisy:
            let why = fields.text("why")
            return [tr("Voice activation: \(why).")]
        case .timerInterval: return [Self.remaining(fields)]
        case .scheduleMissed: return [Self.scheduled(fields, isMissed: true)]
        case .scheduleLate: return [Self.scheduled(fields, isMissed: false)]
        case .answerKept: return [Self.kept(fields)]
        case .sheetEnded: return [Self.ended(fields)]
        case .diskLow: return [tr("The disk is nearly full.")]
        // Not the topic: the first state of a new take may have a marker already.
        case .marker:
            // The number of a marker without a name is no text.
            let name = fields.text("name")
            let marker = name.isEmpty ? String(fields.count("marker")) : name
            return [tr("Marker \(marker) is set.")]
        default: return []
        }
    }

    /// The word for a state of the take, the player or the JACK server; the engine's own for one that is not known here.
    private static func word(_ state: String) -> String {
        switch state {
        case "armed": tr("armed", "state")
        case "closing": tr("closing", "state")
        case "loading": tr("loading", "state")
        case "paused": tr("paused", "state")
        case "playing": tr("playing", "state")
        case "recording": tr("recording", "state")
        case "stalled": tr("stalled", "state")
        case "stopped": tr("stopped", "state")
        case "waiting": tr("waiting", "state")
        default: state
        }
    }
}
