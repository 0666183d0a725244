// Rows and heads of groups in the library's list. Any thread; no I/O.
internal import Dictation
internal import Drawing

extension LibraryPanel {
    /// True once the rows that are known stand in groups.
    private var isGrouped: Bool { window.shown?.filter.group.isEmpty == false }

    /// The lines of the list in so many rows of the picture.
    func lines(_ height: Int) -> LibraryLines {
        LibraryLines(list, height: height, isGrouped: isGrouped) { window.row($0)?.group.lowercased() }
    }

    /// Fits the list to so many rows of the picture: heads take lines from the rows.
    mutating func fit(_ height: Int) {
        list.show(height: isGrouped ? max(1, lines(height).rows) : height)
    }

    /// The row on a line of the picture; nil below the last one.
    func row(atLine line: Int, of height: Int) -> Int? { lines(height).row(at: line) }

    /// Draws rows and heads, and a scroll bar if there are more of them.
    func drawRows(
        _ sketch: inout Sketch, _ area: Rectangle, _ places: [(column: LibraryColumn, place: Rectangle)], _ context: FaceContext
    ) {
        guard isGrouped else {
            return list.draw(on: &sketch.canvas, in: area, context.options.glyphs) { canvas, row, line, isSelected in
                guard let recording = window.row(row) else { return }
                draw(recording, on: &canvas, line, places, isSelected: isSelected, context)
            }
        }
        let lines = lines(area.rows)
        let needsBar = lines.rows < list.count
        for (index, kind) in lines.lines.enumerated() {
            var line = area.line(index)
            if needsBar { line.columns -= 1 }
            switch kind {
            case .head(let row): if let recording = window.row(row) { drawHead(recording, on: &sketch.canvas, line, context) }
            case .row(let row):
                let isSelected = row == list.selected
                sketch.canvas.fill(line, Style(.text, on: isSelected ? .selection : .background))
                if let recording = window.row(row) {
                    draw(recording, on: &sketch.canvas, line, places, isSelected: isSelected, context)
                }
            }
        }
        guard needsBar else { return }
        let bar = Rectangle(column: area.column + area.columns - 1, row: area.row, columns: 1, rows: area.rows)
        ScrollBar(first: list.top, shown: lines.rows, of: list.count).draw(on: &sketch.canvas, in: bar, context.options.glyphs)
    }

    /// Draws the head of a group: its name, and the count and length of all its recordings.
    private func drawHead(_ recording: RecordingView, on canvas: inout Canvas, _ line: Rectangle, _ context: FaceContext) {
        let gap = context.options.glyphs.gap
        let words = recording.groupWords
        let name = PrintableText.line(recording.groupName(window.shown?.filter.group ?? ""))
        let room = max(0, line.columns - Cells.width(of: words) - 2)
        // Beside a few letters of the name the sums tell nothing.
        let hasWords = room >= 12
        let shown = Cells.shortened(name, to: hasWords ? room : line.columns, gap: gap)
        let end = canvas.put(shown, column: line.column, row: line.row, Style(.info, bold: true), width: line.columns)
        guard hasWords else { return }
        canvas.put(
            words, column: end + 2, row: line.row, Style(.secondary), width: max(0, line.column + line.columns - end - 2))
    }
}
