// The verb timer. Control loop only.
internal import Cues
internal import Dictation
internal import JackClient
internal import Messages
internal import Player
internal import Realtime
internal import Settings
internal import System
internal import Threads

extension TimerDesk {
    /// Longest run in seconds: a day.
    private static let longest = 86_400.0

    /// Carries out the verb. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) throws(EngineError) {
        switch request.text(.do) {
        case "start": try start(request, by: authority, answer)
        case "pause":
            guard run?.origin != nil, let time = jack.time else { throw .wrongState(tr("The timer does not run")) }
            hold(at: time.now)
            answer(.success(Reply(fields)))
        case "resume":
            guard state == .paused else { throw .wrongState(tr("The timer is not paused")) }
            goOn(try jack.graph())
            answer(.success(Reply(fields)))
        case "stop":
            guard run != nil else { throw .wrongState(tr("The timer does not run")) }
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
                guard starts == number else { throw .wrongState(tr("A later start of the timer replaced this one")) }
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
        guard let word = request.text(.length) else {
            throw .usage(tr("timer start: give a length (20m) or the name of a preset"))
        }
        guard let preset = presets.first(where: { $0.name == word }) else { return (request, "") }
        do throws(CommandError) {
            var values = try Request(line: "timer start " + preset.line).values
            for (key, value) in request.values where key != .length { values[key] = value }
            return (try CommandTable.request(.cue(.timer), values), word)
        } catch {
            throw .usage(tr("the preset '\(word)' of the setting timer-preset is wrong: \(error)"))
        }
    }

    /// The frames of a run. Throws `.usage` for a length that is no time, is 0, negative or longer than a day.
    private func plan(_ request: Request, rate: Int) throws(EngineError) -> (plan: TimerPlan, rate: Int) {
        let word = request.text(.length) ?? ""
        guard let span = TimeSpan(word) else {
            let refusal = tr("timer start: '\(word)' is neither a time (20m, 1h30m) nor a preset")
            let names = presets.map(\.name).joined(separator: ", ")
            throw .usage(presets.isEmpty ? refusal : refusal + "; " + tr("presets: \(names)"))
        }
        let seconds = span.seconds(rate: rate)
        guard seconds > 0, seconds <= TimerDesk.longest else {
            throw .usage(tr("timer start: the length is from 1 frame to 24 h, not \(word)"))
        }
        let now = settings.current
        let countdown = request.time(.countdown) ?? now.time(.timerCountdown) ?? .seconds(15)
        let interval = request.time(.interval) ?? now.time(.timerInterval) ?? .seconds(0)
        let least = Int64(rate)
        let frames = interval.frames(rate: rate)
        guard frames == 0 || frames >= least else { throw .usage(tr("timer start: the interval is 0 for none, or 1 s and more")) }
        return (
            TimerPlan(length: max(1, span.frames(rate: rate)), countdown: max(0, countdown.frames(rate: rate)), interval: frames),
            rate
        )
    }
}
