// The header: name, lamp, badge and time. Any thread; no I/O.
internal import Dictation
internal import Drawing

extension Face {
    /// Draws the first line. Lamp, badge and time have fixed places at the right; the name gets the rest.
    func drawHeader(_ sketch: inout Sketch, _ now: Double) {
        let time = shownTime
        let state = shownState
        var column = columns - 1
        column -= Cells.width(of: time)
        sketch.canvas.put(time, column: max(0, column), row: 0, Style(.text, bold: true))
        // A window of a line shows time and lamp only.
        let isRecording = view.transport.record == .recording
        if isRecording, columns >= 46 {
            column -= 7
            sketch.canvas.put(" REC ", column: column, row: 0, Style(.inverted, on: .brand, bold: true))
        } else if columns >= 46 {
            column -= 7
        }
        let isPlaying = view.transport.record == .idle && view.transport.play == .playing
        let isCounting = view.transport.record == .counting
        let lamp = String(
            isRecording || isCounting ? options.glyphs.lamp : isPlaying ? options.glyphs.play : options.glyphs.darkLamp)
        let word = columns >= 32 ? Cells.padded(state.word, Self.stateWidth) : ""
        column -= Cells.width(of: word) + 4
        let end = sketch.canvas.put(
            lamp, column: max(0, column), row: 0, Style(state.role, bold: isRecording, blinks: isRecording))
        sketch.canvas.put(" " + word, column: end, row: 0, Style(state.role, bold: isRecording), width: max(0, columns - end))
        column = drawTimer(&sketch, before: max(0, column))
        column = drawQuestion(&sketch, before: column)
        guard column > 3 else { return }
        let name = Cells.shortened(PrintableText.line(shownName), to: column - 3, gap: options.glyphs.gap)
        sketch.canvas.put(name, column: 1, row: 0, Style(view.name.isEmpty ? .secondary : .text, bold: !view.name.isEmpty))
    }

    /// Cells of the longest state word.
    private static let stateWidth = 9

    /// The beats, or the time, to the beginning in a count-in; in a take its running time, and where there is room the time until it ends by
    /// itself; else the place of the playhead.
    private var shownTime: String {
        if view.transport.record == .counting {
            guard view.cues.beats > 0 else { return Words.elapsed(view.cues.countIn) }
            return Cells.padded("\(view.cues.beatsLeft) of \(view.cues.beats)", Words.elapsedWidth, right: true)
        }
        guard view.transport.hasTake else { return Words.elapsed(view.position.seconds) }
        let elapsed = Words.elapsed(view.position.elapsedSeconds)
        guard let left = view.position.remaining, columns >= 60 else { return elapsed }
        return elapsed + " -" + Cells.padded(TimeSpan.counter(seconds: left.rounded(.up)), Words.elapsedWidth)
    }

    /// The name in the header; without one, what the screen does.
    private var shownName: String {
        if !view.name.isEmpty { return view.name }
        return switch view.link {
        case .connecting: "connecting"
        case .connected: "nothing loaded"
        case .gone: "no engine"
        }
    }

    /// The word at the lamp and its colour.
    private var shownState: (word: String, role: Role) {
        switch (view.transport.record, view.transport.play) {
        case (.counting, _): ("COUNT-IN", .warning)
        case (.recording, _): ("RECORDING", .record)
        case (.paused, _): ("PAUSED", .warning)
        case (.waiting, _): ("WAITING", .warning)
        case (.armed, _): ("ARMED", .warning)
        case (.closing, _): ("CLOSING", .secondary)
        case (.idle, .playing):
            (view.loop.scan == "off" || view.loop.scan.isEmpty ? "PLAYING" : view.loop.scan.uppercased(), .success)
        case (.idle, .paused): ("PAUSED", .secondary)
        case (.idle, .loading): ("LOADING", .secondary)
        case (.idle, .stopped): ("STOPPED", .secondary)
        }
    }
}
