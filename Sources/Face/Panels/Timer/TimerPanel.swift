// The timer: its time, the values of the next run, presets and history. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of the timer.
struct TimerPanel: Panel {
    var title: String { tr("Timer") }
    let contexts = [KeyContext.timer, .list]
    private(set) var list = RowList(count: TimerRow.all([]).count)
    /// The values of the next run.
    private(set) var choice = TimerChoice()
    /// The presets of the settings.
    private(set) var presets: [(name: String, line: String)] = []
    /// Earlier runs.
    private(set) var runs = TimerRuns()
    /// The values of the settings that hold where the choice says nothing.
    private var standards: [ParameterKey: String] = [:]
    /// The questions to the engine under way, by ticket.
    private var questions: [Int: Purpose] = [:]
    /// The question to the user that is open, with the row that it is about.
    private var asked: TimerRow?
    /// The state of the timer at the last look; nil while nothing was asked for.
    private var seen: TimerView.State?
    private var wasFocused = false
    private var hasRecalled = false

    /// The purpose of a question to the engine.
    private enum Purpose { case history, presets, settings, change }

    /// Questions to the user.
    private enum Prompt: Int { case value, name, deletion }

    /// The settings behind the fields.
    private static let settings: [ParameterKey: ParameterKey] = [
        .countdown: .timerCountdown, .interval: .timerInterval, .bed: .timerBed,
    ]

