// The picture of the timer. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension TimerPanel {
    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let layout = TimerLayout(area)
        drawTime(&sketch, layout, context)
        if let bar = layout.bar { drawBar(&sketch, bar, layout.ticks, context) }
        if let buttons = layout.buttons { drawKeys(&sketch, buttons, context) }
        if let line = layout.caption {
            sketch.canvas.put(
                tr("Next run"), column: line.column, row: line.row, Style(.info, bold: true), width: line.columns)
        }
        drawList(&sketch, layout.list, context)
        if let history = layout.history { drawHistory(&sketch, history, context.options.glyphs) }
    }

    // MARK: Time

    /// The run that is shown: the one under way, else the next one.
    private func plan(_ timer: TimerView) -> (length: Double, interval: Double) {
        guard timer.state == .idle else { return (timer.length, timer.interval) }
        return (TimerChoice.seconds(value(.length).text) ?? 0, TimerChoice.seconds(value(.interval).text) ?? 0)
    }

    private func drawTime(_ sketch: inout Sketch, _ layout: TimerLayout, _ context: FaceContext) {
        let (timer, glyphs) = (context.view.timer, context.options.glyphs)
        let length = plan(timer).length
        let seconds = timer.state == .idle ? length : timer.shown
        let digits = LargeDigits(Self.clock(seconds, hasHours: max(length, seconds) >= 3600))
        var room = layout.digits
        if layout.facts?.row == room.row { room.columns = (layout.facts?.column ?? room.column) - room.column - 2 }
        room = room.inset(columns: room.columns > 46 || room.rows < 5 ? 2 : 0)
        digits.draw(on: &sketch.canvas, in: room, Style(timer.role, bold: room.rows == 1), glyphs)
        let preset = timer.state == .idle ? choice.preset : timer.preset
        let state = timer.word + (preset.isEmpty ? "" : "  " + PrintableText.line(preset))
        let facts = facts(context)
        func put(_ text: String, _ place: Rectangle, _ style: Style) {
            let words = Cells.shortened(text, to: place.columns, gap: glyphs.gap)
            sketch.canvas.put(words, column: place.column, row: place.row, style, width: place.columns)
        }
        if let head = layout.head {
            put(state, head, Style(timer.role, bold: true))
            if let line = layout.facts { put(facts.prefix(2).joined(separator: " \(glyphs.dot) "), line, Style(.secondary)) }
        } else if let column = layout.facts {
            put(state, column.line(0), Style(timer.role, bold: true))
            for (index, fact) in facts.prefix(column.rows - 1).enumerated() {
                put(fact, column.line(index + 1), Style(.secondary))
            }
        }
    }

    /// Minutes and seconds, with hours where the run has them: as many characters during the whole run.
    private static func clock(_ seconds: Double, hasHours: Bool) -> String {
        let whole = Int64(nearest: max(0, min(86_400, seconds)))
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard hasHours else { return two(whole / 60) + ":" + two(whole % 60) }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }

    /// The next gong, the length, the interval and the bed.
    private func facts(_ context: FaceContext) -> [String] {
        let (timer, cues) = (context.view.timer, context.view.cues)
        let plan = plan(timer)
        let (whole, interval) = (TimerSteps.text(plan.length), TimerSteps.text(plan.interval))
        let length =
            plan.interval > 0 ? tr("\(whole), gong every \(interval)") : tr("\(whole), no gongs between")
        switch timer.state {
        case .idle:
            let (seconds, bed) = (TimerChoice.seconds(value(.countdown).text) ?? 0, PrintableText.line(value(.bed).text))
            let countdown = TimerSteps.text(seconds)
            return [
                seconds > 0 ? tr("start gong after \(countdown)") : tr("start gong at once"), length, tr("bed \(bed)"),
            ]
        case .completed: return [tr("The timer has ended."), length]
        case .countdown, .running, .paused:
            let bed = PrintableText.line(cues.bed)
            return [Self.gong(timer), length, cues.hasBed ? tr("bed \(bed)") : tr("no bed")]
        }
    }

    /// The time until the next gong; empty after the last one.
    private static func gong(_ timer: TimerView) -> String {
        guard let seconds = timer.gong else { return "" }
        let time = Words.elapsed(seconds)
        if timer.isBefore { return tr("start gong in \(time)") }
        return seconds >= timer.remaining ? tr("end gong in \(time)") : tr("next gong in \(time)")
    }

    // MARK: Progress

    /// Draws the part of the run that is over, with a mark at each interval gong, and the times of the gongs below it.
    private func drawBar(_ sketch: inout Sketch, _ bar: Rectangle, _ ticks: Rectangle?, _ context: FaceContext) {
        let (timer, glyphs) = (context.view.timer, context.options.glyphs)
        let share = timer.state == .idle ? 0 : timer.state == .completed ? 1 : timer.share
        ProgressBar(share).draw(on: &sketch.canvas, in: bar, glyphs)
        // The percent stands behind the bar.
        let cells = bar.columns - 6
        let (length, interval) = plan(timer)
        guard length > 0, cells > 8 else { return }
        let count = interval > 0 ? Int(min(10_000, (length / interval).rounded(.up))) - 1 : 0
        // Gongs that stand closer than two cells would be a line.
        let gongs = count > 0 && count <= cells / 3 ? (1...count).map { Double($0) * interval } : []
        let places = gongs.map { (cell: Int($0 / length * Double(cells)), seconds: $0) }
        for place in places {
            sketch.canvas.put(
                String(glyphs.vertical), column: bar.column + place.cell, row: bar.row, Style(.marker, on: .raised))
        }
        guard let ticks else { return }
        let end = TimerSteps.text(length)
        let last = ticks.column + cells - Cells.width(of: end)
        // Labels at equal distances: each gong has one, or each second gong, or each third, as there is room.
        let widest = places.map { Cells.width(of: TimerSteps.text($0.seconds)) }.max() ?? 0
        let step = places.isEmpty ? 1 : (widest + 2 + max(1, places[0].cell) - 1) / max(1, places[0].cell)
        for (index, place) in ([(cell: 0, seconds: 0.0)] + places).enumerated() where index % step == 0 {
            let label = TimerSteps.text(place.seconds)
            guard ticks.column + place.cell + Cells.width(of: label) < last else { continue }
            sketch.canvas.put(label, column: ticks.column + place.cell, row: ticks.row, Style(.secondary))
        }
        sketch.canvas.put(end, column: last, row: ticks.row, Style(.secondary))
    }

    /// Draws the keys for the mouse; each keeps its place in all states.
    private func drawKeys(_ sketch: inout Sketch, _ line: Rectangle, _ context: FaceContext) {
        let timer = context.view.timer
        let run = Cells.padded(" \(timer.runWords[0].uppercased()) ", 8)
        let style: Style =
            switch timer.state {
            case .countdown, .running: Style(.text, on: .selection, bold: true)
            case .paused: Style(.warning, bold: true, reversed: true)
            case .idle, .completed: Style(context.view.isConnected ? .text : .disabled, on: .raised)
            }
        var isPreset = false
        if case .preset = rows[min(list.selected, rows.count - 1)] { isPreset = true }
        var column = line.column
        for (words, action, style) in [
            (run, ScreenAction.timerRun, style),
            (" " + tr("STOP") + " ", .timerStop, Style(timer.state == .idle ? .disabled : .text, on: .raised)),
            (" " + tr("save as preset") + " ", .savePreset, Style(.secondary, on: .raised)),
            (" " + tr("delete preset") + " ", .delete, isPreset ? Style(.secondary, on: .raised) : Style(.disabled)),
        ] {
            guard column + Cells.width(of: words) <= line.column + line.columns else { break }
            column = sketch.button(words, action, column: column, row: line.row, style) + 1
        }
    }
}
