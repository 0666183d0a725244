// Draws the pad and the large keys. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension DeckPanel {
    /// Draws STOP, REC/PAUSE, the pad and what it sets: in three rows, or in one.
    func drawPad(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        guard area.rows > 0, !context.isSmall else { return }
        if area.rows >= 3 { drawLarge(&sketch, area, context) } else { drawLine(&sketch, area, context) }
    }

    /// The look of STOP: lit while nothing moves.
    private func stopStyle(_ view: EngineView) -> Style {
        let rests = view.transport.record == .idle && view.transport.play == .stopped
        return rests ? Style(.text, on: .selection, bold: true) : Style(.text, on: .raised)
    }

    /// The look of REC/PAUSE: red while it records, yellow in a pause and in a count-in. Reversed, since each palette has these roles readable on
    /// its background, and no other role is readable on them in all palettes.
    private func recordStyle(_ view: EngineView) -> Style {
        switch view.transport.record {
        case .recording: Style(.record, bold: true, reversed: true)
        case .counting, .paused, .waiting, .armed: Style(.warning, bold: true, reversed: true)
        case .idle, .closing: Style(view.isRunning ? .text : .disabled, on: .raised)
        }
    }

    private func padStyle(_ isOn: Bool, _ isLit: Bool = false) -> Style {
        isLit ? Style(.text, on: .selection, bold: true) : Style(isOn ? .text : .disabled, on: .raised)
    }

    /// The words of STOP and REC/PAUSE.
    private static var stopWords: String { " " + tr("STOP") + " " }
    private static var recordWords: String { " " + tr("REC/PAUSE") + " " }

    private func drawLarge(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let (view, glyphs) = (context.view, context.options.glyphs)
        let isNarrow = area.columns < 74
        let start = area.column + (isNarrow ? 1 : 3)
        box(
            &sketch, Self.stopWords, .stop, Rectangle(column: start, row: area.row, columns: 8, rows: 3), stopStyle(view), glyphs)
        box(
            &sketch, Self.recordWords, .rec, Rectangle(column: start + 9, row: area.row, columns: 13, rows: 3),
            recordStyle(view), glyphs)
        let pad = start + (isNarrow ? 24 : 26)
        let isPlaying = view.transport.play == .playing
        let loaded = view.isLoaded
        let middle = area.row + 1
        sketch.button(" \(glyphs.up) " + tr("DPC") + " ", .dpc, column: pad + 4, row: area.row, padStyle(true))
        sketch.button(" \(glyphs.back) ", .nudgeBack, column: pad, row: middle, padStyle(loaded, view.loop.scan == "review"))
        sketch.button(
            isPlaying ? " \(glyphs.pause) " : " \(glyphs.play)  ", .play, column: pad + 5, row: middle, padStyle(true, isPlaying))
        sketch.button(
            " \(glyphs.forward) ", .nudgeForward, column: pad + 10, row: middle, padStyle(loaded, view.loop.scan == "cue"))
        sketch.button(
            " \(glyphs.down) " + tr("A-B") + " ", .loop, column: pad + 4, row: area.row + 2,
            padStyle(loaded, view.loop.isLooping))
        let column = pad + 17
        let room = area.column + area.columns - column
        drawLoop(&sketch, Rectangle(column: column, row: area.row + 2, columns: max(0, room), rows: 1), context)
        for (row, words) in [(area.row, levelWords(view, columns: room)), (middle, soundWords(view))] {
            sketch.canvas.put(words, column: column, row: row, Style(.secondary), width: room)
        }
        let sound = Rectangle(column: column, row: middle, columns: max(0, room), rows: 1)
        sketch.button(sound, .dpc)
    }

    private func drawLine(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let (view, glyphs) = (context.view, context.options.glyphs)
        let isPlaying = view.transport.play == .playing
        var column = area.column + 1
        for (words, action, style) in [
            (Self.stopWords, ScreenAction.stop, stopStyle(view)), (Self.recordWords, .rec, recordStyle(view)),
            (" \(glyphs.back) ", .nudgeBack, padStyle(view.isLoaded)),
            (isPlaying ? " \(glyphs.pause) " : " \(glyphs.play)  ", .play, padStyle(true, isPlaying)),
            (" \(glyphs.forward) ", .nudgeForward, padStyle(view.isLoaded)), (" " + tr("DPC") + " ", .dpc, padStyle(true)),
            (" " + tr("A-B") + " ", .loop, padStyle(view.isLoaded, view.loop.isLooping)),
        ] {
            guard column + Cells.width(of: words) <= area.column + area.columns else { break }
            column = sketch.button(words, action, column: column, row: area.row, style) + 1
        }
    }

    /// A large key with a frame.
    private func box(
        _ sketch: inout Sketch, _ words: String, _ action: ScreenAction, _ area: Rectangle, _ style: Style,
        _ glyphs: FaceOptions.Glyphs
    ) {
        DialogFrame("").draw(on: &sketch.canvas, in: area, glyphs)
        sketch.canvas.put(words, column: area.column + 1, row: area.row + 1, style, width: area.columns - 2)
        sketch.button(area, action)
    }

    /// Rate and pitch in fixed places.
    private func soundWords(_ view: EngineView) -> String {
        let pitch = Cells.padded((view.sound.cents > 0 ? "+" : "") + view.sound.cents.fixed(0), 5, right: true)
        let rate = view.sound.rate.localized(2)
        return tr("rate \(rate)  pitch \(pitch) c")
    }

    /// Volume, speech, bed and monitoring: all that there is room for.
    private func levelWords(_ view: EngineView, columns: Int) -> String {
        let (cues, volume) = (view.cues, view.gains.master.localized(1))
        let (bed, monitor) = (PrintableText.line(cues.bed), PrintableText.line(view.gains.monitor))
        var words = [tr("volume \(volume)")]
        if cues.isSpeaking {
            let percent = Cells.padded("\(cues.speakingPercent.fixed(0)) %", 5, right: true)
            words.append(tr("speech \(percent)"))
        }
        if cues.hasBed { words.append(tr("bed \(bed)")) }
        if !view.gains.monitor.isEmpty, view.gains.monitor != "off" { words.append(tr("monitor \(monitor)")) }
        return words.reduce("") { line, word in
            let longer = line.isEmpty ? word : line + "  " + word
            return Cells.width(of: longer) <= columns ? longer : line
        }
    }

    /// Draws A and B in fixed places, each with a button that clears it alone where the row is long enough.
    private func drawLoop(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let (view, end) = (context.view, area.column + area.columns)
        let point = "A 00:00:00  ".count
        let button = " \(context.options.glyphs.clear) "
        // Behind B no gap is needed.
        let hasButtons = area.columns >= 2 * (point + button.count) - 2
        var column = area.column
        for (name, frame, action) in [("A", view.loop.a, ScreenAction.clearA), ("B", view.loop.b, .clearB)] {
            let place = frame.map { TimeSpan.place(Double($0) / view.loadedRate, isExact: false) } ?? "--:--"
            let after = sketch.canvas.put(
                "\(name) \(place)", column: column, row: area.row, Style(.secondary), width: max(0, end - column))
            if hasButtons, frame != nil { sketch.button(button, action, column: after, row: area.row, padStyle(true)) }
            column += point + (hasButtons ? button.count : 0)
        }
    }
}
