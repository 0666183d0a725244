// The places of the parts of the page of question sheets. Any thread; a value.
internal import Drawing

/// The parts of the page in an area of any size: less important ones go first.
struct AskLayout: Sendable, Equatable {
    /// The sheet and the place in it, or the title of the list of sheets.
    private(set) var caption: Rectangle
    /// The question; no rows while no sheet is being asked.
    private(set) var question: Rectangle
    /// The hint of the question.
    private(set) var hint: Rectangle
    /// The state, and the level of the inputs.
    private(set) var state: Rectangle
    /// The answered share.
    private(set) var bar: Rectangle
    /// The sheets; no rows while one is being asked.
    private(set) var sheets: Rectangle
    /// The keys for the mouse.
    private(set) var buttons: Rectangle
    /// The questions with their answers.
    private(set) var list: Rectangle
    /// The whole question and answer of the selected row.
    private(set) var details: Rectangle

    private struct Rows {
        var caption = 0, top = 0, question = 0, hint = 0, gap = 0, state = 0, bar = 0, sheets = 0, buttons = 0, gapBelow = 0,
            list = 0,
            details = 0
    }

    /// Columns that all buttons need in one row.
    private static let buttonColumns = 49

    /// Makes the layout for a round, or for so many sheets.
    init(_ area: Rectangle, isAsked: Bool, sheets count: Int) {
        var rows = Rows()
        var left = area.rows
        func give(_ part: WritableKeyPath<Rows, Int>, _ count: Int) {
            guard count > 0, left >= count else { return }
            rows[keyPath: part] += count
            left -= count
        }
        let buttonRows = area.columns >= Self.buttonColumns ? 1 : 2
        if isAsked {
            give(\.question, 1)
            give(\.state, 1)
            give(\.question, 1)
            give(\.list, 1)
            give(\.bar, 1)
            give(\.list, 3)
            give(\.caption, 1)
            give(\.buttons, buttonRows)
            give(\.hint, 1)
            give(\.gap, 1)
            give(\.gapBelow, 1)
            give(\.top, 1)
            give(\.list, 2)
            give(\.question, 1)
            give(\.details, 3)
            give(\.list, 4)
        } else {
            give(\.sheets, min(max(1, count), 3))
            give(\.list, 3)
            give(\.caption, 1)
            give(\.buttons, buttonRows)
            give(\.gapBelow, 1)
            give(\.sheets, min(max(0, count - 3), 3))
            give(\.list, 4)
            give(\.gap, 1)
            give(\.details, 3)
        }
        give(\.details, min(max(0, left - 4), 4))
        give(\.list, left)

        var row = area.row
        func next(_ count: Int) -> Rectangle {
            defer { row += count }
            return Rectangle(column: area.column + 1, row: row, columns: area.columns - 2, rows: count)
        }
        caption = next(rows.caption)
        row += rows.top
        question = next(rows.question)
        hint = next(rows.hint)
        if isAsked { row += rows.gap }
        state = next(rows.state)
        bar = next(rows.bar)
        sheets = next(rows.sheets)
        if !isAsked { row += rows.gap }
        buttons = next(rows.buttons)
        row += rows.gapBelow
        list = next(rows.list)
        details = next(rows.details)
    }
}
