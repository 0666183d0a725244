// A row of tabs. Any thread; a value.
public import Drawing

/// The names of the tabs with their digits in one row; the open one stands out.
public struct TabRow: Sendable {
    private let titles: [String]
    private let short: [String]
    private let selected: Int

    /// Makes a row; `selected` is the number of the open tab, from 0. Names of `short` stand where the others have no room.
    public init(_ titles: [String], short: [String]? = nil, selected: Int) {
        self.titles = titles
        self.short = short ?? titles
        self.selected = selected
    }

    /// The digit of a tab: that of the tenth is 0.
    private static func digit(_ index: Int) -> Int { (index + 1) % 10 }

    /// Draws the tabs and gives the rectangle of each one that has room.
    @discardableResult
    public func draw(on canvas: inout Canvas, in area: Rectangle) -> [Rectangle] {
        guard area.rows > 0 else { return [] }
        let width = { (names: [String]) in names.reduce(1) { $0 + Cells.width(of: $1) } }
        var names = titles.enumerated().map { " \(Self.digit($0)) \($1)" }
        if width(names) > area.columns { names = short.enumerated().map { " \(Self.digit($0)) \($1)" } }
        let sum = width(names)
        // With little room one space stands between two tabs; with less, only the open tab keeps its name.
        let (isTight, isShort) = (sum + titles.count - 1 > area.columns, sum > area.columns)
        let texts = names.enumerated().map { index, name in
            (isShort && index != selected ? " \(Self.digit(index))" : name) + (isTight && !isShort ? "" : " ")
        }
        var column = area.column
        var places: [Rectangle] = []
        for text in texts {
            let width = Cells.width(of: text)
            guard column + width <= area.column + area.columns else { break }
            canvas.put(text, column: column, row: area.row, Style(.secondary))
            places.append(Rectangle(column: column, row: area.row, columns: width, rows: 1))
            column += width
        }
        if places.indices.contains(selected) {
            // A space on both sides, over that of the next tab.
            let text = texts[selected] + (isTight && !isShort ? " " : "")
            canvas.put(text, column: places[selected].column, row: area.row, Style(.text, on: .selection, bold: true))
        }
        return places
    }
}
