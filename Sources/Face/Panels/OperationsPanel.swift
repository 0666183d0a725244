// Operations of the library, running and finished. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of operations.
struct OperationsPanel: Panel {
    var title: String { tr("Operations") }
    let contexts = [KeyContext.operations, .list]
    private var list = RowList()
    private var rows: [Row] = []
    private var failure = ""
    private var asked: Int?
    /// The news for which the list was asked last.
    private var seen: OperationView?

    /// One operation as the verb `operations` lists it.
    private struct Row: Sendable, Equatable {
        let id: Int64
        let verb: String
        let state: String
        let name: String
        let percent: Double
        let done: Int64
        let total: Int64
        let error: String

        init(_ fields: Fields) {
            id = fields.count("operation")
            verb = fields.text("verb")
            state = fields.text("state")
            total = max(0, fields.count("total"))
            done = max(0, fields.count("done"))
            let named = fields.text("name").isEmpty ? fields.text("current") : fields.text("name")
            name = named.isEmpty && total > 1 ? tr(total, "\(total) recording", "\(total) recordings") : named
            let share = fields.number("percent")
            percent = share.isFinite ? max(0, min(100, share)) : 0
            let skipped = fields.count("skipped")
            let left = skipped > 0 ? tr(skipped, "\(skipped) file left alone", "\(skipped) files left alone") : ""
            let warning = fields.text("warning").split(separator: "\n").joined(separator: "; ")
            error = [fields.text("error"), warning, left].first { !$0.isEmpty } ?? ""
        }

        var isRunning: Bool { state == "running" || state == "waiting" }

        /// The state in words.
        var stateWord: String {
            switch state {
            case "queued": tr("queued", "an operation")
            case "waiting": tr("waiting", "an operation")
            case "running": tr("running", "an operation")
            case "done": tr("done", "an operation")
            case "failed": tr("failed", "an operation")
            case "cancelled": tr("cancelled", "an operation")
            default: state
            }
        }
    }

    private var selected: Row? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(.cancel):
            if let selected, selected.isRunning { ask([.cancel: .int(selected.id)], &context) }
            return true
        case .action(let action):
            guard let key = RowList.key(of: action) else { return false }
            return list.take(key)
        case .mouse(let event, 0, let area):
            _ = list.take(event, in: area)
            return true
        case .key, .mouse, .paste, .told: return false
        }
    }

    // MARK: The engine

    mutating func look(_ context: inout FaceContext) {
        list.show(height: Self.parts(context.area).list.rows)
        guard context.view.isConnected else {
            (asked, seen, rows) = (nil, nil, [])
            list.resize(count: 0)
            return
        }
        // One request at a time: progress comes faster than a list can be read.
        guard asked == nil, seen != context.view.operation else { return }
        seen = context.view.operation
        ask([:], &context)
    }

    private mutating func ask(_ values: [ParameterKey: Value], _ context: inout FaceContext) {
        asked = context.ask(.library(.operations), values)
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        guard ticket == asked else { return }
        asked = nil
        switch answer {
        case .success(let reply):
            failure = ""
            let id = selected?.id
            // The newest one first. Waveforms that were looked at are no work of the user's.
            rows = reply.items.map(Row.init).filter { $0.verb != "peaks" || $0.isRunning }.sorted { $0.id > $1.id }
            list.resize(count: rows.count)
            if let id, let row = rows.firstIndex(where: { $0.id == id }) { list.select(row) }
        case .failure(let error): failure = error.words
        }
    }

    // MARK: Picture

    private static func parts(
        _ area: Rectangle
    ) -> (head: Rectangle?, list: Rectangle, details: Rectangle?, buttons: Rectangle?) {
        guard area.rows >= 6 else { return (nil, area, nil, nil) }
        let details = area.rows >= 12 ? 3 : 1
        let list = Rectangle(
            column: area.column, row: area.row + 1, columns: area.columns, rows: area.rows - 2 - details)
        return (
            area.line(0), list,
            Rectangle(column: area.column, row: list.row + list.rows, columns: area.columns, rows: details),
            area.line(area.rows - 1)
        )
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let parts = Self.parts(area)
        let glyphs = context.options.glyphs
        if let head = parts.head {
            let running = rows.count(where: \.isRunning)
            let finished = rows.count - running
            let words = rows.isEmpty ? tr("Operations") : tr("\(running) running, \(finished) finished")
            sketch.canvas.put(words, column: head.column, row: head.row, Style(.secondary), width: head.columns)
        }
        if rows.isEmpty {
            let words = failure.isEmpty ? tr("The library has nothing to do.") : failure
            sketch.canvas.put(
                words, column: parts.list.column, row: parts.list.row, Style(failure.isEmpty ? .secondary : .error),
                width: parts.list.columns)
        }
        list.draw(on: &sketch.canvas, in: parts.list, glyphs) { canvas, row, line, isSelected in
            draw(rows[row], on: &canvas, line, isSelected: isSelected, context)
        }
        sketch.spot(parts.list, 0)
        if let details = parts.details, let selected, !selected.error.isEmpty {
            let words = PrintableText.line(selected.error)
            for (index, line) in Cells.wrapped(words, to: max(1, details.columns)).prefix(details.rows).enumerated() {
                sketch.canvas.put(
                    line, column: details.column, row: details.row + index, Style(.error), width: details.columns)
            }
        }
        if let buttons = parts.buttons { sketch.buttons([.cancel], in: buttons, isEnabled: selected?.isRunning == true) }
    }

    /// Number, verb and state have fixed places; the name gets what the bar leaves.
    private func draw(_ row: Row, on canvas: inout Canvas, _ line: Rectangle, isSelected: Bool, _ context: FaceContext) {
        let background: Role = isSelected ? .selection : .background
        let glyphs = context.options.glyphs
        func put(_ text: String, _ column: Int, _ width: Int, _ role: Role) {
            canvas.put(
                Cells.shortened(PrintableText.line(text), to: width, gap: glyphs.gap), column: line.column + column,
                row: line.row, Style(isSelected ? .text : role, on: background), width: min(width, line.columns - column))
        }
        put(Cells.padded("\(row.id)", 4, right: true), 0, 4, .secondary)
        put(row.verb, 5, 8, .text)
        let role: Role = row.isRunning ? .info : row.state == "failed" ? .error : row.state == "done" ? .success : .secondary
        put(row.stateWord, 14, 9, role)
        let bar = line.columns >= 76 ? 24 : 7
        let name = max(0, line.columns - 24 - bar - 1)
        put(row.name, 24, name, .text)
        guard row.isRunning else { return }
        let left =
            "\(row.id)" == context.view.operation.id && context.view.operation.secondsLeft >= 0 && bar > 7
            ? TimeSpan.counter(seconds: context.view.operation.secondsLeft) : ""
        let place = Rectangle(column: line.column + line.columns - bar, row: line.row, columns: bar, rows: 1)
        guard left.isEmpty else {
            put(Cells.padded(left, 9, right: true), line.columns - bar, 9, .secondary)
            return ProgressBar(row.percent / 100).draw(
                on: &canvas, in: Rectangle(column: place.column + 10, row: place.row, columns: bar - 10, rows: 1), glyphs,
                on: background)
        }
        ProgressBar(row.percent / 100).draw(on: &canvas, in: place, glyphs, on: background)
    }
}
