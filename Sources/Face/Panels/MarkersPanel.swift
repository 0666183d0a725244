// The markers of the take or of the loaded recording. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of markers: go to one, change it, or begin a loop at it.
struct MarkersPanel: Panel {
    var title: String { tr("Markers") }
    let contexts = [KeyContext.markers, .list]
    private var list = RowList()
    /// The question that is open, with the marker that it is about.
    private var question: (action: ScreenAction, marker: MarkerView)?

    private func selected(_ context: FaceContext) -> MarkerView? {
        let markers = context.view.markers
        return markers.indices.contains(list.selected) ? markers[list.selected] : nil
    }

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(let action):
            if let key = RowList.key(of: action) { return list.take(key) }
            return perform(action, &context)
        case .mouse(let event, 0, let area):
            if list.take(event, in: area), context.isFocused { _ = perform(.goTo, &context) }
            return true
        case .told(_, let text):
            carryOut(text, &context)
            return true
        case .key, .mouse, .paste: return false
        }
    }

    private mutating func perform(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        switch action {
        case .goTo, .rename, .note, .delete, .loopA, .loopB: break
        default: return false
        }
        guard let marker = selected(context) else { return true }
        let place = Value.text("\(marker.frame)f")
        let (name, number) = (marker.name, marker.number)
        switch action {
        case .goTo: if isHeard(&context) { context.ask(.playing(.locate), [.at: place]) }
        case .loopA: if isHeard(&context) { context.ask(.playing(.loop), [.a: place]) }
        case .loopB: if isHeard(&context) { context.ask(.playing(.loop), [.b: place]) }
        case .rename:
            question = (action, marker)
            let title = name.isEmpty ? tr("Rename marker \(number)") : tr("Rename \"\(name)\"")
            context.question(0, title, text: name)
        case .note:
            question = (action, marker)
            let title = name.isEmpty ? tr("Note of marker \(number)") : tr("Note of \"\(name)\"")
            context.question(0, title, text: marker.note)
        default:
            question = (action, marker)
            let place = Self.place(marker, context)
            context.question(
                0, name.isEmpty ? tr("Delete marker \(number)?") : tr("Delete \"\(name)\"?"),
                [tr("The marker at \(place) will be deleted.")], isWarning: true)
        }
        return true
    }

    /// True if the markers are those of what plays: the playhead cannot go to a place of a running take.
    private func isHeard(_ context: inout FaceContext) -> Bool {
        if context.view.isLoaded, context.view.markersOf == context.view.transport.playName { return true }
        context.say(tr("Stop the take and load it first: the playhead goes to markers of a loaded recording only"), .warning)
        return false
    }

    private mutating func carryOut(_ text: String, _ context: inout FaceContext) {
        guard let question else { return }
        self.question = nil
        let number = Value.text("\(question.marker.number)")
        switch question.action {
        case .rename: if !text.isEmpty { context.ask(.marker(.mark), [.name: .text(text), .change: number]) }
        case .note: if !text.isEmpty { context.ask(.marker(.mark), [.note: .text(text), .change: number]) }
        case .delete: context.ask(.marker(.unmark), [.marker: number])
        default: break
        }
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        if case .failure(let failure) = answer { context.say(failure.words, .error) }
    }

    mutating func look(_ context: inout FaceContext) {
        list.resize(count: context.view.markers.count)
        list.show(height: Self.parts(context.area).list.rows)
    }

    // MARK: Picture

    private static func parts(_ area: Rectangle) -> (head: Rectangle?, list: Rectangle, buttons: Rectangle?) {
        guard area.rows >= 5 else { return (nil, area, nil) }
        let hasButtons = area.rows >= 10
        let rows = area.rows - 1 - (hasButtons ? 1 : 0)
        return (
            area.line(0), Rectangle(column: area.column, row: area.row + 1, columns: area.columns, rows: rows),
            hasButtons ? area.line(area.rows - 1) : nil
        )
    }

    private static func place(_ marker: MarkerView, _ context: FaceContext) -> String {
        TimeSpan.place(Double(marker.frame) / context.view.loadedRate, isExact: false)
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let parts = Self.parts(area)
        let (markers, glyphs) = (context.view.markers, context.options.glyphs)
        if let head = parts.head {
            let (count, recording) = (markers.count, context.view.markersOf)
            let words =
                recording.isEmpty
                ? tr(count, "\(count) marker", "\(count) markers")
                : tr(count, "\(count) marker of \(recording)", "\(count) markers of \(recording)")
            sketch.canvas.put(
                Cells.shortened(PrintableText.line(words), to: head.columns, gap: glyphs.gap), column: head.column,
                row: head.row, Style(.secondary), width: head.columns)
        }
        if markers.isEmpty {
            let key = context.keys.key(of: .mark, in: [.anywhere])?.name ?? "m"
            let words = context.view.name.isEmpty ? tr("Nothing is loaded.") : tr("No markers yet. Press \(key) to set one.")
            sketch.canvas.put(
                words, column: parts.list.column, row: parts.list.row, Style(.secondary), width: parts.list.columns)
        }
        var list = list
        list.resize(count: markers.count)
        list.draw(on: &sketch.canvas, in: parts.list, glyphs) { canvas, row, line, isSelected in
            Self.draw(markers[row], on: &canvas, line, isSelected: isSelected, context)
        }
        sketch.spot(parts.list, 0)
        if let buttons = parts.buttons {
            sketch.buttons([.goTo, .rename, .note, .delete, .loopA, .loopB], in: buttons, isEnabled: !markers.isEmpty)
        }
    }

    /// Number, place, name and note in a row: the name gets up to half of it.
    private static func draw(
        _ marker: MarkerView, on canvas: inout Canvas, _ line: Rectangle, isSelected: Bool, _ context: FaceContext
    ) {
        let background: Role = isSelected ? .selection : .background
        let gap = context.options.glyphs.gap
        func put(_ text: String, _ column: Int, _ width: Int, _ role: Role, right: Bool = false) {
            let words = Cells.padded(Cells.shortened(PrintableText.line(text), to: width, gap: gap), width, right: right)
            canvas.put(
                words, column: line.column + column, row: line.row, Style(isSelected ? .text : role, on: background),
                width: min(width, line.columns - column))
        }
        put("\(marker.number)", 0, 4, .secondary, right: true)
        put(place(marker, context), 5, 8, .text, right: true)
        let rest = max(0, line.columns - 15)
        let name = marker.note.isEmpty ? rest : max(min(rest, 16), rest / 2)
        put(marker.name, 15, name, .marker)
        if rest > name + 2 { put(marker.note, 17 + name, rest - name - 2, .secondary) }
    }
}
