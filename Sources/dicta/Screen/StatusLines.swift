// The state of an engine in eight lines. One thread; no I/O.
import Dictation
import Drawing
import Messages

/// The reply of `status` as a person reads it: one line for what records, plays, comes in, goes out, and so on.
struct StatusLines {
    private let status: Fields
    /// Cells of a line; nil for as many as it takes.
    private let columns: Int?

    init(_ status: Fields, columns: Int?) {
        self.status = status
        self.columns = columns
    }

    var text: String {
        let groups: [(label: String, parts: [String])] = [
            (tr("Recording", "what the engine does"), recording), (tr("Playback"), playback), (tr("Inputs"), inputs),
            (tr("Outputs"), outputs), (tr("Graph"), graph), (tr("Disk"), disk), (tr("Engine"), engine),
        ]
        let troubleLabel = tr("Trouble")
        let width = (groups.map(\.label) + [troubleLabel]).map(Cells.width).max() ?? 0
        let lines = groups.map { Cells.padded($0.label, width) + "  " + fitted($0.parts, columns.map { $0 - width - 2 }) }
        // Trouble is never shortened: it says what to do. Each one begins a line, and goes on below it a little to the right.
        let wrapped = (troubles.isEmpty ? [tr("none", "no trouble")] : troubles).flatMap { trouble in
            guard let columns else { return [trouble] }
            let lines = Cells.wrapped(trouble, to: max(20, columns - width - 4))
            return lines.enumerated().map { ($0 == 0 ? "" : "  ") + $1 }
        }
        let last = wrapped.enumerated().map { Cells.padded($0 == 0 ? troubleLabel : "", width) + "  " + $1 }
        return (lines + last).map { $0 + "\n" }.joined()
    }

    /// The parts that fit, the most important ones first. A first part that is too long is shortened in its middle.
    private func fitted(_ parts: [String], _ room: Int?) -> String {
        guard let room else { return parts.joined(separator: ", ") }
        var shown = parts
        while shown.count > 1, Cells.width(of: shown.joined(separator: ", ")) > room { shown.removeLast() }
        return Cells.shortened(shown.joined(separator: ", "), to: max(8, room))
    }

    // MARK: Groups

    private var recording: [String] {
        let state = text("record_state")
        if state == "counting" {
            let beats = status.count("count_in_beats")
            let count = status.count("count_in_beats_left")
            let start = span("count_in_seconds")
            let left = tr(beats, "\(count) of \(beats) beats left", "\(count) of \(beats) beats left")
            return [tr("counting in"), tr("the take begins in \(start)")] + (beats > 0 ? [left] : [])
        }
        guard let name = text("name"), state != "idle" else {
            guard let time = text("schedule_next") else { return [tr("nothing")] }
            return [tr("nothing"), tr("the next take at \(time)")]
        }
        var parts = [name, recordingPlace]
        if status["remaining_seconds"] != nil, status.number("remaining_seconds") >= 0 {
            let time = span("remaining_seconds")
            parts.append(tr("ends in \(time)"))
        }
        if status["split_pending_frame"] != nil {
            let frame = status.count("split_pending_frame")
            parts.append(tr("splits at JACK frame \(frame)"))
        }
        parts.append(Wording.size(status.number("size_bytes")))
        let (left, right) = levels("take_peak")
        if status["take_peak_left_db"] != nil { parts.append(tr("peak \(left) / \(right) dB")) }
        parts.append([text("format"), text("bits")].compactMap { $0 }.joined(separator: " "))
        return parts.filter { !$0.isEmpty }
    }

    /// The length of the take, and its state unless it just runs.
    private var recordingPlace: String {
        let place = span("elapsed_seconds")
        switch text("record_state") {
        case "recording": return place
        case "armed": return tr("waits for sound at \(place)")
        case "paused": return tr("paused at \(place)")
        case "closing": return tr("closing at \(place)")
        case "waiting": return tr("waiting at \(place)")
        case let state?: return tr("\(state) at \(place)")
        case nil: return tr("unknown at \(place)")
        }
    }

