// Rows of buttons. Any thread; a value.
internal import Dictation
internal import Drawing

extension Sketch {
    /// Draws a button for each action in as many lines as the area has.
    mutating func buttons(_ actions: [ScreenAction], in area: Rectangle, isEnabled: Bool = true) {
        buttons(actions, in: area) { _ in isEnabled }
    }

    /// Draws a button for each action; those that cannot be used now are dim.
    mutating func buttons(_ actions: [ScreenAction], in area: Rectangle, _ isEnabled: (ScreenAction) -> Bool) {
        var (column, row) = (area.column, area.row)
        for action in actions {
            let word = " \(action.word) "
            if column + word.count > area.column + area.columns { (column, row) = (area.column, row + 1) }
            guard row < area.row + area.rows else { return }
            let style = isEnabled(action) ? Style(.secondary, on: .raised) : Style(.disabled)
            column = button(word, action, column: column, row: row, style) + 1
        }
    }
}
