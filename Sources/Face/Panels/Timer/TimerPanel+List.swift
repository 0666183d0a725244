// Values, presets and history of the timer. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension TimerPanel {
    /// The place of the values in the rows of the list, with an arrow on each side.
    static func valuePlace(_ area: Rectangle) -> Rectangle {
        let label = min(12, max(0, area.columns / 2))
        return Rectangle(
            column: area.column + label, row: area.row, columns: max(0, min(20, area.columns - label - 1)), rows: 1)
    }

    /// Draws the values of the next run, and the presets.
    func drawList(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let glyphs = context.options.glyphs
        let rows = rows
        var list = list
        list.resize(count: rows.count)
        list.draw(on: &sketch.canvas, in: area, glyphs) { canvas, index, line, isSelected in
            guard rows.indices.contains(index) else { return }
            switch rows[index] {
            case .title:
                canvas.put(tr("Presets"), column: line.column, row: line.row, Style(.info, bold: true), width: line.columns)
            case .field(let key): draw(key, on: &canvas, line, isSelected: isSelected, glyphs)
            case .preset(let name, let words):
                let background: Role = isSelected ? .selection : .background
                if choice.preset == name {
                    canvas.put(
                        String(glyphs.marked), column: line.column, row: line.row, Style(.text, on: background, bold: true))
                }
                let text = Cells.padded(Cells.shortened(PrintableText.line(name), to: 9, gap: glyphs.gap), 9)
                canvas.put(text, column: line.column + 2, row: line.row, Style(.text, on: background), width: line.columns - 2)
                let rest = max(0, line.columns - 12)
                let values = PrintableText.line(TimerChoice(preset: name, line: words)?.words ?? words)
                // The beginning tells more than the end.
                let shown = Cells.width(of: values) <= rest ? values : Cells.start(of: values, max(0, rest - 1)) + glyphs.gap
                canvas.put(
                    shown, column: line.column + 12, row: line.row, Style(isSelected ? .text : .secondary, on: background),
                    width: rest)
            }
        }
        sketch.spot(area, 0)
    }

    private func draw(
        _ key: ParameterKey, on canvas: inout Canvas, _ line: Rectangle, isSelected: Bool, _ glyphs: FaceOptions.Glyphs
    ) {
        let background: Role = isSelected ? .selection : .background
        let place = Self.valuePlace(line)
        canvas.put(
            TimerRow.label(key), column: line.column, row: line.row, Style(.text, on: background),
            width: place.column - line.column)
        if isSelected {
            for (sign, column) in [("<", place.column), (">", place.column + place.columns - 1)] {
                canvas.put(sign, column: column, row: line.row, Style(.text, on: background, bold: true))
            }
        }
        let value = value(key)
        canvas.put(
            Cells.shortened(PrintableText.line(Self.words(key, value.text)), to: max(0, place.columns - 4), gap: glyphs.gap),
            column: place.column + 2, row: line.row,
            Style(isSelected || value.isChosen ? .text : .secondary, on: background, bold: isSelected))
    }

    /// A value in words.
    private static func words(_ key: ParameterKey, _ value: String) -> String {
        switch key {
        case .level: return value.isEmpty ? "" : tr("\(value) dB")
        case .bed: return value
        default:
            guard let seconds = TimerChoice.seconds(value) else { return value }
            return key == .interval && seconds == 0 ? tr("none", "gongs") : TimerSteps.text(seconds)
        }
    }

    /// Draws the sums, and as many of the last runs as there is room for.
    func drawHistory(_ sketch: inout Sketch, _ area: Rectangle, _ glyphs: FaceOptions.Glyphs) {
        var row = area.row
        func put(_ text: String, _ style: Style) {
            guard row < area.row + area.rows else { return }
            let words = Cells.shortened(PrintableText.line(text), to: area.columns, gap: glyphs.gap)
            sketch.canvas.put(words, column: area.column, row: row, style, width: area.columns)
            row += 1
        }
        put(tr("History"), Style(.info, bold: true))
        var line = ""
        for sum in runs.sums {
            let longer = line.isEmpty ? sum : line + " \(glyphs.dot) " + sum
            if Cells.width(of: longer) > area.columns, !line.isEmpty {
                put(line, Style(.secondary))
                line = sum
            } else {
                line = longer
            }
        }
        put(line, Style(.secondary))
        for run in runs.runs {
            let whole = TimerSteps.text(run.length)
            let end = (run.isCompleted ? String(glyphs.marked) : tr("of \(whole)")) + " \(run.preset)"
            put("\(LocalTime.minute(run.started)) \(Words.elapsed(run.seconds)) \(end)", Style(.text))
        }
    }
}
