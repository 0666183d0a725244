// Dispatch of a checked request to the desk that carries it out. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Recorder
internal import Threads

extension Engine {
    /// Carries out a request if `authority` permits it. `sender` is nil for a request that did not come over a socket, and such a
    /// request cannot subscribe. `answer` is called exactly once: before this returns, or later, when the work is done.
    func perform(
        _ request: Request, by authority: Authority, from sender: Sender?, _ answer: @escaping WholeAnswer
    ) {
        // Every request is checked for rights and limits here. The rights of a message for later were checked when it came, too.
        if let refusal = request.refusal(by: authority, desks.settings.permissions, rate: rate(of: request)) {
            return answer(.failure(.refused(refusal)))
        }
        if let refusal = desks.lock.refusal(of: request, by: authority) { return answer(.failure(.refused(refusal))) }
        // Texts are left out of every answer here, whatever desk makes it, and paths of every error that leaves the engine.
        let mayRead = desks.settings.permissions.allows(.read, to: authority)
        let answer: WholeAnswer =
            mayRead
            ? answer
            : { result in
                let bare = result.map(\.withoutTexts)
                answer(sender == nil ? bare : bare.mapError { .refused($0.failure.withoutPaths) })
            }
        let isAboutLoaded = request.isAboutLoaded(duringTake: desks.recording.current != nil)
        if desks.playing.isArriving, isAboutLoaded || desks.recording.isBehindDelayedStart(request) {
            // The recording arrives with a period.
            if let standstill = desks.jack.standstill { return answer(.failure(standstill)) }
            desks.playing.delay(request) {
                [unowned self] in
                perform(request, by: authority, from: sender, answer)
            } refuse: {
                answer(.failure($0))
            }
            return
        }
        let simple: Answer = { answer($0.map { Reply($0) }) }
        do throws(EngineError) {
            try checkOpen(for: request)
            switch request.verb {
            case .recording(.rec) where request.isSchedule: try desks.schedule.add(request, by: authority, from: sender, answer)
            case .recording(.rec) where request.values[.every] != nil || request.flag(.wake):
                throw .usage(tr("rec: --every and --wake need --at, the time of the take"))
            case .recording(.rec) where request.flag(.prompt):
                try desks.prompts.record(request, by: authority, from: sender, answer)
            case .recording(.stop) where desks.questions.stops(request): simple(.success(desks.questions.end()))
            case .recording(let verb):
                let starts = [.rec, .append, .insert, .overwrite].contains(verb)
                try desks.recording.perform(verb, request, isRead: sender != nil, starts ? warned(.input, simple) : simple)
            case .playing(.play) where request.flag(.gongs):
                try desks.gongs.play(request, by: authority, warned(.output, simple))
            case .playing(.play) where request.isForQueue:
                guard request.text(.atWord) == nil else { throw .usage(tr("play: --at-word needs one recording")) }
                try desks.queue.play(request, by: authority, warned(.output, simple))
            case .playing(.play) where request.text(.atWord) != nil: try playAtWord(request, by: authority, simple)
            case .playing(.place): simple(.success(try desks.transcripts.place(request)))
            case .playing(let verb):
                try desks.playing.perform(verb, request, by: authority, verb == .play ? warned(.output, simple) : simple)
            case .queue(.queue): try desks.queue.perform(request, by: authority, answer)
            case .schedule(.schedule): try desks.schedule.perform(request, answer)
            case .monitoring(.source): try desks.sources.perform(request, answer)
            case .monitoring(.monitor): try desks.monitor.set(request, simple)
            case .monitoring(.gain): simple(.success(desks.mixer.set(request)))
            case .monitoring(.meters): simple(.success(try desks.meters.read(request)))
            case .cue(let verb): try perform(verb, request, by: authority, answer)
            case .guide(.prompt): try desks.prompts.perform(request, answer)
            case .guide(.ask): try desks.questions.perform(request, answer)
            case .marker(let verb): try desks.markers.perform(verb, request, answer)
            case .library(.peaks) where drawTake(request, answer): break
            case .library(let verb):
                try desks.library.perform(verb, request, running: desks.recording.current?.name, answer)
            case .transport(.transport): try desks.transport.perform(request, simple)
            case .toggle(.toggle): try desks.toggles.perform(request, by: authority, from: sender, answer)
            case .lock(.lock): simple(.success(try desks.lock.perform(request, by: authority)))
            case .midi(.midi): try desks.midi.perform(request, from: sender, answer)
            case .pedal(.pedal): try desks.pedals.perform(request, from: sender, answer)
            case .settings(let verb): try desks.settings.perform(verb, request, by: authority, answer)
            case .hook(.hooks): try desks.hookQueue.perform(request, answer)
            case .engine(let verb): perform(verb, request, by: authority, answer)
            case .subscription(let verb): simple(.success(try perform(verb, request, from: sender)))
            case .terminal, .program: throw notCarriedOut(request)
            }
        } catch {
            answer(.failure(error))
        }
    }

