// The queue: recordings that play one after another. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of the queue: play from a recording on, take it out, move it, and set the order.
struct QueuePanel: Panel {
    var title: String { tr("Queue") }
    let contexts = [KeyContext.queue, .list]
    private(set) var list = RowList()
    /// The names of the recordings in the order in which they play.
    private(set) var names: [String] = []
    /// The number of the current recording that the selection follows.
    private var followed: Int64 = 0
    /// The queue for which the list was asked last.
    private var seen: QueueView?
    private var asked: Int?

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(let action):
            if let key = RowList.key(of: action) { return list.take(key) }
            return perform(action, &context)
        case .mouse(let event, 0, let area):
            if list.take(event, in: area), context.isFocused { _ = perform(.goTo, &context) }
            return true
        case .told:
            change(["do": "clear"], &context)
            return true
        case .key, .mouse, .paste: return false
        }
    }

    private mutating func perform(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        let (queue, number) = (context.view.queue, list.selected + 1)
        switch action {
        case .shuffle: change(["do": "list", "shuffle": queue.isShuffled ? "off" : "on"], &context)
        case .repeats: change(["do": "list", "repeat": queue.repeats ? "off" : "on"], &context)
        case .goTo, .delete, .moveUp, .moveDown, .clear:
            // Another program may have changed the queue: a number then means another recording.
            guard !names.isEmpty, isFresh(queue) else { return true }
            switch action {
            case .goTo: change(["do": "play", "name": "\(number)"], &context)
            case .delete: change(["do": "remove", "name": "\(number)"], &context)
            case .moveUp: move(number, to: number - 1, &context)
            case .moveDown: move(number, to: number + 1, &context)
            default:
                let count = names.count
                let words = tr(
                    count, "It has \(count) recording. The recordings themselves stay.",
                    "It has \(count) recordings. The recordings themselves stay.")
                context.question(0, tr("Empty the queue?"), [words])
            }
        default: return false
        }
        return true
    }

    private mutating func move(_ number: Int, to place: Int, _ context: inout FaceContext) {
        guard (1...names.count).contains(place) else { return }
        change(["do": "move", "name": "\(number)", "place": "\(place)"], &context)
        list.select(place - 1)
    }

    private mutating func change(_ values: [String: String], _ context: inout FaceContext) {
        var request: [ParameterKey: Value] = [:]
        for (name, text) in values { if let key = ParameterKey(rawValue: name) { request[key] = .text(text) } }
        asked = context.ask(.queue(.queue), request) ?? asked
    }

    // MARK: The engine

    /// True if the list is that of the engine now.
    private func isFresh(_ queue: QueueView) -> Bool { asked == nil && seen?.revision == queue.revision }

    mutating func look(_ context: inout FaceContext) {
        list.show(height: ListLayout(context.area).list.rows)
        guard context.view.isConnected else {
            (asked, seen, names, followed) = (nil, nil, [], 0)
            list.resize(count: 0)
            return
        }
        follow(context.view.queue.number)
        guard asked == nil, seen != context.view.queue else { return }
        seen = context.view.queue
        asked = context.ask(.queue(.queue))
    }

    /// Keeps the selection at the current recording, unless the user has moved it away.
    private mutating func follow(_ number: Int64) {
        guard number != followed, (0...Int64(names.count)).contains(number) else { return }
        // While another recording is loaded there is none; then the queue goes on.
        guard number > 0 || names.isEmpty else { return }
        if number > 0, followed == 0 || list.selected + 1 == followed { list.select(Int(number) - 1) }
        followed = number
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        if ticket == asked { asked = nil }
        switch answer {
        case .failure(let failure): context.say(failure.words, .error)
        case .success(let reply):
            // A play is answered without the list.
            guard reply.fields["queue_count"] != nil else { return }
            names = reply.items.map { $0.text("name") }
            list.resize(count: names.count)
            follow(context.view.queue.number)
        }
    }

    // MARK: Picture

    func draw(_ sketch: inout Sketch, _ area: Rectangle, _ context: FaceContext) {
        let layout = ListLayout(area)
        let (queue, glyphs) = (context.view.queue, context.options.glyphs)
        if let head = layout.head { drawHead(&sketch, head, queue, glyphs) }
        if names.isEmpty {
            let library = context.keys.key(of: .enqueue, in: [.library])?.name ?? "Q"
            sketch.canvas.put(
                tr("The queue is empty. Press \(library) in the library."), column: layout.list.column,
                row: layout.list.row, Style(.secondary), width: layout.list.columns)
        }
        let width = "\(names.count)".count
        list.draw(on: &sketch.canvas, in: layout.list, glyphs) { canvas, row, line, isSelected in
            let isCurrent = row + 1 == queue.number
            let style = Style(
                isCurrent && !isSelected ? .success : .text, on: isSelected ? .selection : .background, bold: isCurrent)
            let number = Cells.padded("\(row + 1)", width, right: true)
            let lead = (isCurrent ? String(glyphs.play) : " ") + " \(number)  "
            let name = Cells.shortened(
                PrintableText.line(names[row]), to: max(0, line.columns - Cells.width(of: lead)), gap: glyphs.gap)
            canvas.put(lead + name, column: line.column, row: line.row, style, width: line.columns)
        }
        sketch.spot(layout.list, 0)
        guard let buttons = layout.buttons else { return }
        sketch.buttons([.goTo, .delete, .moveUp, .moveDown, .clear], in: buttons, isEnabled: !names.isEmpty)
    }

    /// One of two words, which take as many cells.
    private static func word(_ isOn: Bool, _ on: String, _ off: String) -> String {
        Cells.padded(isOn ? on : off, max(Cells.width(of: on), Cells.width(of: off)))
    }

    /// Number of the current one, and the order; both words of the order, and two keys at the right, are buttons.
    private func drawHead(_ sketch: inout Sketch, _ head: Rectangle, _ queue: QueueView, _ glyphs: FaceOptions.Glyphs) {
        guard !names.isEmpty else { return }
        let (count, number) = (names.count, queue.number)
        let words =
            number > 0
            ? tr(count, "\(number) of \(count) recording", "\(number) of \(count) recordings")
            : tr(count, "\(count) recording", "\(count) recordings")
        let end = sketch.canvas.put(words, column: head.column, row: head.row, Style(.secondary), width: head.columns)
        let order: [(words: String, action: ScreenAction, isOn: Bool)] = [
            (Self.word(queue.isShuffled, tr("shuffle on"), tr("shuffle off")), .shuffle, queue.isShuffled),
            (Self.word(queue.repeats, tr("repeat on"), tr("repeat off")), .repeats, queue.repeats),
        ]
        let pads: [(words: String, action: ScreenAction, isOn: Bool)] = [
            (" \(glyphs.back) ", .previousRecording, false), (" \(glyphs.forward) ", .nextRecording, false),
        ]
        // Keys without room are left out: the pads first, then the order.
        let room = head.column + head.columns - end - 1
        let width = { (keys: [(words: String, action: ScreenAction, isOn: Bool)]) in
            keys.reduce(-2) { $0 + Cells.width(of: $1.words) + 2 }
        }
        guard let keys = [order + pads, order].first(where: { width($0) <= room }) else { return }
        var column = head.column + head.columns - width(keys)
        for (words, action, isOn) in keys {
            let isPad = action == .previousRecording || action == .nextRecording
            let style = isPad ? Style(.text, on: .raised) : Style(isOn ? .info : .secondary, bold: isOn)
            column = sketch.button(words, action, column: column, row: head.row, style) + 2
        }
    }
}
