// Text cut and padded to cells of a terminal. Any thread; no I/O.
internal import System

/// Text in the cells of a terminal.
public enum Cells {
    /// Cells of a text that has no control characters.
    public static func width(of text: String) -> Int { CellWidth.of(text) }

    /// Fills the text up to a width with spaces, on its left if it is a number.
    public static func padded(_ text: String, _ width: Int, right isRight: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - CellWidth.of(text)))
        return isRight ? space + text : text + space
    }

    /// Shortens the text in the middle, since names often differ at their ends only (`rehearsal-2026-11-22`). `gap` stands for
    /// the part left out.
    public static func shortened(_ text: String, to width: Int, gap: String) -> String {
        guard CellWidth.of(text) > width else { return text }
        let room = width - CellWidth.of(gap)
        guard room > 0 else { return start(of: text, width) }
        let tail = end(of: text, room / 2)
        return start(of: text, room - CellWidth.of(tail)) + gap + tail
    }

    /// Shortens a sentence: the paths in it lose their beginnings first, the longest one before all, and its own words only where that
    /// is not enough.
    public static func shortened(sentence: String, to width: Int, gap: String) -> String {
        var excess = CellWidth.of(sentence) - width
        guard excess > 0 else { return sentence }
        var words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let paths = words.indices.filter { words[$0].utf8.contains(UInt8(ascii: "/")) }
        for place in paths.sorted(by: { CellWidth.of(words[$0]) > CellWidth.of(words[$1]) }) where excess > 0 {
            let cells = CellWidth.of(words[place])
            guard cells > shortestPath else { break }
            words[place] = gap + end(of: words[place], max(shortestPath, cells - excess) - CellWidth.of(gap))
            excess -= cells - CellWidth.of(words[place])
        }
        return shortened(words.joined(separator: " "), to: width, gap: gap)
    }

    /// Cells of a path that still tell a file.
    private static let shortestPath = 12

    /// The longest end that fits.
    private static func end(of text: String, _ width: Int) -> String {
        String(start(of: String(text.reversed()), width).reversed())
    }

    /// The longest beginning that fits.
    public static func start(of text: String, _ width: Int) -> String {
        var (kept, used) = ("", 0)
        for character in text {
            used += CellWidth.of(String(character))
            guard used <= width else { break }
            kept.append(character)
        }
        return kept
    }

    /// Lines of at most `width` cells, broken between words. A word that is longer than a line is cut.
    public static func wrapped(_ text: String, to width: Int) -> [String] {
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
