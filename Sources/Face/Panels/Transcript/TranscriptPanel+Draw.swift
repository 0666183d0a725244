// Draws the page of the transcript. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension TranscriptPanel {
    private static let buttons: [ScreenAction] = [
        .shuttleBack, .shuttleStop, .shuttleForward, .goTo, .editLine, .newLine, .delete, .nextDoubtful, .previousDoubtful,
        .transcribe,
    ]

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let layout = TranscriptLayout(area, isTyping: entry != nil)
        if let head = layout.head { drawHead(&sketch, head, context) }
        if layout.sound.rows > 0 { sound.draw(&sketch, DeckLayout(soundOf: layout.sound), context) }
        if rows.lines.isEmpty { drawNothing(&sketch, layout.text, context) } else { drawText(&sketch, layout.text, context) }
        sketch.spot(layout.text, Spot.text.rawValue)
        if let line = layout.entry, let entry { drawEntry(&sketch, line, entry, context) }
        guard let buttons = layout.buttons else { return }
        let needsLine: Set<ScreenAction> = [.goTo, .editLine, .delete, .nextDoubtful, .previousDoubtful]
        sketch.buttons(Self.buttons, in: buttons) {
            context.view.isLoaded && (!needsLine.contains($0) || !rows.lines.isEmpty)
        }
    }

    /// Name, place and length, rate, and the count of doubtful words.
    private func drawHead(_ sketch: inout Sketch, _ line: Rectangle, _ context: FaceContext) {
        let view = context.view
        guard view.isLoaded else { return }
        let place = TimeSpan.place(view.position.seconds, isExact: false)
        let length = TimeSpan.place(view.position.durationSeconds, isExact: false)
        let (doubtful, rate) = (view.words.doubtful, view.sound.rate.localized(2))
        var words = ["\(place) / \(length)", tr("rate \(rate)", "a narrow line")]
        if doubtful > 0 { words.append(tr(doubtful, "\(doubtful) doubtful word", "\(doubtful) doubtful words")) }
        if view.loop.isTyping { words.append(tr("waits while you type")) }
        let tail = words.joined(separator: "  ")
        let room = max(0, line.columns - Cells.width(of: tail) - 2)
        // A few letters of a name tell nothing, and the header has it.
        let name =
            room < 8
            ? ""
            : Cells.shortened(
                PrintableText.line(view.transport.playName), to: min(room, 30), gap: context.options.glyphs.gap)
        let text = name.isEmpty ? tail : name + "  " + tail
        sketch.canvas.put(text, column: line.column, row: line.row, Style(.secondary), width: line.columns)
    }

    /// Words for a page without text.
    private func drawNothing(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let key = { (action: ScreenAction) in
            context.keys.key(of: action, in: [.transcript])?.name ?? ""
        }
        let (typing, writing) = (key(.newLine), key(.transcribe))
        let words =
            if !context.view.isLoaded {
                tr("Nothing is loaded. Load a recording to see its words.")
            } else if !failure.isEmpty {
                failure
            } else if isLoading {
                tr("Reading ...")
            } else {
                tr(
                    "No words yet. Press \(typing) to type them at the playhead, or \(writing) to have a recogniser"
                        + " write them down.")
            }
        let style = Style(failure.isEmpty ? .secondary : .error)
        for (index, line) in Cells.wrapped(PrintableText.line(words), to: max(1, area.columns)).prefix(area.rows).enumerated() {
            sketch.canvas.put(line, column: area.column, row: area.row + index, style, width: area.columns)
        }
    }

    private func drawText(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let (view, glyphs) = (context.view, context.options.glyphs)
        let said = view.words.line > 0 ? Int(view.words.line) - 1 : -1
        for (offset, index) in rows.visible.enumerated() {
            let row = rows.rows[index]
            let line = rows.lines[row.line]
            let place = Rectangle(column: area.column, row: area.row + offset, columns: area.columns - 1, rows: 1)
            let background: Role = row.line == rows.selected ? .selection : .background
            sketch.canvas.fill(place, Style(.text, on: background))
            if row.isFirst {
                let clock = TimeSpan.place(Double(line.start) / view.loadedRate, isExact: false) + (line.isDoubtful ? "?" : "")
                let role: Role = line.isDoubtful ? .warning : .secondary
                sketch.canvas.put(
                    Cells.padded(clock, TranscriptLayout.clock - 1, right: true), column: place.column, row: place.row,
                    Style(row.line == rows.selected ? .text : role, on: background), width: TranscriptLayout.clock - 1)
            }
            let isSaid = row.line == said
            let style = Style(isSaid && background == .background ? .info : .text, on: background, bold: isSaid)
            sketch.canvas.put(
                row.text, column: place.column + TranscriptLayout.clock, row: place.row, style,
                width: max(0, place.columns - TranscriptLayout.clock))
        }
        guard rows.rows.count > area.rows else { return }
        let bar = Rectangle(column: area.column + area.columns - 1, row: area.row, columns: 1, rows: area.rows)
        ScrollBar(first: rows.top, shown: area.rows, of: rows.rows.count).draw(on: &sketch.canvas, in: bar, glyphs)
    }

    private func drawEntry(_ sketch: inout Sketch, _ line: Rectangle, _ entry: TranscriptEntry, _ context: FaceContext) {
        let stamp = Self.stamp(entry, context)
        sketch.canvas.fill(line, Style(.text, on: .raised))
        let end = sketch.canvas.put(
            stamp, column: line.column, row: line.row, Style(.secondary, on: .raised), width: line.columns)
        let room = max(1, line.column + line.columns - end)
        entry.field.draw(on: &sketch.canvas, in: Rectangle(column: end, row: line.row, columns: room, rows: 1))
        sketch.spot(line, Spot.entry.rawValue)
    }
}
