// Labels and units of reply fields. One thread; no I/O.
import Dictation
import Messages

/// Labels and units of reply fields.
enum Wording {
    /// Times that are places or steps, printed to the millisecond in the form of lengths.
    private static let places = ["position_seconds", "heard_seconds", "loop_a_seconds", "loop_b_seconds", "backstep_seconds"]

    /// The label of a key. Keys without one of their own, as those of the user, are made readable: `missed_frames` -> `Missed frames`,
    /// `elapsed_seconds` -> `Elapsed`.
    static func label(_ key: String) -> String {
        if let label = labels[key] { return label.text }
        var stem = key
        for unit in ["_seconds", "_bytes", "_db", "_lufs", "_cents"] where key.hasSuffix(unit) {
            stem = String(key.dropLast(unit.count))
        }
        let words = stem.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The head of a column of a table: the label in capitals.
    static func head(_ key: String) -> String { label(key).uppercased() }

    /// A value as a person reads it: a word for a state, and the text itself for all other values.
    static func word(_ text: String, of key: String) -> String {
        let word = ofStates.contains(key) ? states[text] : key == "from" ? origins[text] : nil
        return word?.text ?? PrintableText.line(text)
    }

    static func text(_ field: Field) -> String {
        if let texts = field.texts { return texts.map(PrintableText.line).joined(separator: ", ") }
        switch field.value {
        case .text(let text): return word(text, of: field.key)
        case .flag(let flag): return flag ? tr("yes") : tr("no")
        case .int(let count):
            // Room on a disk that is not there is -1.
            if isSized(field.key, "bytes") { return count < 0 ? tr("unknown") : size(Double(count)) }
            if isSized(field.key, "seconds") { return time(field.key, Double(count)) }
            if isSized(field.key, "percent") { return "\(count) %" }
            switch field.key {
            // Silences that nobody skips are -1.
            case "silences" where count < 0: return tr("not set")
            case "rate": return tr("\(count) Hz")
            case "bitrate": return tr("\(count) kbit/s")
            default: return String(count)
            }
        case .double(let number):
            if isSized(field.key, "seconds") { return time(field.key, number) }
            if isSized(field.key, "cents") { return tr("\(number.localized) cents") }
            if isSized(field.key, "percent") { return number.localized(0) + " %" }
            if field.key.hasSuffix("_rate") || field.key == "weight" { return number.localized }
            if isSized(field.key, "db") { return number <= silence ? tr("-inf dB") : tr("\(number.localized(1)) dB") }
            if isSized(field.key, "lufs") { return number <= silence ? tr("-inf LUFS") : tr("\(number.localized(1)) LUFS") }
            if isSized(field.key, "lu") { return tr("\(number.localized(1)) LU") }
            if isSized(field.key, "bytes") { return size(number) }
            return field.key == "rate" ? tr("\(number.localized(0)) Hz") : number.localized(3)
        }
    }

    /// The engine's value for silence in dB, since JSON has no infinity.
    private static let silence = -200.0

    private static func isSized(_ key: String, _ unit: String) -> Bool {
        key == unit || key.hasSuffix("_" + unit) || key.hasPrefix(unit + "_") || key.contains("_\(unit)_")
    }

    private static func time(_ key: String, _ seconds: Double) -> String {
        // A loop point that is not set is -1.
        if seconds < 0, key.hasPrefix("loop_") || key == "silence_seconds" { return tr("not set") }
        // So is the time that fits on the disk, while there is no rate.
        if seconds < 0, key == "disk_seconds_left" { return tr("unknown") }
        // So is the time that remains of a take without an end.
        if seconds < 0, key.hasPrefix("remaining_") { return tr("no end") }
        return places.contains(key) ? TimeSpan.exactLength(seconds) : TimeSpan.length(seconds)
    }

    static func size(_ bytes: Double) -> String { ByteSize(bytes).description }
}
