// Details, buttons and the last line of the library. Any thread; no I/O.
internal import Dictation
internal import Drawing
internal import Messages

extension LibraryPanel {
    /// Draws all that is known of the selected recording.
    func drawDetails(_ sketch: inout Sketch, _ area: Rectangle, isBeside: Bool, _ context: FaceContext) {
        guard let recording = window.row(list.selected) else { return }
        let glyphs = context.options.glyphs
        var row = area.row
        func put(_ text: String, _ style: Style) {
            guard row < area.row + area.rows else { return }
            let line = Cells.shortened(PrintableText.line(text), to: area.columns, gap: glyphs.gap)
            sketch.canvas.put(line, column: area.column, row: row, style, width: area.columns)
            row += 1
        }
        func drawWave() {
            guard row < area.row + area.rows else { return }
            let place = Rectangle(column: area.column, row: row, columns: area.columns, rows: 1)
            if let lanes = wave.lanes(of: recording) { WaveThumbnail(lanes, glyphs).draw(on: &sketch.canvas, in: place) }
            row += 1
        }
        guard isBeside else {
            drawWave()
            // Length and size stand in the list.
            let facts = Self.facts(recording).dropFirst(2).map(\.value)
            put(Self.joined(facts, to: area.columns, by: " \(glyphs.dot) "), Style(.secondary))
            let words = Self.words(recording).map { "\($0.label): \(PrintableText.line($0.value))" }.joined(separator: "  ")
            put(Self.cut(words, to: area.columns, glyphs.gap), Style(.secondary))
            return
        }
        put(recording.name, Style(.text, bold: true))
        put([recording.title, recording.artist].filter { !$0.isEmpty }.joined(separator: ", "), Style(.text))
        drawWave()
        row += 1
        for (label, value) in Self.facts(recording) {
            guard row < area.row + area.rows else { return }
            sketch.canvas.put(label, column: area.column, row: row, Style(.secondary), width: area.columns)
            let text = Cells.shortened(PrintableText.line(value), to: max(0, area.columns - 9), gap: glyphs.gap)
            sketch.canvas.put(text, column: area.column + 9, row: row, Style(.text), width: area.columns - 9)
            row += 1
        }
        for (label, value, isWarning) in Self.words(recording) {
            row += 1
            put(label, Style(.secondary))
            for line in Cells.wrapped(PrintableText.line(value), to: max(1, area.columns)) {
                put(line, Style(isWarning ? .warning : .text))
            }
        }
    }

    /// As many parts as fit, from the first on.
    private static func joined(_ parts: [String], to width: Int, by separator: String) -> String {
        parts.reduce("") { text, part in
            let longer = text.isEmpty ? part : text + separator + part
            return Cells.width(of: longer) <= width ? longer : text
        }
    }

    /// A text cut at its end: its beginning tells more than its end.
    private static func cut(_ text: String, to width: Int, _ gap: String) -> String {
        guard Cells.width(of: text) > width else { return text }
        return Cells.start(of: text, max(0, width - Cells.width(of: gap))) + gap
    }

    /// The facts of a recording, with their labels.
    private static func facts(_ recording: RecordingView) -> [(label: String, value: String)] {
        let (markers, files) = (recording.markers, recording.segments)
        var facts = [
            (tr("Length"), recording.length), (tr("Size"), ByteSize(recording.bytes).decimal), (tr("Format"), recording.format),
            (tr("Date"), LocalTime.minute(recording.created)),
            (tr("Markers"), tr(markers, "\(markers) marker", "\(markers) markers")),
            (tr("Files"), tr(files, "\(files) file", "\(files) files")), (tr("State"), recording.stateWord),
        ]
        if let position = recording.position {
            let place = TimeSpan.counter(seconds: position)
            facts.append((tr("Place"), tr("heard up to \(place)")))
        }
        return facts.filter { !$0.1.isEmpty }
    }

    /// The words of a recording: tags, note, problem.
    private static func words(_ recording: RecordingView) -> [(label: String, value: String, isWarning: Bool)] {
        [
            (tr("Tags"), recording.tags.joined(separator: ", "), false), (tr("Note"), recording.note, false),
            (tr("Problem"), recording.problem, true),
        ].filter { !$0.1.isEmpty }
    }

    // MARK: Buttons

    /// The verbs, for the mouse.
    private static let verbs: [ScreenAction] = [
        .load, .listen, .enqueue, .delete, .rename, .copy, .tag, .note, .export, .deliver, .bring, .complete, .select, .selectAll,
        .sort,
        .reverse, .byTag, .find, .favourite, .favourites, .group,
    ]

    /// Draws a button for each verb.
    func drawButtons(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let hasTargets = !targets.isEmpty
        let always: [ScreenAction] = [.bring, .sort, .reverse, .byTag, .find, .favourites, .group]
        sketch.buttons(Self.verbs, in: area) { context.view.isConnected && (hasTargets || always.contains($0)) }
    }

    // MARK: The last line

    /// Draws the progress of the running operation, else what the verbs act on.
    func drawFoot(_ sketch: inout Sketch, _ line: Rectangle, _ context: FaceContext) {
        let glyphs = context.options.glyphs
        if context.view.operation.isRunning {
            return OperationLine.draw(context.view.operation, on: &sketch.canvas, in: line, glyphs)
        }
        let targets = targets
        guard !targets.isEmpty else { return }
        let forms = marks.isEmpty ? targets.selectedWords : marks.markedWords
        let words = forms.map(PrintableText.line).first { Cells.width(of: $0) < line.columns } ?? PrintableText.line(forms[1])
        let text = Cells.shortened(words, to: line.columns - 1, gap: glyphs.gap)
        sketch.canvas.put(text, column: line.column, row: line.row, Style(marks.isEmpty ? .secondary : .info))
    }
}
