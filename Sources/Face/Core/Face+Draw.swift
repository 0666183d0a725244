// Draws the whole screen. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension Face {
    /// The screen, with all that the mouse can use.
    mutating func sketch(_ now: Double) -> Sketch {
        var sketch = Sketch(Canvas(columns: columns, rows: rows))
        guard rows > 0, columns > 0 else { return sketch }
        drawHeader(&sketch, now)
        guard size != .line else { return sketch }
        if size == .full { drawTrouble(&sketch, now) }
        if isWide || tab == .deck { draw(.page(.deck), &sketch, now) }
        if isWide { drawSeparator(&sketch) }
        if isWide || tab != .deck, let side = sideTab { draw(.page(side), &sketch, now) }
        for dialog in dialogs { drawDialog(dialog, &sketch, now) }
        if isLocked {
            dim(&sketch)
            // The help can be read in any case.
            if isHelp, let help = dialogs.last { drawDialog(help, &sketch, now) }
            drawLock(&sketch, now)
        }
        let foot = Rectangle(column: 0, row: rows - (hasTabs ? 2 : 1), columns: columns, rows: hasTabs ? 2 : 1)
        sketch.add(part(.screen(.action), foot, drawFoot), in: foot)
        if size == .small { drawTrouble(&sketch, now) }
        return sketch
    }

    private mutating func draw(_ owner: Owner, _ sketch: inout Sketch, _ now: Double) {
        guard let panel = panel(owner) else { return }
        let area = area(of: owner)
        let context = context(owner, now, area: area)
        if case .page = owner, !panel.isMoving {
            sketch.add(part(owner, area) { panel.draw(&$0, area, context) }, in: area)
            return
        }
        sketch.owner = owner
        panel.draw(&sketch, area, context)
        sketch.owner = .screen(.action)
    }

    /// A part of the screen that shows nothing of what always moves: drawn at its first use after a change.
    private mutating func part(_ owner: Owner, _ area: Rectangle, _ draw: (inout Sketch) -> Void) -> Sketch {
        if let known = still[owner], known.change == changes, known.area == area { return known.sketch }
        var sketch = Sketch(Canvas(columns: columns, rows: rows))
        sketch.owner = owner
        draw(&sketch)
        still[owner] = StillPart(change: changes, area: area, sketch: sketch)
        return sketch
    }

    private func drawSeparator(_ sketch: inout Sketch) {
        let column = area(of: .page(.deck)).columns
        for row in body.row..<body.row + body.rows {
            sketch.canvas.put(String(options.glyphs.vertical), column: column, row: row, Style(.separator))
        }
    }

    private mutating func drawDialog(_ dialog: Dialog, _ sketch: inout Sketch, _ now: Double) {
        let owner = Owner.dialog(dialog.number)
        let frame = frame(of: owner)
        if dialog.panel.isModal { sketch.cover(sketch.canvas.bounds) }
        sketch.cover(frame)
        DialogFrame(dialog.panel.title).draw(on: &sketch.canvas, in: frame, options.glyphs)
        draw(owner, &sketch, now)
    }

    private func drawFoot(_ sketch: inout Sketch) {
        if hasTabs { drawTabs(&sketch) }
        drawFooter(&sketch)
    }

    /// The names of the pages, each where a click shows it.
    private func drawTabs(_ sketch: inout Sketch) {
        let row = Rectangle(column: 0, row: rows - 2, columns: columns, rows: 1)
        let tabs = Tab.allCases
        let places = TabRow(tabs.map(\.name), short: tabs.map(\.shortName), selected: tabs.firstIndex(of: tab) ?? 0)
            .draw(on: &sketch.canvas, in: row)
        sketch.cover(row)
        for (place, tab) in zip(places, tabs) { sketch.button(place, tab.action) }
    }

    /// Dims the screen, and takes it from the mouse.
    private func dim(_ sketch: inout Sketch) {
        sketch.canvas.restyle(body) {
            $0.foreground = $0.foreground == .record ? .record : .disabled
            // Dim text cannot be read on a selection or a signal.
            if ![.background, .loop].contains($0.background) { $0.background = .raised }
        }
        sketch.cover(sketch.canvas.bounds)
    }

    /// Says how to unlock the screen.
    private func drawLock(_ sketch: inout Sketch, _ now: Double) {
        let held =
            unlocking.since == nil ? view.lock.seconds > 0 ? 1 - view.lock.seconds / HeldLock.seconds : 0 : unlocking.share(now)
        let key = name(of: .lock)
        let words = " " + tr("Locked: hold \(key) for 2 s") + " "
        let width = Cells.width(of: words)
        let place = DialogFrame.centred(columns: width, rows: 1, in: body)
        sketch.canvas.put(
            words, column: place.column, row: place.row, Style(.text, on: .selection, bold: true), width: place.columns)
        let done = Rectangle(column: place.column, row: place.row, columns: Int(Double(width) * held), rows: 1)
        sketch.canvas.restyle(done) { $0.isReversed = true }
        sketch.button(place, .lock)
    }
}
