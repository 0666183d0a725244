// A list of recordings in groups, as text for people. One thread; no I/O.
import Dictation
import Messages

/// The rows of a table under the names of their groups.
enum GroupedRows {
    /// The table with a heading before each group: its name, the number of its recordings and their length. `lines` are the header
    /// and a row for each item.
    static func text(_ items: [Fields], by kind: String, _ lines: [String]) -> String {
        guard let header = lines.first, lines.count == items.count + 1 else { return lines.joined() }
        var text = header
        var start = 0
        while start < items.count {
            let name = items[start]["group"]?.description ?? ""
            let end = items[start...].firstIndex { ($0["group"]?.description ?? "") != name } ?? items.count
            text += "\n" + heading(name, kind, items[start..<end]) + "\n" + lines[start + 1...end].joined()
            start = end
        }
        return text
    }

    private static func heading(_ name: String, _ kind: String, _ items: ArraySlice<Fields>) -> String {
        let seconds = items.reduce(0.0) { sum, item in
            if case .double(let seconds)? = item["seconds"] { sum + seconds } else { sum }
        }
        let (count, length) = (items.count, TimeSpan.length(seconds))
        let title = title(name, kind)
        return tr(count, "\(title): \(count) recording, \(length)", "\(title): \(count) recordings, \(length)")
    }

    /// The name of a group as a heading.
    private static func title(_ name: String, _ kind: String) -> String {
        guard name.isEmpty else { return kind == "state" ? Wording.word(name, of: kind) : PrintableText.line(name) }
        return switch kind {
        case "artist": tr("Without an artist")
        case "tag": tr("Without a tag")
        case "day": tr("Without a day")
        default: tr("Without a state")
        }
    }
}
