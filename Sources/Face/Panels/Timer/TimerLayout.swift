// The places of the timer's parts. Any thread; a value.
internal import Drawing

/// The parts of the page in an area of any size: less important ones go first.
struct TimerLayout: Sendable, Equatable {
    /// The state, over the digits; nil where the facts stand beside them.
    private(set) var head: Rectangle?
    /// The large time.
    private(set) var digits: Rectangle
    /// State, next gong and bed: beside the digits, or a line below them.
    private(set) var facts: Rectangle?
    /// The progress with its gongs.
    private(set) var bar: Rectangle?
    /// The times of the gongs.
    private(set) var ticks: Rectangle?
    /// The keys for the mouse.
    private(set) var buttons: Rectangle?
    /// The title of the list.
    private(set) var caption: Rectangle?
    /// The values of the next run, and the presets.
    private(set) var list: Rectangle
    /// The history.
    private(set) var history: Rectangle?

    /// Columns from which on the history stands beside the list.
    private static let wide = 72
    /// Cells of the digits with their margin: hours, minutes and seconds.
    private static let digitColumns = (large: 45, middle: 28)

    init(_ area: Rectangle) {
        let isWide = area.columns >= Self.wide
        let digitRows = area.rows >= 16 ? 5 : area.rows >= 8 ? 3 : 1
        let factsBeside = digitRows == 3 ? area.columns >= 50 : digitRows == 5 && isWide
        var row = area.row
        func next(_ rows: Int, from least: Int) -> Rectangle? {
            guard area.rows >= least else { return nil }
            defer { row += rows }
            return Rectangle(column: area.column + 1, row: row, columns: area.columns - 2, rows: rows)
        }
        _ = next(1, from: 18)
        head = factsBeside ? nil : next(1, from: 3)
        if !factsBeside { _ = next(1, from: 24) }
        digits = next(digitRows, from: 0) ?? area
        if factsBeside {
            let used = digitRows == 5 ? Self.digitColumns.large : Self.digitColumns.middle
            facts = Rectangle(
                column: digits.column + used, row: digits.row, columns: digits.columns - used, rows: digitRows)
        } else {
            facts = next(1, from: 12)
        }
        _ = next(1, from: 18)
        bar = next(1, from: 6)
        ticks = next(1, from: 14)
        buttons = next(1, from: 8)
        _ = next(1, from: 18)
        let rest = Rectangle(column: area.column + 1, row: row, columns: area.columns - 2, rows: area.row + area.rows - row)
        list = rest
        if isWide, rest.rows >= 3 {
            list.columns = min(38, rest.columns / 2)
            history = Rectangle(
                column: rest.column + list.columns + 3, row: rest.row, columns: rest.columns - list.columns - 3, rows: rest.rows)
        } else if rest.rows >= 14 {
            list.rows = max(8, rest.rows / 2)
            history = Rectangle(
                column: rest.column, row: rest.row + list.rows + 1, columns: rest.columns, rows: rest.rows - list.rows - 1)
        }
        guard list.rows >= 7 else { return }
        caption = list.line(0)
        list = Rectangle(column: list.column, row: list.row + 1, columns: list.columns, rows: list.rows - 1)
    }
}
