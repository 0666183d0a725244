// Scheduled takes. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of the schedule: its takes with their states, one to cancel, and a new one.
struct SchedulePanel: Panel {
    var title: String { tr("Schedule") }
    let contexts = [KeyContext.schedule, .list]
    private(set) var list = RowList()
    /// The takes, in the order of their times.
    private(set) var rows: [ScheduleRow] = []
    /// The take that the open question is about.
    private var cancelled: ScheduleRow?
    /// The revision of the schedule for which the list was asked last.
    private var seen: Int64?
    private var asked: Int?

    /// Questions to the user.
    private enum Prompt: Int { case new, cancel }

    private var selected: ScheduleRow? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(.add):
            context.question(
                Prompt.new.rawValue, tr("Schedule a take"),
                [tr("A time, a name, and options of rec, such as:"), "20:00 choir --for 1h --every weekday"], text: "")
        case .action(.cancel):
            guard let selected else { return true }
            cancelled = selected
            context.question(
                Prompt.cancel.rawValue, tr("Cancel the scheduled take?"),
                ["\(selected.at): \(selected.line)"]
                    + (selected.state == "recording" ? [tr("The take that runs goes on.")] : []),
                isWarning: true)
        case .action(let action):
            guard let key = RowList.key(of: action) else { return false }
            return list.take(key)
        case .mouse(let event, 0, let area): _ = list.take(event, in: area)
        case .told(let question, let text): carryOut(Prompt(rawValue: question), text, &context)
        case .key, .mouse, .paste: return false
        }
        return true
    }

    private mutating func carryOut(_ prompt: Prompt?, _ text: String, _ context: inout FaceContext) {
        switch prompt {
        case .new?: if !text.isEmpty { context.ask("rec --at \(text)") }
        case .cancel?:
            guard let number = cancelled?.number else { return }
            cancelled = nil
            context.ask(.schedule(.schedule), [.do: .text("cancel"), .number: .text("\(number)")])
        case nil: break
        }
    }

    // MARK: The engine

    mutating func look(_ context: inout FaceContext) {
        list.show(height: Self.layout(context.area).list.rows)
        guard context.view.isConnected else {
            (asked, seen, rows) = (nil, nil, [])
            list.resize(count: 0)
            return
        }
        guard asked == nil, seen != context.view.schedule.revision else { return }
        seen = context.view.schedule.revision
        asked = context.ask(.schedule(.schedule))
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        let isList = ticket == asked
        if isList { asked = nil }
        switch answer {
        case .failure(let failure): context.say(failure.words, .error)
        case .success(let reply) where isList:
            let number = selected?.number
            rows = reply.items.map(ScheduleRow.init).sorted { ($0.at, $0.number) < ($1.at, $1.number) }
            list.resize(count: rows.count)
            if let place = rows.firstIndex(where: { $0.number == number }) { list.select(place) }
        case .success(let reply):
            let warning = reply.fields.text("warning")
            if !warning.isEmpty { context.say(warning, .warning) }
        }
    }

    // MARK: Picture

    private static func layout(_ area: Rectangle) -> ListLayout { ListLayout(area, details: 3) }

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let layout = Self.layout(area)
        let glyphs = context.options.glyphs
        if let head = layout.head, !rows.isEmpty {
            let coming = rows.count { $0.state != "missed" }
            let words = tr(coming, "\(coming) scheduled take", "\(coming) scheduled takes")
            sketch.canvas.put(words, column: head.column, row: head.row, Style(.secondary), width: head.columns)
        }
        if rows.isEmpty {
            let key = context.keys.key(of: .add, in: contexts)?.name ?? "n"
            sketch.canvas.put(
                tr("No take is scheduled. Press \(key) to add one."), column: layout.list.column, row: layout.list.row,
                Style(.secondary), width: layout.list.columns)
        }
        list.draw(on: &sketch.canvas, in: layout.list, glyphs) { canvas, row, line, isSelected in
            rows[row].draw(on: &canvas, line, isSelected: isSelected, glyphs)
        }
        sketch.spot(layout.list, 0)
        if let details = layout.details, let selected { draw(selected, &sketch, details) }
        guard let buttons = layout.buttons else { return }
        sketch.buttons([.add, .cancel], in: buttons) { $0 == .add ? context.view.isConnected : !rows.isEmpty }
    }

    /// Number, time and command of the selected take, and why it is late or was missed.
    private func draw(_ row: ScheduleRow, _ sketch: inout Sketch, _ area: Rectangle) {
        let lines = [("\(row.number)  \(row.at)  \(row.line)", Role.secondary), (row.why, row.role)].flatMap { text, role in
            text.isEmpty ? [] : Cells.wrapped(PrintableText.line(text), to: max(1, area.columns)).map { ($0, role) }
        }
        for (index, line) in lines.prefix(area.rows).enumerated() {
            sketch.canvas.put(line.0, column: area.column, row: area.row + index, Style(line.1), width: area.columns)
        }
    }
}
