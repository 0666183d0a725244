// The header: name, lamp, badge and time. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

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
            sketch.canvas.put(" " + tr("REC") + " ", column: column, row: 0, Style(.inverted, on: .brand, bold: true))
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
            let (left, all) = (view.cues.beatsLeft, view.cues.beats)
            return Cells.padded(tr("\(left) of \(all)"), Words.elapsedWidth, right: true)
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
        case .connecting: tr("connecting")
        case .connected: tr("nothing loaded")
        case .gone: tr("no engine")
        }
    }

    /// The word at the lamp and its colour.
    private var shownState: (word: String, role: Role) {
        switch (view.transport.record, view.transport.play) {
        case (.counting, _): (tr("COUNT-IN"), .warning)
        case (.recording, _): (tr("RECORDING"), .record)
        case (.paused, _): (tr("PAUSED"), .warning)
        case (.waiting, _): (tr("WAITING"), .warning)
        case (.armed, _): (tr("ARMED"), .warning)
        case (.closing, _): (tr("CLOSING"), .secondary)
        case (.idle, .playing): (playingWord, .success)
        case (.idle, .paused): (tr("PAUSED"), .secondary)
        case (.idle, .loading): (tr("LOADING"), .secondary)
        case (.idle, .stopped): (tr("STOPPED"), .secondary)
        }
    }

    /// The word while something plays: a cue or a review has its own.
    private var playingWord: String {
        switch view.loop.scan {
        case "off", "": tr("PLAYING")
        case "cue": tr("CUE")
        case "review": tr("REVIEW")
        default: view.loop.scan.uppercased()
        }
    }
}