    private var playback: [String] {
        let percent = status.count("decode_percent")
        let loading = status["decode_percent"].map { _ in tr("\(percent) % decoded") }
        guard let name = text("play_name") else {
            return text("play_state") == "loading" ? [tr("loading"), loading].compactMap { $0 } : [tr("nothing")]
        }
        var parts = [name, playbackPlace]
        if let loading { parts.append(loading) }
        if status["play_waiting"] == .flag(true) { parts.append(tr("goes on with the JACK server")) }
        if status["play_rate"] != nil, status.number("play_rate") != 1 {
            let rate = status.number("play_rate").localized
            parts.append(tr("rate \(rate)"))
        }
        if status.number("pitch_cents") != 0 {
            let cents = status.number("pitch_cents").localized
            parts.append(tr("pitch \(cents) cents"))
        }
        if status["looping"] == .flag(true) {
            let (start, end) = (span("loop_a_seconds"), span("loop_b_seconds"))
            parts.append(tr("loop \(start) to \(end)"))
        }
        if status["skip_silence"] == .flag(true) {
            let length = span("silence_seconds")
            parts.append(status["silences"] == nil ? tr("skips silence") : tr("skips \(length) of silence"))
        }
        switch text("scan") {
        case "cue": parts.append(tr("cue", "fast forward that is heard"))
        case "review": parts.append(tr("review", "fast backward that is heard"))
        case let scan? where scan != "off": parts.append(scan)
        default: break
        }
        if status.number("queue_count") > 0 {
            let (number, count) = (status.count("queue_number"), status.count("queue_count"))
            let next = text("queue_next").map { name in ", " + tr("then \(name)") } ?? ""
            parts.append(tr("\(number) of \(count) in the queue") + next)
        }
        return parts
    }

    /// The state of playback with its place.
    private var playbackPlace: String {
        let place = span("position_seconds")
        guard status["duration_seconds"] != nil else {
            switch text("play_state") {
            case "playing": return tr("playing at \(place)")
            case "paused": return tr("paused at \(place)")
            case "stopped": return tr("stopped at \(place)")
            case let state?: return tr("\(state) at \(place)")
            case nil: return tr("unknown at \(place)")
            }
        }
        let length = span("duration_seconds")
        switch text("play_state") {
        case "playing": return tr("playing at \(place) of \(length)")
        case "paused": return tr("paused at \(place) of \(length)")
        case "stopped": return tr("stopped at \(place) of \(length)")
        case let state?: return tr("\(state) at \(place) of \(length)")
        case nil: return tr("unknown at \(place) of \(length)")
        }
    }

    private var inputs: [String] { [text("sources") ?? tr("not connected"), level("in_peak")].compactMap { $0 } }

    private var outputs: [String] {
        var parts = [text("sinks") ?? tr("not connected"), level("out_peak")].compactMap { $0 }
        if let monitor = text("monitor"), monitor != "off" { parts.append(tr("monitor \(monitor)")) }
        if status["master"] != nil, status.number("master") != 1 {
            let gain = status.number("master").localized
            parts.append(tr("gain \(gain)"))
        }
        return parts
    }

    private var graph: [String] {
        var parts = [jack]
        let (rate, period) = (status.number("rate"), status.number("period"))
        if rate > 0 {
            let (hertz, frames, length) = (status.count("rate"), status.count("period"), TimeSpan.length(period / rate))
            parts.append(tr("\(hertz) Hz"))
            parts.append(tr(frames, "\(frames) frames a period (\(length))", "\(frames) frames a period (\(length))"))
        }
        if let transport = text("transport"), transport != "off" { parts.append(tr("transport \(transport)")) }
        if status["freewheel"] == .flag(true) { parts.append(tr("freewheel")) }
        if status["realtime"] == .flag(true) { parts.append(tr("realtime")) }
        return parts
    }

    /// The state of the server.
    private var jack: String {
        switch text("jack") {
        case "running": tr("JACK running")
        case "waiting": tr("JACK waiting")
        case "stalled": tr("JACK stalled")
        case let state?: tr("JACK \(state)")
        case nil: tr("JACK unknown")
        }
    }

    private var disk: [String] {
        var parts: [String] = []
        if status["disk_free_bytes"] != nil {
            let size = Wording.size(status.number("disk_free_bytes"))
            parts.append(tr("\(size) free"))
        }
        if status["disk_seconds_left"] != nil {
            let length = span("disk_seconds_left")
            parts.append(tr("\(length) of recording"))
        }
        if let library = text("library") { parts.append(library) }
        return parts.isEmpty ? [tr("unknown")] : parts
    }

    private var engine: [String] {
        let locked = status["locked"] == .flag(true) ? tr("locked") : nil
        let waiting = status.count("hook_jobs_waiting").boundedSum(status.count("hook_jobs_running"))
        let hooks =
            waiting > 0
            ? tr(waiting, "\(waiting) hook job is in the queue", "\(waiting) hook jobs are in the queue") : nil
        return ["\(word("engine")) \(word("version"))"] + [locked, hooks, text("osc_urls")].compactMap { $0 }
    }

    /// Everything that a person should look at.
    private var troubles: [String] { problems + counts }

