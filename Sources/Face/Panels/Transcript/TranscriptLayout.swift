// The places of the page of the transcript. Any thread; a value.
internal import Drawing

/// A head line, the sound, the text, the line that is typed, and the buttons. The text always has rows; other parts go first.
struct TranscriptLayout: Sendable, Equatable {
    /// The head line.
    private(set) var head: Rectangle?
    /// The sound; no rows where a deck stands beside the page.
    private(set) var sound: Rectangle
    /// The text.
    private(set) var text: Rectangle
    /// The line that is typed.
    private(set) var entry: Rectangle?
    /// The buttons.
    private(set) var buttons: Rectangle?

    /// Columns of the time before a line, with a space.
    static let clock = 9

    /// Columns of the text itself, without time and scroll bar.
    var textColumns: Int { max(1, text.columns - Self.clock - 1) }

    /// Makes the layout of an area.
    init(_ area: Rectangle, isTyping: Bool) {
        let hasHead = area.rows >= 4
        let buttonRows = isTyping || area.rows < 12 ? 0 : area.rows < 16 ? 1 : 2
        // A page beside the deck begins behind the first column.
        let hasSound = area.rows >= 14 && area.column == 0
        let soundRows = hasSound ? (area.rows >= 20 ? 6 : 4) : 0
        let entryRows = isTyping && area.rows >= 2 ? 1 : 0
        let rows = max(0, area.rows - (hasHead ? 1 : 0) - soundRows - entryRows - buttonRows)
        var row = area.row
        func next(_ count: Int) -> Rectangle {
            defer { row += count }
            return Rectangle(column: area.column, row: row, columns: area.columns, rows: count)
        }
        head = hasHead ? next(1) : nil
        sound = next(soundRows)
        text = next(rows)
        entry = entryRows > 0 ? next(1) : nil
        buttons = buttonRows > 0 ? next(buttonRows) : nil
    }
}
