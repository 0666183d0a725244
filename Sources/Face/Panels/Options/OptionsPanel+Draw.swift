// The picture of the options. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension OptionsPanel {
    /// The list, and below it the sentence about the selected option.
    static func parts(_ area: Rectangle) -> (list: Rectangle, help: Rectangle?) {
        let help = area.rows >= 14 ? 3 : area.rows >= 8 ? 2 : 0
        let list = Rectangle(column: area.column, row: area.row, columns: area.columns, rows: area.rows - help)
        guard help > 0 else { return (list, nil) }
        return (list, Rectangle(column: area.column, row: area.row + list.rows, columns: area.columns, rows: help))
    }

    /// The place of the values in the rows of the list, with an arrow on each side.
    static func valuePlace(_ area: Rectangle) -> Rectangle {
        let label = min(23, max(0, area.columns / 2))
        return Rectangle(
            column: area.column + label, row: area.row, columns: max(0, min(24, area.columns - label - 1)), rows: 1)
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let parts = Self.parts(area)
        list.draw(on: &sketch.canvas, in: parts.list, context.options.glyphs) { canvas, index, line, isSelected in
            draw(index, on: &canvas, line, isSelected: isSelected, context)
        }
        sketch.spot(parts.list, 0)
        if let help = parts.help { drawHelp(&sketch, help, context) }
    }

    private func draw(
        _ index: Int, on canvas: inout Canvas, _ line: Rectangle, isSelected: Bool, _ context: FaceContext
    ) {
        let (row, glyphs) = (OptionRow.all[index], context.options.glyphs)
        let background: Role = isSelected ? .selection : .background
        guard row.isOption else {
            canvas.put(row.label, column: line.column, row: line.row, Style(.info, bold: true), width: line.columns)
            return
        }
        let place = Self.valuePlace(line)
        canvas.put(
            row.label, column: line.column + 2, row: line.row, Style(.text, on: background),
            width: max(0, place.column - line.column - 3))
        let canStep = isSelected && (!row.choices.isEmpty || row.step != nil)
        if canStep {
            canvas.put("<", column: place.column, row: line.row, Style(.text, on: background, bold: true))
            canvas.put(
                ">", column: place.column + place.columns - 1, row: line.row, Style(.text, on: background, bold: true))
        }
        let value = value(of: row, context)
        let words = value.isEmpty ? Self.standard(row, context) : value
        canvas.put(
            Cells.shortened(PrintableText.line(words), to: max(0, place.columns - 4), gap: glyphs.gap),
            column: place.column + 2, row: line.row,
            Style(isSelected || !value.isEmpty ? .text : .secondary, on: background, bold: isSelected))
        drawNote(index, on: &canvas, line, behind: place.column + place.columns + 1, isSelected: isSelected, glyphs)
    }

    /// Draws what the engine said to a change, in the row itself.
    private func drawNote(
        _ index: Int, on canvas: inout Canvas, _ line: Rectangle, behind column: Int, isSelected: Bool,
        _ glyphs: FaceOptions.Glyphs
    ) {
        let room = line.column + line.columns - column
        guard let note = notes[index], room > 8 else { return }
        let role: Role = isSelected ? .text : note.isError ? .error : .secondary
        canvas.put(
            Cells.shortened(sentence: PrintableText.line(note.words), to: room, gap: glyphs.gap), column: column, row: line.row,
            Style(role, on: isSelected ? .selection : .background, bold: note.isError))
    }

    /// The words for a value that the engine decides.
    private static func standard(_ row: OptionRow, _ context: FaceContext) -> String {
        switch row.kind {
        case .source: context.view.sources.word
        case .setting: context.view.isConnected ? tr("standard") : ""
        case .title, .gain, .bed: ""
        }
    }

    private func drawHelp(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let row = OptionRow.all[list.selected]
        var (words, style) = (row.help, Style(.secondary))
        if let note = notes[list.selected], note.isError {
            (words, style) = (note.words, Style(.error))
        } else if case .setting(let key) = row.kind {
            let option = key.rawValue
            if let setting = SettingsTable.setting(key) { words += " " + setting.holds.help.text }
            if values[option]?.text("from") == "option" {
                words += " " + tr("The engine was started with --\(option), which comes first.")
            }
        }
        for (index, line) in Cells.wrapped(PrintableText.line(words), to: max(1, area.columns)).prefix(area.rows).enumerated() {
            sketch.canvas.put(line, column: area.column, row: area.row + index, style, width: area.columns)
        }
    }
}
