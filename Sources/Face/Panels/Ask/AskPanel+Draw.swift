// The picture of question sheets. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension AskPanel {
    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let layout = layout(area, context)
        if context.view.question.isAsked {
            drawQuestion(&sketch, layout, context)
        } else {
            drawSheets(&sketch, layout, context)
        }
        drawButtons(&sketch, layout.buttons, context)
        drawList(&sketch, layout.list, context)
        drawDetails(&sketch, layout.details, context.options.glyphs)
    }

    // MARK: The round

    private func drawQuestion(_ sketch: inout Sketch, _ layout: AskLayout, _ context: FaceContext) {
        let (question, glyphs) = (context.view.question, context.options.glyphs)
        func put(_ text: String, _ line: Rectangle, _ style: Style, centred isCentred: Bool = true) {
            guard line.rows > 0 else { return }
            let words = Cells.shortened(text, to: line.columns, gap: glyphs.gap)
            let start = isCentred ? max(0, (line.columns - Cells.width(of: words)) / 2) : 0
            sketch.canvas.put(
                words, column: line.column + start, row: line.row, style, width: line.columns - start)
        }
        let (name, number, count) = (PrintableText.line(question.sheet), question.number, question.count)
        put(tr("\(name)   question \(number) of \(count)"), layout.caption, Style(.secondary))
        let all = Cells.wrapped(question.text, to: max(1, layout.question.columns))
        var lines = Array(all.prefix(layout.question.rows))
        if lines.count < all.count, let last = lines.popLast() {
            lines.append(Cells.start(of: last, max(0, layout.question.columns - Cells.width(of: glyphs.gap))) + glyphs.gap)
        }
        let top = (layout.question.rows - lines.count) / 2
        for (index, line) in lines.enumerated() { put(line, layout.question.line(top + index), Style(.text, bold: true)) }
        put(question.hint, layout.hint, Style(.secondary))
        drawState(&sketch, layout, context)
        guard layout.bar.rows > 0 else { return }
        let left = Cells.padded(AskSheet.required(question.requiredLeft), 17, right: true)
        let room = layout.bar.columns - Cells.width(of: left) - 2
        guard room >= 16 else {
            return ProgressBar(question.share).draw(on: &sketch.canvas, in: layout.bar, glyphs)
        }
        var bar = layout.bar
        bar.columns = room
        ProgressBar(question.share).draw(on: &sketch.canvas, in: bar, glyphs)
        sketch.canvas.put(left, column: layout.bar.column + room + 2, row: bar.row, Style(.warning))
    }

    /// Draws the state, and the level of the inputs while the engine listens. Without a caption the place stands here.
    private func drawState(_ sketch: inout Sketch, _ layout: AskLayout, _ context: FaceContext) {
        let (question, glyphs, line) = (context.view.question, context.options.glyphs, layout.state)
        guard line.rows > 0 else { return }
        let lamp = question.state == .answering ? glyphs.lamp : glyphs.darkLamp
        var column = sketch.canvas.put(
            "\(lamp) " + Cells.padded(question.word, 9), column: line.column, row: line.row,
            Style(question.role, bold: true), width: line.columns)
        if layout.caption.rows == 0 {
            column = sketch.canvas.put(
                "  " + question.place, column: column, row: line.row, Style(.secondary),
                width: max(0, line.column + line.columns - column))
        }
        let room = line.column + line.columns - column - 2
        guard question.state == .listening || question.state == .answering, room >= 12 else { return }
        let (left, right) = (context.view.inputs.left, context.view.inputs.right)
        let place = Rectangle(column: column + 2, row: line.row, columns: room, rows: 1)
        MeterBar(
            "", average: max(left.average, right.average), peak: max(left.peak, right.peak), held: max(left.held, right.held),
            isClipped: left.hasClipped || right.hasClipped
        ).draw(on: &sketch.canvas, in: place, glyphs)
    }

    // MARK: The sheets

    private func drawSheets(_ sketch: inout Sketch, _ layout: AskLayout, _ context: FaceContext) {
        let (glyphs, area) = (context.options.glyphs, layout.sheets)
        if layout.caption.rows > 0 {
            sketch.canvas.put(
                tr("Question sheets"), column: layout.caption.column, row: layout.caption.row, Style(.info, bold: true),
                width: layout.caption.columns)
        }
        guard !sheets.isEmpty else {
            let words =
                !failure.isEmpty ? failure : isLoading || !context.view.isConnected ? "" : tr("There is no question sheet.")
            let style = Style(failure.isEmpty ? .secondary : .error)
            for (index, line) in Cells.wrapped(PrintableText.line(words), to: max(1, area.columns)).prefix(area.rows).enumerated()
            {
                sketch.canvas.put(line, column: area.column, row: area.row + index, style, width: area.columns)
            }
            return
        }
        list.draw(on: &sketch.canvas, in: area, glyphs) { canvas, index, line, isSelected in
            guard sheets.indices.contains(index) else { return }
            let sheet = sheets[index]
            // The list without the keys shows its place too, in bold.
            let hasKeys = isSelected && !isInQuestions
            let background: Role = hasKeys ? .selection : .background
            if isSelected, isInQuestions { canvas.fill(line, .plain) }
            let name = min(14, max(4, line.columns / 3))
            var column = line.column
            func put(_ text: String, _ width: Int, _ role: Role, bold isBold: Bool = false, from least: Int = 1) {
                let room = min(width, line.column + line.columns - column)
                guard room >= least else { return }
                canvas.put(
                    Cells.shortened(PrintableText.line(text), to: room, gap: glyphs.gap), column: column, row: line.row,
                    Style(hasKeys ? .text : role, on: background, bold: isBold), width: room)
                column += width + 2
            }
            put(sheet.name, name, .text, bold: isSelected)
            put(Cells.padded(sheet.words, 19), 19, sheet.answered == sheet.count && sheet.count > 0 ? .success : .secondary)
            put(Cells.padded(sheet.requiredWords, 15), 15, .warning, from: 15)
            // A recording of another name than the sheet's is worth its place.
            if sheet.recording != sheet.name { put(sheet.recording, 30, .secondary, from: 8) }
        }
        sketch.spot(area, Spot.sheets.rawValue)
    }

    // MARK: Keys

    /// Draws the keys for the mouse; each keeps its place in all states.
    private func drawButtons(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        guard area.rows > 0 else { return }
        let isAsked = context.view.question.isAsked
        let (isOn, hasSheet) = (context.view.isConnected, context.view.isConnected && sheet != nil)
        let onQuestion = isOnQuestion(context)
        let (play, begin) = (tr("play"), tr("BEGIN"))
        // One key with two words.
        let first = Cells.padded(onQuestion ? play : begin, max(Cells.width(of: play), Cells.width(of: begin)))
        var (column, row) = (area.column, area.row)
        for (word, action, isEnabled) in [
            (first, ScreenAction.goTo, onQuestion ? answer?.from != nil : hasSheet),
            (tr("new"), .askNew, hasSheet && !isAsked), (tr("skip"), .askSkip, isAsked), (tr("again"), .askRepeat, isAsked),
            (tr("back"), .askBack, isAsked), (tr("stop"), .askStop, isAsked), (tr("type"), .editLine, isOn && answer != nil),
        ] {
            let words = " \(word) "
            if column + words.count > area.column + area.columns { (column, row) = (area.column, row + 1) }
            guard row < area.row + area.rows else { return }
            column = sketch.button(words, action, column: column, row: row, Style(isEnabled ? .text : .disabled, on: .raised)) + 1
        }
    }

    // MARK: The questions

    private func drawList(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let glyphs = context.options.glyphs
        guard !answers.isEmpty else { return }
        let question = min(44, max(12, (area.columns - 8) * 55 / 100))
        let onQuestion = isOnQuestion(context)
        rows.draw(on: &sketch.canvas, in: area, glyphs) { canvas, index, line, isSelected in
            guard answers.indices.contains(index) else { return }
            let entry = answers[index]
            let isMarked = isSelected && onQuestion
            let background: Role = isMarked ? .selection : .background
            if isSelected, !onQuestion { canvas.fill(line, .plain) }
            let (sign, role) = entry.mark(glyphs)
            canvas.put(
                String(sign), column: line.column, row: line.row, Style(isMarked ? .text : role, on: background, bold: true))
            let isAsked = context.view.question.isAsked && context.view.question.id == entry.id
            let number = entry.number > 0 ? "\(entry.number)" : "-"
            canvas.put(
                Cells.padded(number, 3, right: true), column: line.column + 1, row: line.row,
                Style(isMarked || isAsked ? .text : .secondary, on: background, bold: isAsked))
            canvas.put(
                Self.start(entry.question.isEmpty ? PrintableText.line(entry.id) : entry.question, question, glyphs.gap),
                column: line.column + 5, row: line.row, Style(.text, on: background, bold: isAsked),
                width: min(question, line.columns - 5))
            let column = 5 + question + 2
            guard line.columns > column else { return }
            canvas.put(
                Self.start(entry.words, line.columns - column, glyphs.gap), column: line.column + column, row: line.row,
                Style(isMarked ? .text : entry.isAnswered ? .info : .secondary, on: background), width: line.columns - column)
        }
        sketch.spot(area, Spot.questions.rawValue)
    }

    /// The beginning of a text: it tells more than its end.
    private static func start(_ text: String, _ width: Int, _ gap: String) -> String {
        guard Cells.width(of: text) > width else { return text }
        return Cells.start(of: text, max(0, width - Cells.width(of: gap))) + gap
    }

    /// Draws the whole question and answer of the selected row.
    private func drawDetails(_ sketch: inout Sketch, _ area: Rectangle, _ glyphs: FaceOptions.Glyphs) {
        guard area.rows > 0, let answer else { return }
        let width = max(1, area.columns)
        let lines =
            Cells.wrapped(answer.question, to: width).map { ($0, Style(.secondary)) }
            + Cells.wrapped(answer.words, to: width).map { ($0, Style(.text)) }
        for (index, line) in lines.prefix(area.rows).enumerated() {
            sketch.canvas.put(line.0, column: area.column, row: area.row + index, line.1, width: area.columns)
        }
    }
}
