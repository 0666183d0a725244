// Labels and units of reply fields. One thread; no I/O.
import Dictation

/// Labels and units of reply fields.
enum Wording {
    private static let labels = [
        "jack": "JACK", "record_state": "Recording", "play_state": "Playback", "play_name": "Plays", "peak": "Take peak",
        "xruns": "Xruns", "start_frame": "Start frame", "in_peak": "Input peak", "in_rms": "Input RMS",
        "out_peak": "Output peak", "out_rms": "Output RMS", "in_held": "Input held", "out_held": "Output held", "bytes": "Size",
        "seconds": "Length", "pid": "Process",
        "realtime_refused": "Realtime refused", "disk_seconds_left": "Disk lasts for", "size_bytes": "Size",
        "osc_urls": "OSC", "osc_subscribers": "OSC subscribers",
        "dpc_engine": "DPC engine", "loop_a_seconds": "Loop A", "loop_b_seconds": "Loop B", "decode_percent": "Decoding",
    ]

    /// Times that are places or steps, printed with fractions; lengths are printed like a counter.
    private static let places = ["position_seconds", "heard_seconds", "loop_a_seconds", "loop_b_seconds", "backstep_seconds"]

    /// The label of a key: `missed_frames` -> `Missed frames`, `elapsed_seconds` -> `Elapsed`.
    static func label(_ key: String) -> String {
        if let label = labels[key] { return label }
        var stem = key
        for unit in ["_seconds", "_bytes", "_db", "_cents"] where key.hasSuffix(unit) { stem = String(key.dropLast(unit.count)) }
        let words = stem.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    static func text(_ field: Field) -> String {
        switch field.value {
        case .text(let text): return PrintableText.line(text)
        case .flag(let flag): return flag ? "yes" : "no"
        case .int(let count):
            if isSized(field.key, "bytes") { return size(Double(count)) }
            if isSized(field.key, "seconds") { return time(field.key, Double(count)) }
            if isSized(field.key, "percent") { return "\(count) %" }
            return field.key == "rate" ? "\(count) Hz" : String(count)
        case .double(let number):
            if isSized(field.key, "seconds") { return time(field.key, number) }
            if isSized(field.key, "cents") { return short(number) + " cents" }
            if isSized(field.key, "percent") { return fixed(number, 0) + " %" }
            if field.key.hasSuffix("_rate") { return short(number) }
            if isSized(field.key, "db") { return number <= silence ? "-inf dB" : fixed(number, 1) + " dB" }
            if isSized(field.key, "bytes") { return size(number) }
            return field.key == "rate" ? "\(fixed(number, 0)) Hz" : fixed(number, 3)
        }
    }

    /// The engine's value for silence in dB, since JSON has no infinity.
    private static let silence = -200.0

    private static func isSized(_ key: String, _ unit: String) -> Bool {
        key == unit || key.hasSuffix("_" + unit) || key.hasPrefix(unit + "_") || key.contains("_\(unit)_")
    }

    private static func time(_ key: String, _ seconds: Double) -> String {
        places.contains(key) ? TimeSpan.seconds(seconds).description : TimeSpan.counter(seconds: seconds)
    }

    /// The number without trailing zeros.
    private static func short(_ number: Double) -> String {
        var text = fixed(number, 3)
        guard text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        return text.last == "." ? String(text.dropLast()) : text
    }

    private static func size(_ bytes: Double) -> String {
        var (rest, unit) = (bytes, "bytes")
        for next in ["KiB", "MiB", "GiB", "TiB"] where rest >= 1024 {
            (rest, unit) = (rest / 1024, next)
        }
        return (unit == "bytes" ? fixed(rest, 0) : fixed(rest, 1)) + " " + unit
    }

    private static func fixed(_ number: Double, _ places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { value, _ in value * 10 }
        guard number.isFinite, abs(number) < 1e12 else { return number.description }
        let whole = Int64((abs(number) * scale).rounded())
        let sign = number < 0 && whole > 0 ? "-" : ""
        guard places > 0 else { return sign + String(whole) }
        let digits = String(whole)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
    }
}
