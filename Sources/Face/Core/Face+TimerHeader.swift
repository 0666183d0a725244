// The timer in the header. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension Face {
    /// Columns from which on the header has room for the timer beside name, lamp and time.
    private static let timerColumns = 60

    /// Draws the timer's remaining time before a column, unless the timer rests. Gives the column before which there is room.
    func drawTimer(_ sketch: inout Sketch, before end: Int) -> Int {
        let timer = view.timer
        guard timer.state != .idle, columns >= Self.timerColumns else { return end }
        let sign = timer.state == .paused ? options.glyphs.pause : "  "
        let time = timer.state == .completed ? tr("done", "a timer") : Words.elapsed(timer.shown)
        let words = tr("timer") + " " + sign + Cells.padded(time, Words.elapsedWidth, right: true)
        let column = end - Cells.width(of: words) - 2
        guard column > 3 else { return end }
        sketch.canvas.put(words, column: column, row: 0, Style(timer.role))
        sketch.button(Rectangle(column: column, row: 0, columns: Cells.width(of: words), rows: 1), .timer)
        return column
    }
}
