// The state of an engine in eight lines. One thread; no I/O.
import Dictation
import Drawing

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
            ("Recording", recording), ("Playback", playback), ("Inputs", inputs), ("Outputs", outputs), ("Graph", graph),
            ("Disk", disk), ("Engine", engine),
        ]
        let width = groups.map(\.label.count).max() ?? 0
        let lines = groups.map { Cells.padded($0.label, width) + "  " + fitted($0.parts, columns.map { $0 - width - 2 }) }
        // Trouble is never shortened: it says what to do.
        let trouble = troubles.isEmpty ? "none" : troubles.joined(separator: "; ")
        let wrapped = columns.map { Cells.wrapped(trouble, to: max(20, $0 - width - 2)) } ?? [trouble]
        let last = wrapped.enumerated().map { Cells.padded($0 == 0 ? "Trouble" : "", width) + "  " + $1 }
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
        let state = word("record_state")
        if state == "counting" {
            let beats = status.count("count_in_beats")
            let left = "\(status.count("count_in_beats_left")) of \(beats) beats left"
            return ["counting in", "the take begins in \(span("count_in_seconds"))"] + (beats > 0 ? [left] : [])
        }
        guard let name = text("name"), state != "idle" else {
            return ["nothing"] + [text("schedule_next").map { "the next take at \($0)" }].compactMap { $0 }
        }
        var parts = [
            name,
            (state == "recording" ? "" : state == "armed" ? "waits for sound at " : "\(state) at ") + span("elapsed_seconds"),
        ]
        if status["remaining_seconds"] != nil, status.number("remaining_seconds") >= 0 {
            parts.append("ends in \(span("remaining_seconds"))")
        }
        if status["split_pending_frame"] != nil { parts.append("splits at JACK frame \(status.count("split_pending_frame"))") }
        parts.append(Wording.size(status.number("size_bytes")))
        parts.append(pair("peak", "take_peak"))
        parts.append([text("format"), text("bits")].compactMap { $0 }.joined(separator: " "))
        return parts.filter { !$0.isEmpty }
    }

    private var playback: [String] {
        let state = word("play_state")
        let loading = status["decode_percent"].map { _ in "\(status.count("decode_percent")) % decoded" }
        guard let name = text("play_name") else {
            return state == "loading" ? ["loading", loading].compactMap { $0 } : ["nothing"]
        }
        let place = span("position_seconds") + (status["duration_seconds"] == nil ? "" : " of " + span("duration_seconds"))
        var parts = [name, "\(state) at \(place)"]
        if let loading { parts.append(loading) }
        if status["play_waiting"] == .flag(true) { parts.append("goes on with the JACK server") }
        if status["play_rate"] != nil, status.number("play_rate") != 1 {
            parts.append("rate \(status.number("play_rate").short)")
        }
        if status.number("pitch_cents") != 0 { parts.append("pitch \(status.number("pitch_cents").short) cents") }
        if status["looping"] == .flag(true) { parts.append("loop \(span("loop_a_seconds")) to \(span("loop_b_seconds"))") }
        if status["skip_silence"] == .flag(true) {
            parts.append(status["silences"] == nil ? "skips silence" : "skips \(span("silence_seconds")) of silence")
        }
        if let scan = text("scan"), scan != "off" { parts.append(scan) }
        if status.number("queue_count") > 0 {
            let next = text("queue_next").map { ", then \($0)" } ?? ""
            parts.append("\(status.count("queue_number")) of \(status.count("queue_count")) in the queue\(next)")
        }
        return parts
    }

    private var inputs: [String] {
        [text("sources") ?? "not connected", pair("level", "in_peak")].filter { !$0.isEmpty }
    }

    private var outputs: [String] {
        var parts = [text("sinks") ?? "not connected", pair("level", "out_peak")].filter { !$0.isEmpty }
        if let monitor = text("monitor"), monitor != "off" { parts.append("monitor \(monitor)") }
        if status["master"] != nil, status.number("master") != 1 {
            parts.append("gain \(status.number("master").short)")
        }
        return parts
    }

    private var graph: [String] {
        var parts = ["JACK \(word("jack"))"]
        let (rate, period) = (status.number("rate"), status.number("period"))
        if rate > 0 {
            parts.append("\(status.count("rate")) Hz")
            parts.append("\(status.count("period")) frames a period (\(TimeSpan.length(period / rate)))")
        }
        if let transport = text("transport"), transport != "off" { parts.append("transport \(transport)") }
        if status["freewheel"] == .flag(true) { parts.append("freewheel") }
        if status["realtime"] == .flag(true) { parts.append("realtime") }
        return parts
    }

    private var disk: [String] {
        var parts: [String] = []
        if status["disk_free_bytes"] != nil { parts.append(Wording.size(status.number("disk_free_bytes")) + " free") }
        if status["disk_seconds_left"] != nil { parts.append("\(span("disk_seconds_left")) of recording") }
        if let library = text("library") { parts.append(library) }
        return parts.isEmpty ? ["unknown"] : parts
    }

    private var engine: [String] {
        let locked = status["locked"] == .flag(true) ? "locked" : nil
        let waiting = status.count("hook_jobs_waiting").boundedSum(status.count("hook_jobs_running"))
        let hooks = waiting > 0 ? Self.jobs(waiting, "is", "are") + " in the queue" : nil
        return ["\(word("engine")) \(word("version"))"] + [locked, hooks, text("osc_urls")].compactMap { $0 }
    }

    /// Everything that a person should look at.
    private var troubles: [String] { problems + counts }

    /// The texts of everything that does not work.
    var problems: [String] {
        var all = [
            "jack_trouble", "source_trouble", "pedal_trouble", "disk_error", "last_error", "play_error", "realtime_refused",
            "memory_lock_refused", "start_problems", "last_end", "voice_noisy",
            "settings_problems",
        ].compactMap(text)
        if text("jack_trouble") == nil, let jack = text("jack"), jack != "running" {
            // The hint has the command that starts a server.
            all.append(text("jack_hint") ?? "the JACK server is not there")
        }
        if status["disk_seconds_left"] != nil, status.number("disk_seconds_left") < 300 { all.append("the disk is almost full") }
        let failed = status.count("hook_jobs_failed")
        if failed > 0 { all.append(Self.jobs(failed, "has", "have") + " failed (dicta hooks --queue)") }
        return all
    }

    /// Numbers of what was lost, and of levels that were too high.
    private var counts: [String] {
        var all: [String] = []
        let rate = status.number("rate")
        for (key, words) in [
            ("xruns", "xruns"), ("underruns", "underruns"), ("bad_samples_in", "bad samples at the inputs"),
            ("bad_samples_played", "bad samples played"), ("bad_samples_out", "bad samples at the outputs"),
        ] where status.number(key) > 0 {
            all.append("\(status.count(key)) \(words)")
        }
        for (key, words) in [("missed_frames", "missed"), ("lost_frames", "lost")] where status.number(key) > 0 && rate > 0 {
            all.append("\(TimeSpan.length(status.number(key) / rate)) \(words)")
        }
        for (stem, words) in [("clips", "clips at the outputs"), ("in_clips", "clips at the inputs")] {
            let count = status.count(stem + "_left").boundedSum(status.count(stem + "_right"))
            if count > 0 { all.append("\(count) \(words)") }
        }
        return all
    }

    private static func jobs(_ count: Int64, _ one: String, _ more: String) -> String {
        count == 1 ? "1 hook job \(one)" : "\(count) hook jobs \(more)"
    }

    // MARK: Fields

    /// A text that is not empty; nil for none.
    private func text(_ key: String) -> String? {
        guard case .text(let text)? = status[key], !text.isEmpty else { return nil }
        // The values of a list on one line.
        return Wording.text(Field(key, .text(text)))
    }

    private func word(_ key: String) -> String { text(key) ?? "unknown" }

    private func span(_ key: String) -> String { TimeSpan.length(status.number(key)) }

    /// Levels of both channels: `peak -3 / -inf dB`; empty where the engine has none.
    private func pair(_ label: String, _ stem: String) -> String {
        guard status["\(stem)_left_db"] != nil else { return "" }
        let levels = ["left", "right"].map { side in
            let level = status.number("\(stem)_\(side)_db")
            return level <= -150 ? "-inf" : level.fixed(1)
        }
        return "\(label) \(levels.joined(separator: " / ")) dB"
    }
}
