// The columns of the list of operations. One thread; no I/O.
import Dictation
import Messages

extension Columns {
    /// The list of operations is looked at again and again: its columns are the same at each width, and keep their places.
    static func operations(_ items: [Fields], room: Int?) -> [Column] {
        func column(
            _ key: String, head: String? = nil, _ least: Int, most: Int = .max, isNumber: Bool = false,
            _ cell: (Fields) -> String
        ) -> Column {
            let cells = items.map { PrintableText.line(cell($0)) }
            return Column(
                key: key, cells: [head ?? Wording.head(key)] + cells, isNumber: isNumber, least: least, most: most)
        }
        func number(_ key: String, _ item: Fields) -> String { item[key]?.description ?? "-" }
        let isNarrow = room.map { $0 < 80 } ?? false
        // A name takes the same room always; a pipe cuts none.
        let name = isNarrow ? 12 : 20
        var columns = [
            column("operation", head: Wording.head("id"), isNarrow ? 2 : 4, isNumber: true) { number("operation", $0) },
            column("verb", 8) { number("verb", $0) },
            column("state", 9) { Wording.word(number("state", $0), of: "state") },
            column("percent", head: "%", 3, isNumber: true) { number("percent", $0) },
            column("done", isNarrow ? 5 : 9, isNumber: true) { "\(number("done", $0))/\(number("total", $0))" },
            column("failed", 6, isNumber: true) { number("failed", $0) },
            column("name", name, most: room == nil ? .max : name) { names($0) },
        ]
        if room == nil { columns.append(column("notes", 5) { operationNotes($0).joined(separator: "; ") }) }
        return columns
    }

    /// The recording of an operation, or the recordings that it has finished.
    private static func names(_ item: Fields) -> String {
        if let one = item["name"] ?? item["current"] { return one.description }
        guard let finished = item["finished"]?.texts, !finished.isEmpty else { return "-" }
        return finished.joined(separator: ", ")
    }

    /// Text of an operation besides its columns: errors, warnings, files left alone, and the recordings that are finished.
    static func operationNotes(_ item: Fields) -> [String] {
        var notes = item["error"].map { [$0.description] } ?? []
        notes += item["warning"]?.description.split(separator: "\n").map(String.init) ?? []
        let skipped = item.count("skipped")
        if skipped > 0 { notes.append(tr(skipped, "\(skipped) left alone", "\(skipped) left alone")) }
        guard let finished = item["finished"]?.texts, !finished.isEmpty else { return notes }
        let more = max(0, item.count("done")) - Int64(finished.count)
        let names = finished.joined(separator: ", ")
        return notes + [more > 0 ? tr("done: \(names) and \(more) before") : tr("done: \(names)")]
    }
}
