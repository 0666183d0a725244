// The help: all keys. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// All keys with their words, from the table that binds them. A click on a line does what its key does.
struct HelpPanel: Panel {
    var title: String { tr("Keys") }
    let contexts = [KeyContext.text]
    /// The actions by which it is read and closed.
    static let actions: Set<ScreenAction> = [.up, .down, .pageUp, .pageDown, .first, .last, .close]
    private var text = ScrolledText()

    /// A line: a title, a row of the table, or nothing.
    private enum Line {
        case title(String)
        case row(KeyHelp.Row)
        case blank
    }

    private func lines(_ context: FaceContext) -> [Line] {
        KeyHelp.parts(context.keys).flatMap { part in [.title(part.title)] + part.rows.map(Line.row) + [.blank] }
    }

    func size(in space: Rectangle, _ context: FaceContext) -> (columns: Int, rows: Int) { (min(78, space.columns), space.rows) }

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        let count = lines(context).count
        switch input {
        case .action(let action): return text.take(action, rows: context.area.rows, of: count)
        case .mouse(let event, _, _):
            if event.kind == .wheelUp || event.kind == .wheelDown {
                text.scroll(down: event.kind == .wheelDown, rows: context.area.rows, of: count)
            } else if event.kind == .press {
                click(event, &context)
            }
        case .key, .paste, .told: return false
        }
        return true
    }

    /// Closes the help and does what the line under the mouse tells, in the part of the screen below.
    private func click(_ event: MouseEvent, _ context: inout FaceContext) {
        let lines = lines(context)
        let visible = text.visible(rows: context.area.rows, of: lines.count)
        let index = visible.lowerBound + event.row - context.area.row
        guard visible.contains(index), case .row(let row) = lines[index] else { return }
        context.close()
        context.choose(row.action)
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let lines = lines(context)
        let visible = text.visible(rows: area.rows, of: lines.count)
        let width = min(20, max(8, area.columns / 3))
        sketch.spot(area, 0)
        for (row, index) in visible.enumerated() {
            let line = area.line(row)
            switch lines[index] {
            case .title(let title):
                sketch.canvas.put(title, column: line.column, row: line.row, Style(.info, bold: true), width: line.columns - 1)
            case .row(let item):
                sketch.canvas.put(
                    item.keys, column: line.column + 1, row: line.row, Style(.text, bold: true), width: width - 1)
                sketch.canvas.put(
                    Cells.shortened(item.help, to: max(0, line.columns - width - 2), gap: context.options.glyphs.gap),
                    column: line.column + width + 1, row: line.row, Style(.secondary))
            case .blank: break
            }
        }
        guard lines.count > area.rows, area.columns > 0 else { return }
        let bar = Rectangle(column: area.column + area.columns - 1, row: area.row, columns: 1, rows: area.rows)
        ScrollBar(first: visible.lowerBound, shown: area.rows, of: lines.count).draw(
            on: &sketch.canvas, in: bar, context.options.glyphs)
    }
}
