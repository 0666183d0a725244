// Answers as text for people. One thread; no I/O.
import Dictation

/// Keys and values as text. Every key is printed; its ending tells the unit.
enum Listing {
    /// One line for each field, with the names in a column; a left and right pair shares a line.
    static func text(_ fields: Fields) -> String {
        var rows: [(String, String)] = []
        for field in fields.all where !isSaidBy(another: field, of: fields) {
            let label = Wording.label(field.key)
            let value = Wording.text(field)
            if let (stem, other) = pair(field.key), let right = fields[other] {
                rows.append((Wording.label(stem), value + " / " + Wording.text(Field(other, right))))
            } else {
                rows.append((label, value))
            }
        }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { padded($0, width) + "  " + $1 + "\n" }.joined()
    }

    /// A table with numbers aligned to the right. Paths and usage lines are too long for it; JSON has them.
    static func text(_ items: [Fields]) -> String {
        guard !items.isEmpty else { return "" }
        // The note of a recording can be a page long; that of a marker is a line.
        let tooLong = ["path", "usage", "modified"] + (items.contains { $0["path"] != nil } ? ["note"] : [])
        var keys: [String] = []
        for item in items {
            for field in item.all where !keys.contains(field.key) && !tooLong.contains(field.key) {
                if !isSaidBy(another: field, of: item) { keys.append(field.key) }
            }
        }
        keys.removeAll { key in items.allSatisfy { Self.isUsual(key, $0[key]) } }
        let columns = keys.map { key in
            let cells = items.map { item in item[key].map { Wording.text(Field(key, $0)) } ?? "-" }
            let isNumber = items.allSatisfy { item in
                if case .text = item[key] { false } else { true }
            }
            let all = [Wording.label(key).uppercased()] + cells
            let width = all.map(\.count).max() ?? 0
            return all.map { padded($0, width, right: isNumber) }
        }
        return (0...items.count).map { row in
            var line = columns.map { $0[row] }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// True for a value that is as always: a column of such values is left out.
    private static func isUsual(_ key: String, _ value: Value?) -> Bool {
        switch (key, value) {
        case ("title", .text("")), ("tags", .text("")), ("state", .text("completed")), ("markers", .int(0)),
            ("segments", .int(1)),
            ("problem", nil), ("position_seconds", nil), ("failed", .int(0)), ("error", nil):
            true
        default: false
        }
    }

    /// Fields for scripts and benchmarks, in the JSON output only.
    private static let forPrograms = [
        "meter_count", "jack_frame", "callback_p50_us", "callback_p99_us", "callback_p999_us",
    ]

    /// True for frames that stand in seconds too, and for the right channel, which is printed with the left.
    private static func isSaidBy(another field: Field, of fields: Fields) -> Bool {
        if forPrograms.contains(field.key) { return true }
        if let stem = stem(field.key, "_frames"), fields[stem + "_seconds"] != nil { return true }
        if field.key == "frames", fields["seconds"] != nil { return true }
        // Differs from the play rate only while chase play has caught up.
        if field.key == "effective_rate", fields["play_rate"] == field.value { return true }
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

    private static func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return right ? space + text : text + space
    }
}
