// About: versions, engine, server, licence. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// Facts about the screen, the engine and its server, from the answer of `status`.
struct AboutPanel: Panel {
    var title: String { tr("About") }
    let contexts = [KeyContext.text]
    private var text = ScrolledText()
    private var ticket: Int?
    private var isAsked = false

    /// The facts, as label and words.
    private func rows(_ context: FaceContext) -> [(label: String, words: String)] {
        let (view, status) = (context.view, context.view.status)
        var rows = [(tr("Screen"), "dicta \(Version.text)")]
        switch view.link {
        case .connecting: rows.append((tr("Engine"), tr("connecting")))
        case .gone(let words): rows.append((tr("Engine"), words))
        case .connected(let engine): rows.append((tr("Engine"), "\(engine), dictad \(status.text("version"))"))
        }
        let server = status.text("jack_server")
        if !server.isEmpty {
            rows.append((tr("Server"), [server, view.transport.jackWord].filter { !$0.isEmpty }.joined(separator: ", ")))
        }
        if status.number("rate") > 0 {
            let (rate, period) = (status.number("rate"), status.number("period"))
            let (hertz, frames, time) = (rate.localized(0), period.localized(0), TimeSpan.length(period / rate))
            rows.append(
                (
                    tr("Graph", "of JACK"),
                    tr(
                        Int64(nearest: period), "\(hertz) Hz, \(frames) frame a period (\(time))",
                        "\(hertz) Hz, \(frames) frames a period (\(time))")
                ))
            let missing = status.text("realtime_refused")
            rows.append((tr("Realtime"), status.flag("realtime") ? tr("yes") : missing.isEmpty ? tr("no") : missing))
            rows.append((tr("Client"), status.text("client")))
        }
        rows += [(tr("Library"), status.text("library")), ("OSC", status["osc_urls"]?.texts.joined(separator: ", ") ?? "")]
        let (colours, palette, glyphs) = (context.options.colours, context.options.palette, context.options.glyphs.rawValue)
        rows.append(
            (
                tr("Terminal"),
                tr(
                    colours, "\(colours) colour, palette \(palette), \(glyphs)",
                    "\(colours) colours, palette \(palette), \(glyphs)")
            ))
        rows.append((tr("Licence"), Version.licence))
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
