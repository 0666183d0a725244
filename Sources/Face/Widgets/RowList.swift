// The selection and the scroll place of a list. Any thread; a value.
public import Dictation
public import Drawing

/// A list of which only the visible rows are drawn: it knows numbers of rows, never their contents, so that a list of 100,000
/// costs as much as one of ten.
public struct RowList: Hashable, Sendable {
    /// The number of rows.
    public private(set) var count: Int
    /// The selected row; 0 in an empty list.
    public private(set) var selected: Int
    /// The first visible row.
    public private(set) var top: Int
    /// The number of rows that are visible, as last drawn.
    public private(set) var height: Int

    /// Makes a list with the first row selected.
    public init(count: Int = 0) {
        self.count = max(0, count)
        // Until the list is drawn nothing needs to scroll.
        (selected, top, height) = (0, 0, max(1, count))
    }

    /// The visible rows.
    public var visible: Range<Int> { top..<min(count, top + height) }

    /// Changes the number of rows; the selection stays where it can.
    public mutating func resize(count: Int) {
        self.count = max(0, count)
        select(selected)
    }

    /// Changes the height of the picture.
    public mutating func show(height: Int) {
        self.height = max(1, height)
        select(selected)
    }

    /// Selects a row, or the nearest one there is, and makes it visible.
    public mutating func select(_ row: Int) {
        selected = max(0, min(row, count - 1))
        top = max(0, min(top, count - height))
        top = min(max(top, selected - height + 1), selected)
    }

    /// Takes a key that moves the selection. False for any other key.
    public mutating func take(_ key: Key) -> Bool {
        switch key {
        case .named(.up), .character("k"): select(selected - 1)
        case .named(.down), .character("j"): select(selected + 1)
        case .named(.pageUp): select(selected - max(1, height - 1))
        case .named(.pageDown): select(selected + max(1, height - 1))
        case .named(.home): select(0)
        case .named(.end): select(count - 1)
        default: return false
        }
        return true
    }

    /// Scrolls by three rows, as the wheel does; the selection follows only as far as it must to stay visible.
    public mutating func scroll(down isDown: Bool) {
        top = max(0, min(top + (isDown ? 3 : -3), count - height))
        selected = max(0, min(max(selected, top), min(top + height, count) - 1))
    }

    /// The row on a line of the picture; nil below the last one.
    public func row(atLine line: Int) -> Int? {
        let row = top + line
        return line >= 0 && line < height && row < count ? row : nil
    }

    /// Draws the visible rows, each by `draw` with its number and its line, and a scroll bar in the last column if there are more
    /// rows than lines. Rows get the width that is left. The height of the area becomes that of the list.
    public func draw(
        on canvas: inout Canvas, in area: Rectangle, _ glyphs: FaceOptions.Glyphs,
        _ draw: (inout Canvas, Int, Rectangle, _ isSelected: Bool) -> Void
    ) {
        guard area.rows > 0, area.columns > 0 else { return }
        var list = self
        list.show(height: area.rows)
        let needsBar = list.count > area.rows
        for row in list.visible {
            var line = area.line(row - list.top)
            if needsBar { line.columns -= 1 }
            let isSelected = row == list.selected
            canvas.fill(line, Style(.text, on: isSelected ? .selection : .background))
            draw(&canvas, row, line, isSelected)
        }
        if needsBar {
            let bar = Rectangle(column: area.column + area.columns - 1, row: area.row, columns: 1, rows: area.rows)
            ScrollBar(first: list.top, shown: area.rows, of: list.count).draw(on: &canvas, in: bar, glyphs)
        }
    }
}
