// Draws the tape: ruler, waveform, markers and the whole tape. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension TapePart {
    /// Draws all that shows time. Each part is also where the mouse locates and zooms.
    func draw(_ sketch: inout Sketch, _ layout: DeckLayout, _ context: FaceContext) {
        let glyphs = context.options.glyphs
        let axis = tape.axis(max(1, layout.wave.columns))
        if layout.ruler.rows > 0 {
            if tape.source == .inputs {
                sketch.canvas.put(tr("inputs"), column: layout.ruler.column, row: layout.ruler.row, Style(.secondary))
            } else {
                Ruler(axis).draw(on: &sketch.canvas, in: layout.ruler, glyphs)
            }
            sketch.spot(layout.ruler, Spot.wave.rawValue)
        }
        if layout.wave.rows > 1 {
            drawWave(&sketch, layout, axis, context)
            sketch.spot(layout.wave, Spot.wave.rawValue)
        }
        if layout.marks.rows > 0 {
            drawMarks(&sketch, layout.marks, axis, context)
            sketch.spot(layout.marks, Spot.marks.rawValue)
        }
        if layout.overview.rows > 0, tape.source != .inputs {
            drawOverview(&sketch, layout.overview, context)
            sketch.spot(layout.overview, Spot.overview.rawValue)
        }
    }

    /// The waveforms of the window: of a take, the sound from before the live columns comes first.
    private func strips(_ view: EngineView) -> [WaveStrip] {
        guard case .take(let name) = tape.source, !tape.shownWhole, window.name == name else { return [strip(view)] }
        return [window.strip, strip(view)]
    }

    private func strip(_ view: EngineView) -> WaveStrip {
        let end = tape.first.boundedSum(tape.frames)
        switch tape.source {
        case .loaded: return window.name == view.reference ? window.strip : WaveStrip()
        case .take(let name):
            if tape.shownWhole { return window.name == name ? window.strip : WaveStrip() }
            guard view.wave.source == .take, view.wave.name == name else { return WaveStrip() }
            return WaveStrip(view.wave, from: tape.first, until: end)
        case .inputs:
            guard view.wave.source == .inputs else { return WaveStrip() }
            return WaveStrip(view.wave, from: tape.first, until: end)
        }
    }

    private func drawWave(_ sketch: inout Sketch, _ layout: DeckLayout, _ axis: TimeAxis, _ context: FaceContext) {
        let (view, glyphs) = (context.view, context.options.glyphs)
        let strips = strips(view)
        let channels = strips.last { !$0.lanes.isEmpty }?.lanes.count ?? 2
        let loop = loopCells(axis, view)
        if let loop {
            let shade = Rectangle(
                column: layout.wave.column + loop.lowerBound, row: layout.wave.row, columns: loop.count, rows: layout.wave.rows)
            sketch.canvas.fill(shade, Style(.text, on: .loop))
        }
        let head = headCell(axis)
        for channel in 0..<channels {
            let lane = layout.lane(channel, of: channels)
            if lane.column > 0, channels > 1 {
                let side = channel == 0 ? tr("L", "left channel") : tr("R", "right channel")
                sketch.canvas.put(side, column: lane.column - 1, row: lane.row, Style(.secondary))
            }
            let isPlayback = if case .loaded = tape.source { true } else { false }
            for strip in strips {
                guard let cells = strip.cells(of: axis) else { continue }
                let points = Waveform.points(cells: 1, glyphs)
                let part = Rectangle(
                    column: lane.column + cells.lowerBound, row: lane.row, columns: cells.count, rows: lane.rows)
                Waveform(
                    strip.lane(min(channel, strip.lanes.count - 1), axis, cells: cells, pointsPerCell: points), glyphs,
                    playhead: isPlayback ? head.map { $0 - cells.lowerBound } : nil,
                    loop: loop.map { $0.lowerBound - cells.lowerBound..<$0.upperBound - cells.lowerBound }
                ).draw(on: &sketch.canvas, in: part)
            }
        }
        for item in breaks(view) {
            guard let cell = axis.cell(of: item.frame) else { continue }
            let column = Rectangle(column: layout.wave.column + cell, row: layout.wave.row, columns: 1, rows: layout.wave.rows)
            sketch.canvas.restyle(column) { $0.foreground = .warning }
        }
        guard tape.source != .inputs, let head else { return }
        for row in 0..<layout.wave.rows {
            let background: Role = loop?.contains(head) == true ? .loop : .background
            sketch.canvas.put(
                String(glyphs.head), column: layout.wave.column + head, row: layout.wave.row + row,
                Style(.playhead, on: background))
        }
    }

    /// The cell of the playhead; the last one for a head at the end of the window.
    private func headCell(_ axis: TimeAxis) -> Int? {
        if let cell = axis.cell(of: tape.head) { return cell }
        return tape.head == axis.firstFrame.boundedSum(axis.frames) ? axis.cells - 1 : nil
    }

    /// The cells from A to B; from A to the end of the window while B is not set.
    private func loopCells(_ axis: TimeAxis, _ view: EngineView) -> Range<Int>? {
        guard case .loaded = tape.source, let a = view.loop.a, let b = view.loop.b, a < b else { return nil }
        return axis.cells(of: a..<b)
    }

    /// Pauses and losses of what is shown.
    private func breaks(_ view: EngineView) -> [TapeBreak] {
        switch tape.source {
        case .take(let name):
            whole.name == name
                ? view.breaks.after(whole.breaks, until: whole.strip.endFrame, rate: tape.rate) : view.breaks.all
        case .loaded: facts.breaks
        case .inputs: []
        }
    }

    /// The markers of what is shown.
    private func markers(_ view: EngineView) -> [MarkerView] {
        tape.source != .inputs && view.markersOf == view.name ? view.markers : []
    }

    /// The line under the waveform: markers with their names, A and B, pauses and losses with their lengths.
    private func drawMarks(_ sketch: inout Sketch, _ line: Rectangle, _ axis: TimeAxis, _ context: FaceContext) {
        let (view, glyphs) = (context.view, context.options.glyphs)
        guard tape.source != .inputs else { return }
        sketch.canvas.fill(line, Style(.separator), glyphs.horizontal)
        var flags: [(cell: Int, words: String, role: Role)] = []
        for marker in markers(view) {
            guard let cell = axis.cell(of: marker.frame) else { continue }
            let name = marker.name.isEmpty ? String(marker.number) : marker.name
            flags.append((cell, "\(glyphs.flag)\(PrintableText.line(name))", .marker))
        }
        for (name, frame) in [("A", view.loop.a), ("B", view.loop.b)] {
            guard case .loaded = tape.source, let frame, let cell = axis.cell(of: frame) else { continue }
            flags.append((cell, "\(glyphs.flag)\(name)", .info))
        }
        for item in breaks(view) {
            guard let cell = axis.cell(of: item.frame) else { continue }
            flags.append((cell, "\(glyphs.flag)\(Self.words(item))", .warning))
        }
        flags.sort { ($0.cell, $0.role.rawValue) < ($1.cell, $1.role.rawValue) }
        for (index, flag) in flags.enumerated() {
            // A name ends where the next flag stands.
            let next = index + 1 < flags.count ? flags[index + 1].cell : line.columns
            let room = max(1, next - flag.cell)
            sketch.canvas.put(flag.words, column: line.column + flag.cell, row: line.row, Style(flag.role), width: room)
        }
    }

    private static func words(_ item: TapeBreak) -> String {
        guard let seconds = item.seconds else {
            return switch item.kind {
            case .pause: tr("pause", "in a take")
            case .lost: tr("lost", "sound")
            case .away: tr("no server")
            }
        }
        let length = TimeSpan.length(seconds)
        return switch item.kind {
        case .pause: tr("pause \(length)")
        case .lost: tr("lost \(length)")
        case .away: tr("no server \(length)")
        }
    }

    /// The whole tape in one row: the window brighter, the A-B stretch shaded, markers and playhead.
    private func drawOverview(_ sketch: inout Sketch, _ line: Rectangle, _ context: FaceContext) {
        let (view, glyphs) = (context.view, context.options.glyphs)
        guard tape.length > 0, line.columns > 0 else { return }
        let axis = tape.wholeAxis(line.columns)
        let strip = whole.name == view.reference ? whole.strip : WaveStrip()
        if let cells = strip.cells(of: axis) {
            let lanes = strip.lanes.indices.map { strip.lane($0, axis, cells: cells, pointsPerCell: 1) }
            let part = Rectangle(column: line.column + cells.lowerBound, row: line.row, columns: cells.count, rows: 1)
            WaveThumbnail(lanes, glyphs).draw(on: &sketch.canvas, in: part, Style(.wavePeak))
        } else {
            sketch.canvas.fill(line, Style(.separator), glyphs.dot)
        }
        let end = min(tape.length, tape.first.boundedSum(tape.frames))
        if tape.first < end, let cells = axis.cells(of: tape.first..<end) {
            let part = Rectangle(column: line.column + cells.lowerBound, row: line.row, columns: cells.count, rows: 1)
            sketch.canvas.restyle(part) {
                $0.foreground = $0.foreground == .wavePeak ? .wave : .secondary
                $0.background = .raised
            }
        }
        if let loop = loopCells(axis, view) {
            let part = Rectangle(column: line.column + loop.lowerBound, row: line.row, columns: loop.count, rows: 1)
            sketch.canvas.restyle(part) { $0.background = .loop }
        }
        for marker in markers(view) {
            guard let cell = axis.cell(of: marker.frame) else { continue }
            sketch.canvas.restyle(Rectangle(column: line.column + cell, row: line.row, columns: 1, rows: 1)) {
                $0.foreground = .marker
                $0.isUnderlined = true
            }
        }
        if let head = headCell(axis) {
            sketch.canvas.put(String(glyphs.head), column: line.column + head, row: line.row, Style(.playhead))
        }
    }
}