    /// The rows of the list.
    var rows: [TimerRow] { TimerRow.all(presets) }
    private var row: TimerRow { rows[min(list.selected, rows.count - 1)] }

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(let action): return take(action, &context)
        case .mouse(let event, 0, let area): take(event, area, &context)
        case .told(let question, let text): carryOut(Prompt(rawValue: question), text, &context)
        case .key, .mouse, .paste: return false
        }
        return true
    }

    private mutating func take(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        switch action {
        case .timerRun: run(&context)
        case .less: step(up: false, &context)
        case .more: step(up: true, &context)
        case .change: choose(&context)
        case .reset: if case .field(let key) = row { set(key, nil, &context) }
        case .savePreset:
            asked = nil
            context.question(
                Prompt.name.rawValue, tr("Save a preset"), [tr("Name of the preset; one of the same name is replaced.")],
                text: choice.preset)
        case .delete:
            guard case .preset(let name, let line) = row else { return true }
            asked = row
            context.question(
                Prompt.deletion.rawValue, tr("Delete the preset \"\(name)\"?"), [tr("It is: \(line)")], isWarning: true)
        default:
            guard let key = RowList.key(of: action) else { return false }
            let before = list.selected
            _ = list.take(key)
            skipTitle(down: list.selected > before)
        }
        return true
    }

    private mutating func skipTitle(down isDown: Bool) { if row == .title { list.select(list.selected + (isDown ? 1 : -1)) } }

    private mutating func take(_ event: MouseEvent, _ area: Rectangle, _ context: inout FaceContext) {
        switch event.kind {
        case .wheelUp, .wheelDown:
            list.scroll(down: event.kind == .wheelDown)
            skipTitle(down: event.kind == .wheelDown)
        case .press:
            guard let index = list.row(atLine: event.row - area.row), rows.indices.contains(index), rows[index] != .title else {
                return
            }
            list.select(index)
            let place = Self.valuePlace(area)
            guard case .field = row else { return choose(&context) }
            if event.column >= place.column, event.column < place.column + 2 {
                step(up: false, &context)
            } else if event.column >= place.column + place.columns - 2 {
                step(up: true, &context)
            } else if event.column >= place.column {
                choose(&context)
            }
        case .drag, .release, .menu: break
        }
    }

    // MARK: The run

    /// Starts the timer, pauses it, or lets it go on.
    private mutating func run(_ context: inout FaceContext) {
        let timer = context.view.timer
        guard !timer.isUnderWay else { return context.send(timer.state == .paused ? "timer resume" : "timer pause") }
        ask(choice.request("start"), .change, &context)
    }

    private mutating func ask(_ values: [ParameterKey: Value], _ purpose: Purpose, _ context: inout FaceContext) {
        if let ticket = context.ask(.cue(.timer), values) { questions[ticket] = purpose }
    }

    // MARK: Values

    private mutating func step(up isUp: Bool, _ context: inout FaceContext) {
        guard case .field(let key) = row else { return }
        if let next = TimerSteps.next(key, value(key).text, up: isUp) { set(key, next, &context) }
    }

    /// Lets the user type a value, or takes those of a preset.
    private mutating func choose(_ context: inout FaceContext) {
        switch row {
        case .title: break
        case .field(let key):
            asked = row
            let parameter = (try? CommandTable.command(.cue(.timer)))?.parameter(key)
            context.question(Prompt.value.rawValue, TimerRow.label(key), [parameter?.summary.text ?? ""], text: value(key).text)
        case .preset(let name, let line):
            guard let taken = TimerChoice(preset: name, line: line) else {
                return context.say(tr("The preset '\(name)' is wrong: change it in the setting timer-preset"), .error)
            }
            choice = taken
        }
    }

    /// Changes a value. One that is no time is refused at once.
    private mutating func set(_ key: ParameterKey, _ text: String?, _ context: inout FaceContext) {
        let isTime = key == .length || key == .countdown || key == .interval
        if isTime, let text, TimerChoice.seconds(text) == nil {
            return context.say(tr("'\(text)' is no time: type 20m, 90s or 1h30m"), .error)
        }
        choice.set(key, text)
        context.remember(choice.memory)
    }

    private mutating func carryOut(_ prompt: Prompt?, _ text: String, _ context: inout FaceContext) {
        let row = asked
        asked = nil
        switch (prompt, row) {
        case (.value?, .field(let key)?): set(key, text.isEmpty ? nil : text, &context)
        case (.name?, _):
            guard !text.isEmpty else { return }
            ask(choice.request("save").merging([.name: .text(text)]) { $1 }, .presets, &context)
        case (.deletion?, .preset(let name, _)?): ask([.do: .text("forget"), .name: .text(name)], .presets, &context)
        default: break
        }
    }

    /// The value of a field, and true if it was chosen here; otherwise the settings decide.
    func value(_ key: ParameterKey) -> (text: String, isChosen: Bool) {
        if let chosen = choice.value(key) { return (chosen, true) }
        guard key == .level else { return (standards[key] ?? "", false) }
        // The standard levels of the verb `timer`.
        return (value(.bed).text == "silent" ? "-40" : "-16.5", false)
    }

    // MARK: The engine

    mutating func look(_ context: inout FaceContext) {
        list.show(height: TimerLayout(context.area).list.rows)
        guard context.view.isConnected else {
            (seen, questions, wasFocused) = (nil, [:], false)
            return
        }
        if !hasRecalled {
            hasRecalled = true
            choice = TimerChoice(memory: context.memory)
        }
        // Settings and presets may have been changed on another page or by another program.
        if seen == nil || context.isFocused && !wasFocused {
            ask([.do: .text("presets")], .presets, &context)
            if let ticket = context.ask(.settings(.settings)) { questions[ticket] = .settings }
        }
        wasFocused = context.isFocused
        if seen != context.view.timer.state { ask([.do: .text("history")], .history, &context) }
        seen = context.view.timer.state
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        guard let purpose = questions.removeValue(forKey: ticket) else { return }
        switch answer {
        case .failure(let failure): context.say(failure.words, .error)
        case .success(let reply):
            switch purpose {
            case .history: runs = TimerRuns(reply)
            case .presets:
                presets = reply.items.map { (name: $0.text("name"), line: $0.text("does")) }.filter { !$0.name.isEmpty }
                list.resize(count: rows.count)
                skipTitle(down: false)
            case .settings:
                for (key, setting) in Self.settings {
                    standards[key] = reply.items.first { $0.text("key") == setting.rawValue }?.text("value")
                }
            case .change: break
            }
        }
    }
}
