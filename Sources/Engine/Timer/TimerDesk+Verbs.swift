// The verb timer. Control loop only.
internal import Cues
internal import Dictation
internal import JackClient
internal import Realtime
internal import Settings
internal import System

extension TimerDesk {
    /// Longest run in seconds: a day.
    private static let longest = 86_400.0

    /// Carries out the verb. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) throws(EngineError) {
        switch request.text(.do) {
        case "start": try start(request, by: authority, answer)
        case "pause":
            guard run?.origin != nil, let time = jack.time else { throw .wrongState("The timer does not run") }
            hold(at: time.now)
            answer(.success(Reply(fields)))
        case "resume":
            guard state == .paused else { throw .wrongState("The timer is not paused") }
            goOn(try jack.graph())
            answer(.success(Reply(fields)))
        case "stop":
            guard run != nil else { throw .wrongState("The timer does not run") }
            if state == .completed { forget() } else { end(isCompleted: false) }
            answer(.success(Reply(fields)))
        case "history": readHistory(answer)
        case "presets": answer(.success(Reply(items: presets.map { ["name": .text($0.name), "does": .text($0.line)] })))
        case "save": try save(request, answer)
        case "forget": try forget(request, answer)
        default: answer(.success(Reply(fields)))
        }
    }

    /// Forgets a completed run.
    private func forget() {
        run = nil
        state = .idle
    }

    // MARK: Start

    /// Starts a run once its sounds are made. `answer` is called once.
    private func start(
        _ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        let time = try jack.graph()
        let (whole, preset) = try complete(request)
        let plan = try plan(whole, rate: time.client.rate)
        let now = settings.current
        let bed = whole.text(.bed) ?? now.text(.timerBed) ?? "silent"
        let source: BedSource? =
            switch bed {
            case "off": nil
            case "silent": .noise(.white)
            default: try BedSource(named: bed)
            }
        let level = whole.double(.level) ?? (bed == "silent" ? TimerDesk.silentLevel : CueDesk.bedLevel)
        starts += 1
        let number = starts
        let gongs = try gongs()
        try cues.prepare(gongs.map(\.source)) { [unowned self] result in
            do throws(EngineError) {
                let sounds = Dictionary(uniqueKeysWithValues: zip(gongs.map(\.gong), try result.get()))
                guard starts == number else { throw .wrongState("A later start of the timer replaced this one") }
                let time = try jack.graph()
                guard time.client.rate == plan.rate else { throw .noServer }
                pausePlayback()
                begin(
                    Run(
                        plan: plan.plan, rate: plan.rate, preset: preset, bed: source, level: level, sounds: sounds,
                        place: -plan.plan.countdown, score: 0), time)
                answer(.success(Reply(fields)))
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Level of the silent bed in dB: a factor of 0.01, which keeps speakers awake that sleep in silence.
    private static let silentLevel = -40.0

    /// The sources of the gongs, as the settings name them; a gong whose setting is `none` has no source.
    private func gongs() throws(EngineError) -> [(gong: TimerPlan.Gong, source: CueSource)] {
        var found: [(gong: TimerPlan.Gong, source: CueSource)] = []
        for (gong, key) in [
            (TimerPlan.Gong.start, ParameterKey.timerStartSound), (.interval, .timerIntervalSound),
            (.finish, .timerFinishSound),
        ] {
            let name = settings.current.text(key) ?? "bowl"
            if name != "none" { found.append((gong, try CueSource(named: name))) }
        }
        return found
    }

    /// The request with the options of the preset that it names, and the preset's name. Options of the request win.
    private func complete(_ request: Request) throws(EngineError) -> (Request, preset: String) {
        guard let word = request.text(.length) else { throw .usage("timer start: give a length (20m) or the name of a preset") }
        guard let preset = presets.first(where: { $0.name == word }) else { return (request, "") }
        do throws(CommandError) {
            var values = try Request(line: "timer start " + preset.line).values
            for (key, value) in request.values where key != .length { values[key] = value }
            return (try CommandTable.request(.cue(.timer), values), word)
        } catch {
            throw .usage("the preset '\(word)' of the setting timer-preset is wrong: \(error)")
        }
    }

    /// The frames of a run. Throws `.usage` for a length that is no time, is 0, negative or longer than a day.
    private func plan(_ request: Request, rate: Int) throws(EngineError) -> (plan: TimerPlan, rate: Int) {
        let word = request.text(.length) ?? ""
        guard let span = TimeSpan(word) else {
            let known = presets.isEmpty ? "" : "; presets: " + presets.map(\.name).joined(separator: ", ")
            throw .usage("timer start: '\(word)' is neither a time (20m, 1h30m) nor a preset" + known)
        }
        let seconds = span.seconds(rate: rate)
        guard seconds > 0, seconds <= TimerDesk.longest else {
            throw .usage("timer start: the length is from 1 frame to 24 h, not \(word)")
        }
        let now = settings.current
        let countdown = request.time(.countdown) ?? now.time(.timerCountdown) ?? .seconds(15)
        let interval = request.time(.interval) ?? now.time(.timerInterval) ?? .seconds(0)
        let least = Int64(rate)
        let frames = interval.frames(rate: rate)
        guard frames == 0 || frames >= least else { throw .usage("timer start: the interval is 0 for none, or 1 s and more") }
        return (
            TimerPlan(length: max(1, span.frames(rate: rate)), countdown: max(0, countdown.frames(rate: rate)), interval: frames),
            rate
        )
    }

    // MARK: Presets and history

    /// The presets of the settings.
    private var presets: [(name: String, line: String)] {
        settings.current.texts(.timerPreset).compactMap { text in
            guard let colon = text.firstIndex(of: ":") else { return nil }
            let line = text[text.index(after: colon)...].drop { $0 == " " }
            return (String(text[..<colon]), String(line))
        }
    }

    /// Stores a preset in the settings; one of the same name is replaced.
    private func save(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        guard let name = request.text(.name), let length = request.text(.length) else {
            throw .usage("timer save: give a length and --name, as in 'timer save 20m --interval 5m --name yoga'")
        }
        guard !name.contains(where: { ":\n".contains($0) }), TimeSpan(name) == nil else {
            throw .usage("timer save: a name has no colon and is no time: give another one")
        }
        guard let span = TimeSpan(length), span.seconds(rate: jack.rate) > 0 else {
            throw .usage("timer save: '\(length)' is no length: give a time such as 20m")
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
    private func forget(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let name = request.text(.name) ?? request.text(.length) ?? ""
        guard presets.contains(where: { $0.name == name }) else {
            throw .refused(Failure(.notFound, "there is no preset '\(name)': 'dicta timer presets' lists all"))
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
