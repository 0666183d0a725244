// Question sheets: their list, the question that is asked, and the answers. Any thread; no clock, no I/O.
internal import Dictation
internal import Drawing
internal import Messages

/// The page of question sheets.
struct AskPanel: Panel {
    var title: String { tr("Ask") }
    let contexts = [KeyContext.ask, .list]
    /// The level of the inputs moves.
    let isMoving = true

    /// The sheets.
    private(set) var sheets: [AskSheet] = []
    private(set) var list = RowList()
    /// The questions with their answers: of the sheet that is being asked, else of the selected one.
    private(set) var answers: [AskAnswer] = []
    private(set) var rows = RowList()
    /// True while the keys move in the questions, not in the sheets.
    private(set) var isInQuestions = false
    /// The words of the last failure; empty for none.
    private(set) var failure = ""
    /// True before the first list of sheets.
    private(set) var isLoading = true
    /// The questions to the engine that are under way, by ticket.
    private var asked: [Int: Purpose] = [:]
    /// The sheets whose sums are to be asked for.
    private var pending: [String] = []
    /// The state of the engine for which the sheets were asked last.
    private var seen: Seen?
    /// The answers that were asked for last.
    private var shown: Shown?
    /// The question whose answer is typed.
    private var typed: (answer: AskAnswer, sheet: String, recording: String)?
    /// Id of the question that was asked last.
    private var lastQuestion = ""

    /// The purpose of a question to the engine.
    private enum Purpose { case sheets, status(String), answers(Shown), change }

    private struct Seen: Equatable {
        let isAsked: Bool
        var isFocused: Bool
        let revision: Int64
    }

    private struct Shown: Equatable {
        let sheet: String
        let recording: String
        let revision: Int64
        let answered: Int64
    }

    /// The regions of the mouse.
    enum Spot: Int { case sheets, questions }

    /// The selected sheet.
    var sheet: AskSheet? { sheets.indices.contains(list.selected) ? sheets[list.selected] : nil }
    /// The selected question.
    var answer: AskAnswer? { answers.indices.contains(rows.selected) ? answers[rows.selected] : nil }

    /// The layout in an area.
    func layout(_ area: Rectangle, _ context: FaceContext) -> AskLayout {
        AskLayout(area, isAsked: context.view.question.isAsked, sheets: sheets.count)
    }

    /// True if keys and mouse act on a question.
    func isOnQuestion(_ context: FaceContext) -> Bool { isInQuestions || context.view.question.isAsked }

    // MARK: Input

    mutating func take(_ input: PanelInput, _ context: inout FaceContext) -> Bool {
        switch input {
        case .action(let action): return take(action, &context)
        case .mouse(let event, let spot, let area): take(event, Spot(rawValue: spot), area, &context)
        case .told(_, let text): keep(text, &context)
        case .key, .paste: return false
        }
        return true
    }

    private mutating func take(_ action: ScreenAction, _ context: inout FaceContext) -> Bool {
        switch action {
        case .goTo: if isOnQuestion(context) { play(&context) } else { begin(isNew: false, &context) }
        case .askNew: begin(isNew: true, &context)
        case .askSkip, .askRepeat, .askBack:
            for line in KeyTable.rows(of: action).first?.lines ?? [] { context.send(line) }
        case .askStop: if context.view.question.isAsked { context.send("ask stop") } else { context.perform(.stop) }
        case .editLine: type(&context)
        case .less: isInQuestions = false
        case .more: isInQuestions = !answers.isEmpty
        case .close where isInQuestions && !context.view.question.isAsked: isInQuestions = false
        default:
            guard let key = RowList.key(of: action) else { return false }
            return isOnQuestion(context) ? rows.take(key) : list.take(key)
        }
        return true
    }

    private mutating func take(_ event: MouseEvent, _ spot: Spot?, _ area: Rectangle, _ context: inout FaceContext) {
        switch spot {
        case .sheets?:
            let isSecond = list.take(event, in: area) && !isInQuestions
            guard event.kind == .press, list.row(atLine: event.row - area.row) != nil else { return }
            isInQuestions = false
            if isSecond, context.isFocused { begin(isNew: false, &context) }
        case .questions?:
            let isSecond = rows.take(event, in: area) && isOnQuestion(context)
            guard event.kind == .press, rows.row(atLine: event.row - area.row) != nil else { return }
            isInQuestions = true
            if isSecond, context.isFocused { play(&context) }
        case nil: break
        }
    }

    // MARK: Verbs

    /// Begins the selected sheet, or goes on with it.
    private mutating func begin(isNew: Bool, _ context: inout FaceContext) {
        guard !context.view.question.isAsked else {
            let sheet = context.view.question.sheet
            return context.say(tr("The sheet \(sheet) is being asked: stop it first"), .warning)
        }
        guard let sheet else { return }
        var values: [ParameterKey: Value] = [.do: .text("start"), .sheet: .text(sheet.name)]
        if isNew { values[.new] = .flag(true) }
        if let ticket = context.ask(.guide(.ask), values) { asked[ticket] = .change }
    }

    private static let notBegun: Message = "There is no recording with answers yet: begin the sheet first"

    /// Plays the recording from the answer to the selected question on.
    private mutating func play(_ context: inout FaceContext) {
        guard let answer else { return }
        guard let recording = shown?.recording else { return context.say(Self.notBegun.text, .warning) }
        guard let from = answer.from else {
            return context.say(tr("No sound answers this question"), .warning)
        }
        let values: [ParameterKey: Value] = [.name: .text(recording), .from: .text("\(from.fixed(3))s")]
        if let ticket = context.ask(.playing(.play), values) { asked[ticket] = .change }
    }

