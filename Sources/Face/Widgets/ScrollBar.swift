// A scroll bar. Any thread; a value.
public import Drawing

/// A bar of one column that shows which part of a list or a text is visible.
public struct ScrollBar: Sendable {
    private let first: Int
    private let shown: Int
    private let count: Int

    /// Makes a bar for the rows from `first` on, `shown` of `count`.
    public init(first: Int, shown: Int, of count: Int) {
        (self.first, self.shown, self.count) = (max(0, first), max(0, shown), max(0, count))
    }

    /// The lines of the thumb within a bar of this height. It touches an end only where the list ends too.
    func thumb(height: Int) -> Range<Int> {
        guard count > shown, height > 0 else { return 0..<max(0, height) }
        let size = max(1, min(height, height * shown / count))
        let space = height - size
        let last = count - shown
        let exact = Int(Double(space) * Double(min(first, last)) / Double(last))
        let start = first == 0 ? 0 : first >= last ? space : space > 1 ? max(1, min(space - 1, exact)) : exact
        return start..<start + size
    }

    /// The first row to show when a line of the bar is clicked.
    public func first(atLine line: Int, height: Int) -> Int {
        guard count > shown, height > 1 else { return 0 }
        return Int((Double(max(0, min(line, height - 1))) / Double(height - 1) * Double(count - shown)).rounded())
    }

    /// Draws the bar into the first column of the area.
    public func draw(on canvas: inout Canvas, in area: Rectangle, _ glyphs: FaceOptions.Glyphs) {
        let thumb = thumb(height: area.rows)
        for line in 0..<area.rows {
            let isThumb = thumb.contains(line)
            canvas.put(
                String(isThumb ? glyphs.full : glyphs.vertical), column: area.column, row: area.row + line,
                Style(isThumb ? .secondary : .separator))
        }
    }
}
