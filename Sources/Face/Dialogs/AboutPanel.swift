// About: versions, engine, server, licence. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing

/// Facts about the screen, the engine and its server, from the answer of `status`.
struct AboutPanel: Panel {
    let title = "About"
    let contexts = [KeyContext.text]
    private var text = ScrolledText()
    private var ticket: Int?
    private var isAsked = false

    /// The facts, as label and words.
    private func rows(_ context: FaceContext) -> [(label: String, words: String)] {
        let (view, status) = (context.view, context.view.status)
        var rows = [("Screen", "dicta \(Version.text)")]
        switch view.link {
        case .connecting: rows.append(("Engine", "connecting"))
        case .gone(let words): rows.append(("Engine", words))
        case .connected(let engine): rows.append(("Engine", "\(engine), dictad \(status.text("version"))"))
        }
        let server = status.text("jack_server")
        if !server.isEmpty { rows.append(("Server", server + (view.transport.jack.isEmpty ? "" : ", \(view.transport.jack)"))) }
        if status.number("rate") > 0 {
            let (rate, period) = (status.number("rate"), status.number("period"))
            rows.append(("Graph", "\(rate.fixed(0)) Hz, \(period.fixed(0)) frames a period (\(TimeSpan.length(period / rate)))"))
            let missing = status.text("realtime_refused")
            rows.append(("Realtime", status.flag("realtime") ? "yes" : missing.isEmpty ? "no" : missing))
            rows.append(("Client", status.text("client")))
        }
        rows += [("Library", status.text("library")), ("OSC", status["osc_urls"]?.texts.joined(separator: ", ") ?? "")]
        let glyphs = context.options
        rows.append(("Terminal", "\(glyphs.colours) colours, palette \(glyphs.palette), \(glyphs.glyphs.rawValue)"))
        rows.append(("Licence", Version.licence))
        return rows.filter { !$0.1.isEmpty }
    }

    private func lines(_ context: FaceContext, _ columns: Int) -> [(label: String, words: String)] {
        rows(context).flatMap { label, words in
            Cells.wrapped(PrintableText.line(words), to: max(8, columns - 11)).enumerated().map { ($0 == 0 ? label : "", $1) }
        }
    }

    func size(in space: Rectangle, _ context: FaceContext) -> (columns: Int, rows: Int) {
        let columns = min(66, space.columns)
        return (columns, lines(context, columns).count)
    }

    mutating func look(_ context: inout FaceContext) {
        if !isAsked { context.refresh(.status) }
        isAsked = true
    }

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        let count = lines(context, context.area.columns).count
        switch input {
        case .action(let action): return text.take(action, rows: context.area.rows, of: count)
        case .mouse(let event, _, _):
            if event.kind == .wheelUp || event.kind == .wheelDown {
                text.scroll(down: event.kind == .wheelDown, rows: context.area.rows, of: count)
            }
        case .key, .paste, .told: return false
        }
        return true
    }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let lines = lines(context, area.columns)
        sketch.spot(area, 0)
        for (row, index) in text.visible(rows: area.rows, of: lines.count).enumerated() {
            let place = area.line(row)
            sketch.canvas.put(lines[index].label, column: place.column, row: place.row, Style(.secondary), width: 10)
            sketch.canvas.put(
                lines[index].words, column: place.column + 11, row: place.row, .plain, width: max(0, place.columns - 11))
        }
    }
}