    /// Lets the user type the answer to the selected question.
    private mutating func type(_ context: inout FaceContext) {
        guard let answer, let shown else {
            return context.say(Self.notBegun.text, .warning)
        }
        let transport = context.view.transport
        guard !transport.hasTake || transport.recordName != shown.recording else {
            let recording = shown.recording
            return context.say(tr("A take into \(recording) runs: stop it, then type the answer"), .warning)
        }
        typed = (answer, shown.sheet, shown.recording)
        context.question(
            0, tr("Answer"), [answer.question, tr("An empty text brings the spoken words back.")], text: answer.answer)
    }

    private mutating func keep(_ text: String, _ context: inout FaceContext) {
        guard let typed else { return }
        self.typed = nil
        let values: [ParameterKey: Value] = [
            .name: .text(typed.recording), .question: .text(typed.answer.id), .text: .text(text), .sheet: .text(typed.sheet),
        ]
        if let ticket = context.ask(.library(.answer), values) { asked[ticket] = .change }
    }

    // MARK: The engine

    mutating func look(_ context: inout FaceContext) {
        let layout = layout(context.area, context)
        list.show(height: layout.sheets.rows)
        rows.show(height: layout.list.rows)
        let view = context.view
        guard view.isConnected else {
            self = AskPanel()
            return
        }
        follow(view.question)
        // The sums cost the library a look at each sheet: they are asked for where a person sees a change, and one at a time.
        let isNew = seen?.isAsked != view.question.isAsked
        let now = Seen(isAsked: view.question.isAsked, isFocused: context.isFocused, revision: view.libraryRevision)
        if !isWaiting, isNew || context.isFocused && seen != now {
            seen = now
            ask(.sheets, [.do: .text("list")], &context)
        } else if !context.isFocused {
            seen?.isFocused = false
        }
        lookAtAnswers(&context)
    }

    /// True while sheets or their sums are under way.
    private var isWaiting: Bool {
        asked.values.contains {
            switch $0 {
            case .sheets, .status: true
            case .answers, .change: false
            }
        }
    }

    /// Selects the sheet that is asked, and its question, once for each.
    private mutating func follow(_ question: QuestionView) {
        if question.isAsked, let index = sheets.firstIndex(where: { $0.name == question.sheet }) { list.select(index) }
        guard question.id != lastQuestion else { return }
        if let row = answers.firstIndex(where: { $0.id == question.id }) {
            rows.select(row)
            lastQuestion = question.id
        } else if question.id.isEmpty {
            lastQuestion = ""
        }
    }

    private mutating func lookAtAnswers(_ context: inout FaceContext) {
        let question = context.view.question
        let (name, recording) =
            question.isAsked ? (question.sheet, question.recording) : (sheet?.name ?? "", sheet?.recording ?? "")
        guard !recording.isEmpty else {
            let questions = question.isAsked ? [] : sheet?.questions ?? []
            if shown != nil || answers != questions { take(questions, nil) }
            return
        }
        let want = Shown(
            sheet: name, recording: recording, revision: context.view.libraryRevision, answered: question.answered)
        let isAsked = asked.values.contains { if case .answers = $0 { true } else { false } }
        guard shown != want, !isAsked else { return }
        if shown?.sheet != name || shown?.recording != recording { take([], nil) }
        shown = want
        let values: [ParameterKey: Value] = [.name: .text(recording), .sheet: .text(name)]
        if let ticket = context.ask(.library(.answers), values) { asked[ticket] = .answers(want) }
    }

    private mutating func ask(_ purpose: Purpose, _ values: [ParameterKey: Value], _ context: inout FaceContext) {
        if let ticket = context.ask(.guide(.ask), values) { asked[ticket] = purpose }
    }

    /// Takes other questions. The selection stays at its question.
    private mutating func take(_ new: [AskAnswer], _ state: Shown?) {
        let id = answer?.id
        (answers, shown) = (new, state)
        rows.resize(count: new.count)
        if let id, let row = new.firstIndex(where: { $0.id == id }) { rows.select(row) }
        if new.isEmpty { isInQuestions = false }
    }

    mutating func answer(_ ticket: Int, _ answer: Result<Reply, Failure>, _ context: inout FaceContext) {
        guard let purpose = asked.removeValue(forKey: ticket) else { return }
        switch (purpose, answer) {
        case (.sheets, .success(let reply)):
            (failure, isLoading) = ("", false)
            let name = sheet?.name
            let known = Dictionary(sheets.map { ($0.name, $0) }) { first, _ in first }
            // The sums stay until the new ones come, so that nothing flickers.
            sheets = reply.items.prefix(500).map(AskSheet.init).filter { !$0.name.isEmpty }.map { new in
                guard let old = known[new.name], old.count == new.count else { return new }
                return old
            }
            list.resize(count: sheets.count)
            if let name, let index = sheets.firstIndex(where: { $0.name == name }) { list.select(index) }
            pending = sheets.map(\.name)
            askNext(&context)
        case (.sheets, .failure(let error)): (failure, isLoading) = (error.words, false)
        case (.status(let name), _):
            if case .success(let reply) = answer, let index = sheets.firstIndex(where: { $0.name == name }) {
                sheets[index].take(reply)
            }
            askNext(&context)
        case (.answers(let state), .success(let reply)): take(reply.items.prefix(2000).map(AskAnswer.init), state)
        // There is no recording before the first answer.
        case (.answers(let state), .failure): take([], state)
        case (.change, .failure(let error)): context.say(error.words, .error)
        case (.change, .success): seen = nil
        }
    }

    private mutating func askNext(_ context: inout FaceContext) {
        guard !pending.isEmpty else { return }
        let name = pending.removeFirst()
        ask(.status(name), [.do: .text("status"), .sheet: .text(name)], &context)
    }
}