    /// The texts of everything that does not work.
    var problems: [String] {
        var all = [
            "jack_trouble", "source_trouble", "pedal_trouble", "disk_error", "last_error", "play_error", "realtime_refused",
            "memory_lock_refused", "start_problems", "last_end", "voice_noisy",
        ].compactMap(text)
        // The last take ended for a trouble that goes on.
        if let error = text("disk_error"), error == text("last_error"), let twice = all.lastIndex(of: error) {
            all.remove(at: twice)
        }
        all += status["settings_problems"]?.texts.map(PrintableText.line) ?? []
        // The hint has the command that starts a server.
        if let hint = text("jack_hint") {
            all.append(hint)
        } else if text("jack_trouble") == nil, let jack = text("jack"), jack != "running" {
            all.append(tr("the JACK server is not there"))
        }
        // Without a take, the commands that begin one say it.
        if ["recording", "paused", "armed"].contains(text("record_state") ?? ""), let warning = text("inputs_warning") {
            all.append(warning)
        }
        if status["disk_seconds_left"] != nil, status.number("disk_seconds_left") < 300 {
            all.append(tr("the disk is almost full"))
        }
        let unread = status.count("schedule_unread")
        if unread > 0 {
            all.append(
                tr(
                    unread,
                    "\(unread) scheduled take cannot be read by this version, so it is kept and not made"
                        + " (dicta schedule cancel all forgets it)",
                    "\(unread) scheduled takes cannot be read by this version, so they are kept and not made"
                        + " (dicta schedule cancel all forgets them)"))
        }
        let failed = status.count("hook_jobs_failed")
        if failed > 0 {
            all.append(
                tr(
                    failed, "\(failed) hook job has failed (dicta hooks --queue)",
                    "\(failed) hook jobs have failed (dicta hooks --queue)"))
        }
        return all
    }

    /// Numbers of what was lost, and of levels that were too high.
    private var counts: [String] {
        var all: [String] = []
        let rate = status.number("rate")
        func add(_ key: String, _ words: (Int64) -> String) { if status.number(key) > 0 { all.append(words(status.count(key))) } }
        add("xruns") { count in tr(count, "\(count) xrun", "\(count) xruns") }
        add("underruns") { count in tr(count, "\(count) underrun", "\(count) underruns") }
        add("bad_samples_in") { count in
            tr(count, "\(count) bad sample at the inputs", "\(count) bad samples at the inputs")
        }
        add("bad_samples_played") { count in tr(count, "\(count) bad sample played", "\(count) bad samples played") }
        add("bad_samples_out") { count in
            tr(count, "\(count) bad sample at the outputs", "\(count) bad samples at the outputs")
        }
        if status.number("missed_frames") > 0, rate > 0 {
            let length = TimeSpan.length(status.number("missed_frames") / rate)
            all.append(tr("\(length) missed"))
        }
        if status.number("lost_frames") > 0, rate > 0 {
            let length = TimeSpan.length(status.number("lost_frames") / rate)
            all.append(tr("\(length) lost"))
        }
        let clips = status.count("clips_left").boundedSum(status.count("clips_right"))
        if clips > 0 { all.append(tr(clips, "\(clips) clip at the outputs", "\(clips) clips at the outputs")) }
        let inClips = status.count("in_clips_left").boundedSum(status.count("in_clips_right"))
        if inClips > 0 { all.append(tr(inClips, "\(inClips) clip at the inputs", "\(inClips) clips at the inputs")) }
        return all
    }

    // MARK: Fields

    /// A text that is not empty; nil for none.
    private func text(_ key: String) -> String? {
        guard case .text(let text)? = status[key], !text.isEmpty else { return nil }
        // The values of a list on one line. States stay as they are: they are compared.
        return Field(key, .text(text)).texts?.map(PrintableText.line).joined(separator: ", ") ?? PrintableText.line(text)
    }

    private func word(_ key: String) -> String { text(key) ?? tr("unknown") }

    private func span(_ key: String) -> String { TimeSpan.length(status.number(key)) }

    /// Levels of both channels: `level -3 / -inf dB`; nil where the engine has none.
    private func level(_ stem: String) -> String? {
        guard status["\(stem)_left_db"] != nil else { return nil }
        let (left, right) = levels(stem)
        return tr("level \(left) / \(right) dB")
    }

    /// Levels of the left and the right channel, in dB.
    private func levels(_ stem: String) -> (left: String, right: String) {
        func level(_ side: String) -> String {
            let level = status.number("\(stem)_\(side)_db")
            return level <= -150 ? "-inf" : level.localized(1)
        }
        return (level("left"), level("right"))
    }
}
