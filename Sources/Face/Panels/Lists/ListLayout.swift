// The places of a page with a list. Any thread; a value.
internal import Drawing

/// A head line, the list, lines about the selected row, and the buttons: less important parts go first.
struct ListLayout: Sendable, Equatable {
    /// The head line.
    let head: Rectangle?
    /// The list.
    let list: Rectangle
    /// The lines about the selected row.
    let details: Rectangle?
    /// The buttons.
    let buttons: Rectangle?

    /// Makes the layout of an area; `details` is the number of lines about the selected row.
    init(_ area: Rectangle, details: Int = 0) {
        let hasHead = area.rows >= 5
        // A narrow page breaks its buttons into two lines.
        let keys = area.rows < 10 ? 0 : area.rows >= 16 && area.columns < 60 ? 2 : 1
        let below = keys > 0 ? details : 0
        let rows = area.rows - (hasHead ? 1 : 0) - keys - below
        head = hasHead ? area.line(0) : nil
        list = Rectangle(column: area.column, row: area.row + (hasHead ? 1 : 0), columns: area.columns, rows: rows)
        self.details =
            below > 0 ? Rectangle(column: area.column, row: list.row + rows, columns: area.columns, rows: below) : nil
        buttons =
            keys > 0
            ? Rectangle(column: area.column, row: area.row + area.rows - keys, columns: area.columns, rows: keys) : nil
    }
}