    /// Answers with the waveform of the running take. False if the request is about another recording.
    private func drawTake(_ request: Request, _ answer: @escaping WholeAnswer) -> Bool {
        desks.recording.draw(request.text(.name)) { [unowned self] take in
            do throws(EngineError) {
                try desks.library.question(request, open: take.get(), answer)
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// An answer that also warns of a side that is connected to nothing now.
    private func warned(_ side: JackClient.Side, _ answer: @escaping Answer) -> Answer {
        guard let words = desks.connections.warning(side) else { return answer }
        return { result in answer(result.map { $0.warning(of: words) }) }
    }

    private func perform(
        _ verb: SubscriptionVerb, _ request: Request, from sender: Sender?
    ) throws(EngineError) -> Fields {
        guard let sender else { throw notCarriedOut(request) }
        do throws(ControlError) {
            return try desks.subscriptions.perform(verb, request, from: sender)
        } catch {
            throw .refused(error.failure)
        }
    }

    private func notCarriedOut(_ request: Request) -> EngineError {
        .usage(tr("the engine does not carry out '\(request.name)': see 'dicta help'"))
    }

    /// Carries out a verb of cues or of the timer.
    private func perform(
        _ verb: CueVerb, _ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        let simple: Answer = { answer($0.map { Reply($0) }) }
        switch verb {
        case .sound: try desks.cues.sound(request, answer)
        case .bed: try desks.cues.bed(request, simple)
        case .speak: try desks.cues.speak(request, simple)
        case .timer: try desks.timer.perform(request, by: authority, answer)
        }
    }

    /// Carries out a verb that concerns the engine as a whole.
    private func perform(_ verb: EngineVerb, _ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) {
        switch verb {
        case .status: desks.disk.renew { [unowned self] in answer(.success(Reply(desks.status(for: authority)))) }
        case .quit: quit(answer)
        case .ping where isEnding: answer(.failure(.wrongState(tr("the engine was told to quit"))))
        case .ping, .version, .commands:
            let none = Failure(.broken, tr("'\(verb.rawValue)' has no answer"))
            let reply = verb.reply(to: request, engine: desks.name) ?? .failure(none)
            answer(reply.mapError { .refused($0) })
        }
    }

    /// Throws once everything is closed: only verbs that need no state are still carried out.
    private func checkOpen(for request: Request) throws(EngineError) {
        guard let closedWords else { return }
        if case .engine(let verb) = request.verb, [.version, .commands].contains(verb) { return }
        throw .wrongState(closedWords)
    }

    /// The rate in Hz at which times of a request in frames count. `nudge` and `backstep` count frames of the loaded file, a
    /// lease has the rate of settings, and all other verbs count frames of the server.
    private func rate(of request: Request) -> Int {
        switch request.verb {
        case .subscription: SettingsTable.frameRate
        case .playing(.nudge), .playing(.backstep): desks.playing.destination?.rate ?? desks.jack.rate
        default: desks.jack.rate
        }
    }
}
