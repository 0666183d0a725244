// A row of tabs. Any thread; a value.
public import Drawing

/// The names of the tabs with their digits in one row; the open one stands out.
public struct TabRow: Sendable {
    private let titles: [String]
    private let selected: Int

    /// Makes a row; `selected` is the number of the open tab, from 0.
    public init(_ titles: [String], selected: Int) {
        self.titles = titles
        self.selected = selected
    }

    /// Draws the tabs and gives the rectangle of each one that has room.
    @discardableResult
    public func draw(on canvas: inout Canvas, in area: Rectangle) -> [Rectangle] {
        guard area.rows > 0 else { return [] }
        let whole = titles.enumerated().map { " \($0 + 1) \($1) " }
        // Without room for all, only the open tab keeps its name.
        let isShort = whole.map(Cells.width).reduce(0, +) > area.columns
        var column = area.column
        var places: [Rectangle] = []
        for (index, title) in whole.enumerated() {
            let text = isShort && index != selected ? " \(index + 1) " : title
            let width = Cells.width(of: text)
            guard column + width <= area.column + area.columns else { break }
            canvas.put(
                text, column: column, row: area.row,
                index == selected ? Style(.text, on: .selection, bold: true) : Style(.secondary))
            places.append(Rectangle(column: column, row: area.row, columns: width, rows: 1))
            column += width
        }
        return places
    }
}
