// Files of /proc, and tables of text. Any thread.
import System

/// Reads small files and formats numbers and columns.
enum Text {
    /// A whole file; nil if it cannot be read, as after the end of a process.
    static func file(_ path: String) -> String? {
        (try? File.contents(of: path)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text without spaces and line ends around it.
    static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
        let end = text.lastIndex { !$0.isWhitespace } ?? start
        return start == text.endIndex ? "" : String(text[start...end])
    }

    /// Rows of equal length; the first `left` columns aligned left, the others right.
    static func table(_ rows: [[String]], left: Int) -> String {
        guard let first = rows.first else { return "" }
        let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column < left ? row[column] + space : space + row[column]
            }.joined(separator: "  ") + "\n"
        }.joined()
    }

    /// The number with `places` decimals.
    static func decimal(_ value: Double?, _ places: Int) -> String {
        guard let value else { return "-" }
        let scale = Mathematics.powerOfTen(Double(places))
        let whole = Int64((value * scale).rounded())
        guard places > 0 else { return "\(whole)" }
        let digits = String(repeating: "0", count: max(0, places + 1 - "\(abs(whole))".count)) + "\(abs(whole))"
        return (whole < 0 ? "-" : "") + digits.dropLast(places) + "." + digits.suffix(places)
    }
}
