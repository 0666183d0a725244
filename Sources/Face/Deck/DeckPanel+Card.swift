// Draws the prompt above the pad. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension DeckPanel {
    /// Draws the text of the prompt, and below it its keys, its category and a star for a favourite.
    func drawCard(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        guard area.rows > 0, let card = DeckCard(context.view, columns: area.columns) else { return }
        let keys = card.hasKeys ? 1 : 0
        let text = card.text(rows: area.rows - keys, columns: area.columns, gap: context.options.glyphs.gap)
        for (index, line) in text.enumerated() {
            sketch.canvas.put(
                line, column: area.column, row: area.row + index, Style(.text, bold: true), width: area.columns)
        }
        if card.hasKeys { drawCardKeys(&sketch, area.line(text.count), context) }
    }

    private func drawCardKeys(_ sketch: inout Sketch, _ line: Rectangle, _ context: FaceContext) {
        let prompt = context.view.prompt
        let end = line.column + line.columns
        var column = line.column
        for (action, word) in [
            (ScreenAction.usePrompt, tr("speak about it")), (.anotherPrompt, tr("another")),
            (.favouritePrompt, tr("favourite")), (.hidePrompt, tr("hide")),
        ] {
            let key = context.keys.key(of: action, in: contexts)?.shown(context.options.glyphs)
            let words = key.map { " \($0) \(word) " } ?? " \(word) "
            guard column + Cells.width(of: words) <= end else { break }
            let isLit = action == .favouritePrompt && prompt.isFavourite
            let isOn = action != .usePrompt || context.view.isRunning
            column =
                sketch.button(
                    words, action, column: column, row: line.row,
                    isLit ? Style(.text, on: .selection, bold: true) : Style(isOn ? .text : .disabled, on: .raised)) + 1
        }
        let star = prompt.isFavourite ? "\(context.options.glyphs.star) " : ""
        let words = Cells.shortened(star + prompt.category, to: max(0, end - column - 1), gap: context.options.glyphs.gap)
        guard Cells.width(of: words) > 2 else { return }
        sketch.canvas.put(words, column: end - Cells.width(of: words), row: line.row, Style(.secondary))
    }
}
