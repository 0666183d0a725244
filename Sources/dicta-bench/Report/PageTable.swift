// A table in Markdown. Any thread; a value.

/// Columns and rows of a table.
struct PageTable {
    let columns: [String]
    var rows: [[String]] = []

    /// The table in Markdown. A bar would end a cell.
    var text: String {
        let lines = [columns, Array(repeating: "---", count: columns.count)] + rows
        return lines.map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }
}
