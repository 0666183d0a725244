// Presets and history of the timer. Control loop only.
internal import Cues
internal import Dictation
internal import Messages
internal import Settings
internal import System
internal import Threads

extension TimerDesk {
    /// The presets of the settings.
    var presets: [(name: String, line: String)] {
        settings.current.texts(.timerPreset).compactMap { text in
            guard let colon = text.firstIndex(of: ":") else { return nil }
            let line = text[text.index(after: colon)...].drop { $0 == " " }
            return (String(text[..<colon]), String(line))
        }
    }

    /// Stores a preset in the settings; one of the same name is replaced.
    func save(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        guard let name = request.text(.name), let length = request.text(.length) else {
            throw .usage(tr("timer save: give a length and --name, as in 'timer save 20m --interval 5m --name yoga'"))
        }
        guard !name.contains(where: { ":\n".contains($0) }), TimeSpan(name) == nil else {
            throw .usage(tr("timer save: a name has no colon and is no time: give another one"))
        }
        guard let span = TimeSpan(length), span.seconds(rate: jack.rate) > 0 else {
            throw .usage(tr("timer save: '\(length)' is no length: give a time such as 20m"))
        }
        let options = request.command.parameters.filter { [.countdown, .interval, .bed, .level].contains($0.key) }
        let words = options.compactMap { option -> String? in
            let word = option.type.isTime ? request.time(option.key).map { "\($0)" } : request.word(option)
            return word.map { "--\(option.name) \(TimerDesk.quoted($0))" }
        }
        let line = ([length] + words).joined(separator: " ")
        try change {
            $0.filter { $0.name != name } + [(name, line)]
        } then: {
            answer($0)
        }
    }

    /// Removes a preset from the settings.
    func forget(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let name = request.text(.name) ?? request.text(.length) ?? ""
        guard presets.contains(where: { $0.name == name }) else {
            throw .refused(Failure(.notFound, tr("there is no preset '\(name)': 'dicta timer presets' lists all")))
        }
        try change {
            $0.filter { $0.name != name }
        } then: {
            answer($0)
        }
    }

    private static func quoted(_ word: String) -> String { word.contains(" ") ? "\"\(word)\"" : word }

    private func change(
        _ next: ([(name: String, line: String)]) -> [(name: String, line: String)],
        then answer: @escaping WholeAnswer
    ) throws(EngineError) {
        let lines = next(presets).map { "\($0.name): \($0.line)" }
        try settings.change([(key: .timerPreset, values: lines)]) { [unowned self] result in
            answer(result.map { Reply(items: presets.map { ["name": .text($0.name), "does": .text($0.line)] }) })
        }
    }

    /// Answer with the history: an item for each run, and sums.
    func reply(_ history: TimerHistory) -> Reply {
        Reply(history.sums(days: Timestamp.now.daysBack(3660)), items: history.records.map(\.fields))
    }
}
