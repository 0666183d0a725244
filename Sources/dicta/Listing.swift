// Answers as text for people. One thread; no I/O.
import Dictation
import Drawing

/// Keys and values as text. Every key is printed; its ending tells the unit.
enum Listing {
    /// One line for each field, with the names in a column; a left and right pair shares a line.
    static func text(_ fields: Fields) -> String {
        var rows: [(String, String)] = []
        for field in fields.all.map({ inSeconds($0, of: fields) }) where !isSaidBy(another: field, of: fields) {
            let label = Wording.label(field.key)
            let value = Wording.text(field)
            if let (stem, other) = pair(field.key), let right = fields[other] {
                rows.append((Wording.label(stem), value + " / " + Wording.text(Field(other, right))))
            } else if field.key == "settings_problems", let problems = field.texts {
                // A sentence each.
                rows += problems.map { (label, PrintableText.line($0)) }
            } else {
                rows.append((label, value))
            }
        }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { Cells.padded($0, width) + "  " + $1 + "\n" }.joined()
    }

    /// Fields for scripts and benchmarks, in the JSON output only.
    private static let forPrograms = [
        "meter_count", "segment_paths", "breaks", "jack_frame", "at_frame", "callback_p50_us", "callback_p99_us",
        "callback_p999_us",
    ]

    /// A length in frames as people are told it: in seconds, where the rate is known. Frames of JACK's clock stay frames, since
    /// they are for `--at-frame`.
    private static func inSeconds(_ field: Field, of fields: Fields) -> Field {
        guard let stem = stem(field.key, "_frames"), fields[stem + "_seconds"] == nil, case .int(let frames) = field.value,
            case .int(let rate)? = fields["rate"], rate > 0
        else { return field }
        return Field(stem + "_seconds", .double(Double(frames) / Double(rate)))
    }

    /// True for frames that stand in seconds too, and for the right channel, which is printed with the left.
    static func isSaidBy(another field: Field, of fields: Fields) -> Bool {
        if forPrograms.contains(field.key) { return true }
        if let stem = stem(field.key, "_frames"), fields[stem + "_seconds"] != nil { return true }
        if field.key == "frames", fields["seconds"] != nil || fields["position_seconds"] != nil { return true }
        // Differs from the play rate only while chase play has caught up.
        if field.key == "effective_rate", fields["play_rate"] == field.value { return true }
        if field.key == "effective_quality", fields["dpc_quality"] == field.value { return true }
        if let stem = stem(field.key, "_right_db"), fields[stem + "_left_db"] != nil { return true }
        if let stem = stem(field.key, "_right"), fields[stem + "_left"] != nil { return true }
        return false
    }

    /// The common name of a left and right pair, with the key of the right one; nil for other keys.
    private static func pair(_ key: String) -> (stem: String, right: String)? {
        for unit in ["", "_db"] {
            if let stem = stem(key, "_left" + unit) { return (stem, stem + "_right" + unit) }
        }
        return nil
    }

    private static func stem(_ key: String, _ end: String) -> String? {
        key.hasSuffix(end) ? String(key.dropLast(end.count)) : nil
    }
}
