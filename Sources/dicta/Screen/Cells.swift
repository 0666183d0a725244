// Text cut and padded to cells of a terminal. One thread; no I/O.
import System

/// Text in the cells of a terminal.
enum Cells {
    static func width(of text: String) -> Int { CellWidth.of(text) }

    /// Fills the text up to a width with spaces, on its left if it is a number.
    static func padded(_ text: String, _ width: Int, right isRight: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - CellWidth.of(text)))
        return isRight ? space + text : text + space
    }

    /// Shortens the text in the middle, since names often differ at their ends only (`rehearsal-2026-11-22`).
    static func shortened(_ text: String, to width: Int) -> String {
        guard CellWidth.of(text) > width else { return text }
        let gap = Screen.isUnicode ? "…" : ".."
        let room = width - CellWidth.of(gap)
        guard room > 0 else { return start(of: text, width) }
        let tail = String(start(of: String(text.reversed()), room / 2).reversed())
        return start(of: text, room - CellWidth.of(tail)) + gap + tail
    }

    /// The longest beginning that fits.
    static func start(of text: String, _ width: Int) -> String {
        var (kept, used) = ("", 0)
        for character in text {
            used += CellWidth.of(String(character))
            guard used <= width else { break }
            kept.append(character)
        }
        return kept
    }

    /// Lines of at most `width` cells, broken between words. A word that is longer than a line is cut.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var rest = String(word)
            let joined = line.isEmpty ? rest : line + " " + rest
            if CellWidth.of(joined) <= width {
                line = joined
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while CellWidth.of(rest) > width, width > 0 {
                let part = start(of: rest, width)
                guard !part.isEmpty else { break }
                lines.append(part)
                rest = String(rest.dropFirst(part.count))
            }
            line = rest
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
