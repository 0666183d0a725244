// The footer: the keys that hold now. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension Face {
    /// A key of the footer with its row.
    typealias Hint = (row: KeyRow, key: Key)

    /// Draws the last line: the keys that hold now, as many as there is room for.
    func drawFooter(_ sketch: inout Sketch) {
        let row = rows - 1
        sketch.canvas.fill(Rectangle(column: 0, row: row, columns: columns, rows: 1), Style(.secondary, on: .raised))
        sketch.cover(Rectangle(column: 0, row: row, columns: columns, rows: 1))
        var (column, end) = (1, columns - 1)
        let hints = footerRows
        // The help stands at the right edge, since all that has no room is found there, and the way out beside it.
        let edge: [ScreenAction] = size == .full ? [.help, .quit] : [.help]
        for action in edge {
            guard let hint = hints.first(where: { $0.row.action == action }), width(of: hint) < end else { continue }
            end -= width(of: hint)
            drawHint(hint, &sketch, end)
            end -= size == .full ? 2 : 1
        }
        for hint in fitting(hints.filter { !edge.contains($0.row.action) }, columns: end - column) {
            drawHint(hint, &sketch, column)
            column += width(of: hint) + 2
        }
    }

    /// The hints that there is room for: first the one that closes, then the others in their order.
    private func fitting(_ hints: [Hint], columns: Int) -> [Hint] {
        var room = columns
        var shown: Set<Int> = []
        let closing = hints.indices.filter { hints[$0].row.action == .close }
        for place in closing + hints.indices where !shown.contains(place) && width(of: hints[place]) <= room {
            shown.insert(place)
            room -= width(of: hints[place]) + 2
        }
        return shown.sorted().map { hints[$0] }
    }

    /// The words that a hint has in turn, the present one first.
    func words(of row: KeyRow) -> [String] {
        let own = row.hint.text
        return switch (row.action, row.context) {
        case (.play, .anywhere): view.transport.play == .playing ? [tr("pause"), own] : [own, tr("pause")]
        case (.rec, .anywhere):
            switch view.transport.record {
            case .recording, .armed: [tr("pause"), tr("resume"), tr("cancel"), own]
            case .counting: [tr("cancel"), tr("pause"), tr("resume"), own]
            case .paused: [tr("resume"), tr("pause"), tr("cancel"), own]
            case .idle, .waiting, .closing: [own, tr("pause"), tr("resume"), tr("cancel")]
            }
        case (.timerRun, _): view.timer.runWords
        // During a round the list has questions only.
        case (.goTo, .ask): view.question.isAsked ? [tr("play"), own] : [own, tr("play")]
        // From the library its key goes back.
        case (.library, .anywhere): [tab == .library && dialogs.isEmpty ? tr("deck") : own]
        default: [own]
        }
    }

    /// The cells of a hint with the longest of its words, so that the hints behind it keep their places.
    private func width(of hint: Hint) -> Int {
        Cells.width(of: hint.key.shown(options.glyphs)) + 1 + (words(of: hint.row).map { Cells.width(of: $0) }.max() ?? 0)
    }

    /// Draws a key with its word; a click does what the key does.
    private func drawHint(_ hint: Hint, _ sketch: inout Sketch, _ start: Int) {
        let can = allows(hint.row.action) && isPossible(hint.row.action)
        var column = sketch.canvas.put(
            hint.key.shown(options.glyphs), column: start, row: rows - 1, Style(can ? .text : .disabled, on: .raised, bold: can))
        column = sketch.canvas.put(
            " " + (words(of: hint.row).first ?? ""), column: column, row: rows - 1,
            Style(can ? .secondary : .disabled, on: .raised))
        sketch.button(Rectangle(column: start, row: rows - 1, columns: column - start, rows: 1), hint.row.action)
    }

    /// The rows of the footer: those of the panel with the focus, then those that hold everywhere. The deck's own stand in
    /// the order of the table. A row whose keys a nearer one has is left out, and so is one that an open question holds back.
    var footerRows: [Hint] {
        let held = keys.rows(in: contexts, isTyping: panel(focus)?.takesText == true).filter { row, _ in
            !row.hint.isEmpty && (row.context != .anywhere || isFree(for: row.action))
        }
        guard focus == .page(.deck) else { return held }
        return KeyTable.all.compactMap { row in held.first { $0.row == row } }
    }

    /// True if the action can have an effect now: what cannot be done is dim.
    func isPossible(_ action: ScreenAction) -> Bool {
        let transport = view.transport
        switch action {
        case .startEngine: return !view.isConnected
        case .play: return view.isConnected
        case .rec: return view.isRunning || transport.record != .idle
        case .stop: return transport.record != .idle || transport.play != .stopped
        case .timerStop: return view.timer.state != .idle
        case .mark: return !view.name.isEmpty
        case .favouritePrompt, .hidePrompt: return view.isConnected && !view.prompt.text.isEmpty
        case .askSkip, .askRepeat, .askBack: return view.question.isAsked
        case .askStop: return view.question.isAsked || isPossible(.stop)
        case .loop, .skip, .clearA, .clearB, .nudgeBack, .nudgeForward, .stepBack, .stepForward, .previousMarker, .nextMarker,
            .goStart,
            .goEnd, .shuttleBack, .shuttleStop, .shuttleForward:
            return view.isLoaded
        case .nextRecording, .previousRecording: return view.queue.count > 0
        default:
            let rows = KeyTable.rows(of: action)
            return view.isConnected || !rows.contains(where: \.needsEngine)
        }
    }
}

extension Key {
    /// The key as the footer shows it: arrows as signs where the terminal has them.
    func shown(_ glyphs: FaceOptions.Glyphs) -> String {
        guard glyphs != .ascii, case .named(let name) = self else { return self.name }
        return switch name {
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .enter: "⏎"
        default: self.name
        }
    }
}
