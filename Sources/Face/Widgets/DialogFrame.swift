// The frame of a dialog or a panel. Any thread; a value.
public import Drawing

/// A frame with a title around a cleared area.
public struct DialogFrame: Sendable {
    /// The title, in the upper line.
    public var title: String
    /// A word in the lower line, such as a count or the keys; empty for none.
    public var footnote: String
    /// True for a question that needs care, such as a deletion.
    public var isWarning: Bool

    /// Makes a frame.
    public init(_ title: String, footnote: String = "", isWarning: Bool = false) {
        (self.title, self.footnote, self.isWarning) = (title, footnote, isWarning)
    }

    /// A rectangle of this size in the middle of another, cut to it.
    public static func centred(columns: Int, rows: Int, in area: Rectangle) -> Rectangle {
        let (columns, rows) = (max(0, min(columns, area.columns)), max(0, min(rows, area.rows)))
        return Rectangle(
            column: area.column + (area.columns - columns) / 2, row: area.row + (area.rows - rows) / 2, columns: columns,
            rows: rows)
    }

    /// Draws the frame and gives the area inside.
    @discardableResult
    public func draw(on canvas: inout Canvas, in area: Rectangle, _ glyphs: FaceOptions.Glyphs) -> Rectangle {
        canvas.fill(area, .plain)
        // Without room for a frame the content has all.
        guard area.columns >= 4, area.rows >= 3 else { return area }
        let style = Style(isWarning ? .warning : .separator)
        let last = (column: area.column + area.columns - 1, row: area.row + area.rows - 1)
        for column in area.column...last.column {
            for row in [area.row, last.row] { canvas.put(String(glyphs.horizontal), column: column, row: row, style) }
        }
        for row in area.row...last.row {
            for column in [area.column, last.column] { canvas.put(String(glyphs.vertical), column: column, row: row, style) }
        }
        canvas.put(String(glyphs.upperLeft), column: area.column, row: area.row, style)
        canvas.put(String(glyphs.upperRight), column: last.column, row: area.row, style)
        canvas.put(String(glyphs.lowerLeft), column: area.column, row: last.row, style)
        canvas.put(String(glyphs.lowerRight), column: last.column, row: last.row, style)
        let room = area.columns - 6
        if room > 0, !title.isEmpty {
            let text = " " + Cells.shortened(title, to: room, gap: glyphs.gap) + " "
            canvas.put(text, column: area.column + 2, row: area.row, Style(isWarning ? .warning : .text, bold: true))
        }
        if room > 0, !footnote.isEmpty {
            let text = " " + Cells.start(of: footnote, room) + " "
            canvas.put(text, column: last.column - 1 - Cells.width(of: text), row: last.row, Style(.secondary))
        }
        return area.inset(columns: area.columns >= 20 ? 2 : 1, rows: 1)
    }
}
