// The list of ports that can feed the inputs. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// A dialog with all sources: whole clients first, then single ports.
struct SourcesPanel: Panel {
    var title: String { tr("Source") }
    let contexts = [KeyContext.entry, .list]
    let isModal = true
    private var list = RowList()
    private var rows: [Row] = []
    private var words = ""
    private var asked: Int?
    private var chosen: Int?
    private var isAsked = false

    /// One choice.
    private struct Row: Sendable, Equatable {
        let label: String
        /// The argument of the verb `source`: a word, or a pattern of port names.
        let pattern: String
        let isUsed: Bool
    }

    func size(in space: Rectangle, _ context: FaceContext) -> (columns: Int, rows: Int) {
        (min(64, space.columns), min(max(4, rows.count + 2), min(20, space.rows)))
    }

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(.accept): choose(&context)
        case .action(.close): context.close()
        case .action(let action):
            guard let key = RowList.key(of: action) else { return false }
            return list.take(key)
        case .mouse(let event, 0, let area):
            switch event.kind {
            case .wheelUp: list.scroll(down: false)
            case .wheelDown: list.scroll(down: true)
            case .press:
                guard let row = list.row(atLine: event.row - area.row) else { return true }
                let isSecond = row == list.selected
                list.select(row)
                if isSecond { choose(&context) }
            case .drag, .release, .menu: break
            }
        case .key, .mouse, .paste, .told: return false
        }
        return true
    }

    private mutating func choose(_ context: inout FaceContext) {
        guard rows.indices.contains(list.selected), chosen == nil else { return }
        chosen = context.ask(.monitoring(.source), [.pattern: .text(rows[list.selected].pattern)])
        words = tr("connecting")
    }

    mutating func look(_ context: inout FaceContext) {
        list.show(height: max(1, context.area.rows - 1))
        guard context.view.isConnected, !isAsked else { return }
        isAsked = true
        asked = context.ask(.monitoring(.source))
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        switch answer {
        case .success(let reply) where ticket == asked:
            rows = Self.rows(reply.items)
            list.resize(count: rows.count)
            if let used = rows.firstIndex(where: \.isUsed) { list.select(used) }
        case .success: context.close()
        case .failure(let failure):
            words = failure.words
            chosen = nil
        }
    }

    /// The choices of a list of ports.
    private static func rows(_ items: [Fields]) -> [Row] {
        let ports = items.map { (name: $0.text("port"), pretty: $0.text("source"), isUsed: $0.flag("used")) }
            .filter { !$0.name.isEmpty }
        var rows = [
            Row(label: tr("The sound card"), pattern: "physical", isUsed: false),
            Row(label: tr("The desktop's source"), pattern: "default", isUsed: false),
            Row(label: tr("None", "a source"), pattern: "none", isUsed: false),
        ]
        var clients: [String] = []
        for port in ports {
            let client = String(port.name.prefix { $0 != ":" })
            if !clients.contains(client) { clients.append(client) }
        }
        for client in clients where ports.count(where: { $0.name.hasPrefix(client + ":") }) > 1 {
            rows.append(Row(label: tr("\(client), all ports"), pattern: "^\(escaped(client)):", isUsed: false))
        }
        return rows
            + ports.map {
                Row(label: $0.pretty.isEmpty ? $0.name : $0.pretty, pattern: "^\(escaped($0.name))$", isUsed: $0.isUsed)
            }
    }

    /// A name as a pattern that matches only it.
    private static func escaped(_ name: String) -> String {
        name.map { "\\^$.|?*+()[]{}".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let glyphs = context.options.glyphs
        let place = Rectangle(column: area.column, row: area.row, columns: area.columns, rows: area.rows - 1)
        list.draw(on: &sketch.canvas, in: place, glyphs) { canvas, row, line, isSelected in
            let style = Style(.text, on: isSelected ? .selection : .background)
            if rows[row].isUsed { canvas.put(String(glyphs.lamp), column: line.column, row: line.row, style) }
            let label = Cells.shortened(PrintableText.line(rows[row].label), to: line.columns - 2, gap: glyphs.gap)
            canvas.put(label, column: line.column + 2, row: line.row, style)
        }
        sketch.spot(place, 0)
        let last = area.row + area.rows - 1
        let end = sketch.button(
            " " + tr("OK") + " ", .accept, column: area.column, row: last, Style(.text, on: .selection, bold: true))
        let close = sketch.button(" " + tr("Cancel") + " ", .close, column: end + 2, row: last, Style(.text, on: .raised))
        sketch.canvas.put(
            Cells.shortened(PrintableText.line(words), to: max(0, area.column + area.columns - close - 2), gap: glyphs.gap),
            column: close + 2, row: last, Style(.warning))
    }
}
