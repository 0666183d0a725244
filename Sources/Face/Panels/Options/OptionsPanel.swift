// The options: settings, gains, source and looks. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of options. Each row is a setting or a verb, and is changed at once.
struct OptionsPanel: Panel {
    var title: String { tr("Options") }
    let contexts = [KeyContext.options, .list]
    private(set) var list: RowList
    /// The values of the settings, as the engine tells them.
    private(set) var values: [String: Fields] = [:]
    /// The engine's answer to the last change of a row.
    private(set) var notes: [Int: (words: String, isError: Bool)] = [:]
    private var asked: Int?
    private var isAsked = false
    /// The rows whose changes are under way, by ticket.
    private var changes: [Int: Int] = [:]
    private var question: Int?

    init() {
        list = RowList(count: OptionRow.all.count)
        list.select(1)
    }

    private var row: OptionRow { OptionRow.all[min(list.selected, OptionRow.all.count - 1)] }

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(.less): change(by: -1, &context)
        case .action(.more): change(by: 1, &context)
        case .action(.change): choose(&context)
        case .action(.reset): reset(&context)
        case .action(let action):
            guard let key = RowList.key(of: action) else { return false }
            move(key)
        case .mouse(let event, 0, let area): take(event, area, &context)
        case .told(_, let text):
            if let question { set(question, text, &context) }
            question = nil
        case .key, .mouse, .paste: return false
        }
        return true
    }

    /// Moves the selection, over titles to the next option.
    private mutating func move(_ key: Key) {
        let before = list.selected
        _ = list.take(key)
        skipTitles(down: list.selected > before || list.selected == 0)
    }

    private mutating func skipTitles(down isDown: Bool) {
        if OptionRow.all[list.selected].isOption { return }
        list.select(list.selected + (isDown || list.selected == 0 ? 1 : -1))
    }

    private mutating func take(_ event: MouseEvent, _ area: Rectangle, _ context: inout FaceContext) {
        switch event.kind {
        case .wheelUp, .wheelDown:
            list.scroll(down: event.kind == .wheelDown)
            skipTitles(down: event.kind == .wheelDown)
        case .press, .menu:
            guard let row = list.row(atLine: event.row - area.row), OptionRow.all[row].isOption else { return }
            let isSecond = row == list.selected
            list.select(row)
            // The value stands between two arrows.
            let place = Self.valuePlace(area)
            if event.column >= place.column, event.column < place.column + 2 {
                change(by: -1, &context)
            } else if event.column >= place.column + place.columns - 2 {
                change(by: 1, &context)
            } else if isSecond || event.column >= place.column {
                choose(&context)
            }
        case .drag, .release: break
        }
    }

    // MARK: Changes

    private mutating func change(by step: Int, _ context: inout FaceContext) {
        let index = list.selected
        let old = value(of: row, context)
        if row.kind == .source { return choose(&context) }
        if let next = OptionValue.next(old, among: row.choices, by: step) {
            set(index, next, &context)
        } else if let size = row.step, let parameter = row.parameter,
            let next = OptionValue.step(old, by: size * Double(step), parameter)
        {
            if next != old { set(index, next, &context) }
        } else {
            choose(&context)
        }
    }

    /// Lets the user type a value, or choose one from a list.
    private mutating func choose(_ context: inout FaceContext) {
        if row.kind == .source { return context.open(SourcesPanel()) }
        guard row.choices.isEmpty || row.mayBeFile else { return change(by: 1, &context) }
        question = list.selected
        let parameter = row.parameter
        let allowed = parameter?.allowed ?? ""
        let words = parameter?.limits == nil ? [row.help] : [row.help, tr("Allowed: \(allowed).")]
        context.question(0, row.label, words, text: value(of: row, context))
    }

    private mutating func reset(_ context: inout FaceContext) {
        switch row.kind {
        case .setting(let key):
            track(context.ask(.settings(.set), [.key: .text(key.rawValue), .reset: .flag(true)]), list.selected)
        case .bed(let key): set(list.selected, key == .name ? "off" : "-16.5", &context)
        case .gain(let key): set(list.selected, key == .master ? "1" : key == .channels ? "stereo" : "0", &context)
        case .title, .source: break
        }
    }

    /// Sets the value of a row.
    private mutating func set(_ index: Int, _ text: String, _ context: inout FaceContext) {
        notes[index] = nil
        switch OptionRow.all[index].kind {
        case .setting(let key):
            let change: [ParameterKey: Value] = text.isEmpty ? [.reset: .flag(true)] : [.value: .text(text)]
            track(context.ask(.settings(.set), change.merging([.key: .text(key.rawValue)]) { $1 }), index)
        case .bed(let key): track(context.ask(.cue(.bed), [key: .text(text)]), index)
        case .gain(let key): track(context.ask(.monitoring(.gain), [key: .text(text)]), index)
        case .title, .source: break
        }
    }

    private mutating func track(_ ticket: Int?, _ index: Int) { if let ticket { changes[ticket] = index } }

    // MARK: The engine

    mutating func look(_ context: inout FaceContext) {
        list.show(height: Self.parts(context.area).list.rows)
        guard context.view.isConnected else {
            (isAsked, asked, changes) = (false, nil, [:])
            return
        }
        guard !isAsked else { return }
        isAsked = true
        asked = context.ask(.settings(.settings))
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        if ticket == asked {
            asked = nil
            if case .success(let reply) = answer { take(reply) }
        } else if let index = changes.removeValue(forKey: ticket) {
            switch answer {
            case .success(let reply):
                take(reply)
                for item in reply.items {
                    guard let key = ParameterKey(rawValue: item.text("key")) else { continue }
                    if key == .palette || key == .glyphs { context.look(key, item.text("value")) }
                    if key == .keys { context.refresh(.settings) }
                }
                let words = reply.items.first.map(Self.note) ?? ""
                notes[index] = words.isEmpty ? nil : (words, false)
            case .failure(let failure): notes[index] = (failure.words, true)
            }
        }
    }

    /// The note about a change that does not take effect immediately.
    private static func note(_ item: Fields) -> String {
        let (when, option) = (item.text("takes_effect"), item.text("key"))
        if let holds = Setting.Holds(rawValue: when) { return holds.note.text }
        // An option of the engine comes first.
        if item.text("from") == "option" { return tr("takes effect once the engine runs without --\(option)") }
        return when.isEmpty ? "" : tr("takes effect \(when)")
    }

    private mutating func take(_ reply: Reply) {
        for item in reply.items where !item.text("key").isEmpty { values[item.text("key")] = item }
    }

    /// The value of a row as it is typed; empty where the engine decides.
    func value(of row: OptionRow, _ context: FaceContext) -> String {
        let gains = context.view.gains
        return switch row.kind {
        case .title: ""
        case .setting(let key): values[key.rawValue]?.text("value") ?? ""
        case .gain(.master): gains.master.short
        case .gain(.left): Self.level(gains.left)
        case .gain(.right): Self.level(gains.right)
        case .gain: gains.channels
        case .bed(.name): context.view.cues.bed
        case .bed: context.view.cues.hasBed ? Self.level(context.view.cues.bedLevel) : ""
        case .source: context.view.sourceWords
        }
    }

    private static func level(_ decibels: Double) -> String { decibels <= -200 ? "-inf" : decibels.short }
}
