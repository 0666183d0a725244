// Labels and units of reply fields. One thread; no I/O.
import Dictation

/// Labels and units of reply fields.
enum Wording {
    private static let labels = [
        "jack": "JACK", "record_state": "Recording", "play_state": "Playback", "play_name": "Plays", "peak": "Take peak",
        "xruns": "Xruns", "start_frame": "Start frame", "in_peak": "Input peak", "in_rms": "Input RMS",
        "out_peak": "Output peak", "out_rms": "Output RMS", "in_held": "Input held", "out_held": "Output held",
        "bytes": "Size", "id": "ID", "segment_id": "Segment ID", "play_id": "Played ID",
        "clips": "Output clips",
        "in_clips": "Input clips",
        "seconds": "Length", "source_bytes": "Source size", "pid": "Process",
        "realtime_refused": "Realtime refused", "disk_seconds_left": "Disk lasts for", "size_bytes": "Size",
        "osc_urls": "OSC", "jack_server": "JACK server", "osc_subscribers": "OSC subscribers",
        "loudness_range_lu": "Loudness range", "speech_percent": "Speech share",
        "max_momentary_lufs": "Highest momentary loudness",
        "max_short_term_lufs": "Highest short-term loudness",
        "dpc_quality": "DPC quality", "loop_a_seconds": "Loop A", "loop_b_seconds": "Loop B", "decode_percent": "Decoding",
    ]

    /// Times that are places or steps, printed to the millisecond in the form of lengths.
    private static let places = ["position_seconds", "heard_seconds", "loop_a_seconds", "loop_b_seconds", "backstep_seconds"]

    /// The label of a key: `missed_frames` -> `Missed frames`, `elapsed_seconds` -> `Elapsed`.
    static func label(_ key: String) -> String {
        if let label = labels[key] { return label }
        var stem = key
        for unit in ["_seconds", "_bytes", "_db", "_lufs", "_cents"] where key.hasSuffix(unit) {
            stem = String(key.dropLast(unit.count))
        }
        let words = stem.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    static func text(_ field: Field) -> String {
        if let texts = field.texts { return texts.map(PrintableText.line).joined(separator: ", ") }
        switch field.value {
        case .text(let text): return PrintableText.line(text)
        case .flag(let flag): return flag ? "yes" : "no"
        case .int(let count):
            if isSized(field.key, "bytes") { return size(Double(count)) }
            if isSized(field.key, "seconds") { return time(field.key, Double(count)) }
            if isSized(field.key, "percent") { return "\(count) %" }
            return field.key == "rate" ? "\(count) Hz" : field.key == "bitrate" ? "\(count) kbit/s" : String(count)
        case .double(let number):
            if isSized(field.key, "seconds") { return time(field.key, number) }
            if isSized(field.key, "cents") { return number.short + " cents" }
            if isSized(field.key, "percent") { return number.fixed(0) + " %" }
            if field.key.hasSuffix("_rate") || field.key == "weight" { return number.short }
            if isSized(field.key, "db") { return number <= silence ? "-inf dB" : number.fixed(1) + " dB" }
            if isSized(field.key, "lufs") { return number <= silence ? "-inf LUFS" : number.fixed(1) + " LUFS" }
            if isSized(field.key, "lu") { return number.fixed(1) + " LU" }
            if isSized(field.key, "bytes") { return size(number) }
            return field.key == "rate" ? "\(number.fixed(0)) Hz" : number.fixed(3)
        }
    }

    /// The engine's value for silence in dB, since JSON has no infinity.
    private static let silence = -200.0

    private static func isSized(_ key: String, _ unit: String) -> Bool {
        key == unit || key.hasSuffix("_" + unit) || key.hasPrefix(unit + "_") || key.contains("_\(unit)_")
    }

    private static func time(_ key: String, _ seconds: Double) -> String {
        // A loop point that is not set is -1.
        if seconds < 0, key.hasPrefix("loop_") { return "not set" }
        // So is the time that remains of a take without an end.
        if seconds < 0, key.hasPrefix("remaining_") { return "no end" }
        return places.contains(key) ? TimeSpan.exactLength(seconds) : TimeSpan.length(seconds)
    }

    static func size(_ bytes: Double) -> String { ByteSize(bytes).description }
}
