// The places of the library's parts. Any thread; a value.
internal import Drawing

/// The parts of the page in an area of any size: less important ones go first.
struct LibraryLayout: Sendable, Equatable {
    /// The search and the count; nil without room.
    var search: Rectangle?
    /// The header of the columns.
    var header: Rectangle?
    /// The rows.
    var list: Rectangle
    /// The details: beside the list in a wide area, else below it.
    var details: Rectangle?
    /// True if the details stand beside the list.
    var isBeside: Bool
    /// The verbs for the mouse.
    var buttons: Rectangle?
    /// The line that tells what the verbs act on.
    var foot: Rectangle?

    /// Columns from which on the details stand beside the list.
    private static let wide = 100

    /// The rows of the verbs: all of them have room in a window of 80 x 24.
    private static func buttonRows(_ area: Rectangle) -> Int {
        guard area.rows >= (area.columns < 80 ? 24 : 18) else { return area.columns < 110 ? 2 : 1 }
        return area.columns < 110 ? 3 : 2
    }

    init(_ area: Rectangle) {
        var rest = area
        func top() -> Rectangle {
            let line = rest.line(0)
            rest = Rectangle(column: rest.column, row: rest.row + 1, columns: rest.columns, rows: rest.rows - 1)
            return line
        }
        func bottom(_ rows: Int) -> Rectangle {
            rest.rows -= rows
            return Rectangle(column: rest.column, row: rest.row + rest.rows, columns: rest.columns, rows: rows)
        }
        search = area.rows >= 4 ? top() : nil
        foot = area.rows >= 6 ? bottom(1) : nil
        buttons = area.rows >= 12 ? bottom(Self.buttonRows(area)) : nil
        isBeside = area.columns >= Self.wide && area.rows >= 10
        if isBeside {
            let columns = min(60, area.columns * 2 / 5)
            details = Rectangle(
                column: rest.column + rest.columns - columns, row: rest.row, columns: columns, rows: rest.rows)
            rest.columns -= columns + 3
        } else if area.rows >= 16 {
            details = bottom(3)
        } else {
            details = nil
        }
        header = area.rows >= 8 ? top() : nil
        list = rest
    }
}
