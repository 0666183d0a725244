// The verbs sound, bed and speak. Control loop only.
internal import Dictation
internal import Messages
internal import Player
internal import Realtime
internal import System
internal import Threads

extension CueDesk {
    /// Plays a sound, ends all sounds, or lists them.
    func sound(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        if request.flag(.off) {
            cancelAll()
            return answer(.success(Reply()))
        }
        guard let name = request.text(.name) else {
            let items = CueSound.allCases.map { ["name": .text($0.rawValue), "summary": .text($0.summary.text)] as Fields }
            return answer(.success(Reply(items: items)))
        }
        let time = try jack.graph()
        let frame = try request.atFrame == nil ? CueCommand.atOnce : time.frame(named: request.atFrame)
        let level = request.double(.level)
        try prepare(try CueSource(named: name)) { [unowned self] result in
            do throws(EngineError) {
                let samples = try result.get()
                play(
                    samples, at: frame, level: level, score: newScore(),
                    begun: { [unowned self] at in answer(.success(Reply(begun(name, at)))) })
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Answer to a sound that has begun.
    private func begun(_ name: String, _ frame: Int64) -> Fields {
        let at = jack.time.map { Int64($0.telemetry.jackFrame(of: frame)) } ?? 0
        return ["name": .text(name), "at_frame": .int(at)]
    }

    /// Plays a bed, ends it, or shows it.
    func bed(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let told = { [unowned self] (result: Result<Fields, EngineError>) in
            answer(result.map { [unowned self] _ in fields(of: .cues) })
        }
        let level = request.double(.level)
        guard let name = request.text(.name) else {
            guard let level else { return told(.success([:])) }
            guard bed != nil else { throw .wrongState(tr("There is no bed to set the level of: begin one (dicta bed pink)")) }
            setBedLevel(level)
            return told(.success([:]))
        }
        guard name != "off" else {
            endBed()
            return told(.success([:]))
        }
        try setBed(try BedSource(named: name), level: level ?? CueDesk.bedLevel, told)
    }

    /// Level of a bed that names none, in dB: a factor of 0.15.
    static let bedLevel = -16.5

    /// Speaks a text, or ends the speech.
    func speak(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        if request.flag(.off) {
            endTalk()
            return answer(.success([:]))
        }
        _ = try jack.graph()
        guard let text = request.text(.text) else { throw .usage(tr("speak: give a text, or --off to end the speech")) }
        guard text.utf8.count <= CommandTable.longestSpeech else {
            let (count, most) = (text.utf8.count, CommandTable.longestSpeech)
            throw .usage(
                tr(
                    count, "speak: the text has \(count) byte, and \(most) can be spoken at once",
                    "speak: the text has \(count) bytes, and \(most) can be spoken at once"))
        }
        try speak(text, language: request.text(.language), rate: request.double(.rate), cents: request.double(.pitch), answer)
    }

    /// Speaks a text, and calls `done` once: at the end of the speech, or with the reason why nothing was heard.
    func say(_ text: String, language: String? = nil, _ done: @escaping (EngineError?) -> Void) {
        do throws(EngineError) {
            try speak(text, language: language) { result in
                if case .failure(let error) = result { done(error) }
            } ended: {
                done(nil)
            }
        } catch {
            done(error)
        }
    }

    /// Speaks a text with the user's settings. `answer` is called once: when the speech has begun, or cannot; `ended` once at the
    /// end of a speech that has begun.
    func speak(
        _ text: String, language: String? = nil, rate: Double? = nil, cents: Double? = nil, _ answer: @escaping Answer,
        ended: (() -> Void)? = nil
    ) throws(EngineError) {
        _ = try jack.graph()
        endTalk()
        let score = newScore()
        talk = Talk(score: score, text: text)
        let source = CueSource.speech(speech(text, language: language, rate: rate, cents: cents))
        try prepare(source) { [unowned self] result in
            guard talk?.score == score else { return answer(.failure(.wrongState(tr("The speech was ended before it began")))) }
            do throws(EngineError) {
                let samples = try result.get()
                talk?.length = samples.frames
                play(samples, score: score) { [unowned self] frame in
                    talk?.start = frame
                    answer(.success(["seconds": .double(Double(samples.frames) / Double(max(1, jack.rate)))]))
                } ended: { [unowned self] in
                    if talk?.score == score { talk = nil }
                    ended?()
                }
            } catch {
                talk = nil
                answer(.failure(error))
            }
        }
    }

    /// A text with the settings for what is not given.
    func speech(_ text: String, language: String? = nil, rate: Double? = nil, cents: Double? = nil) -> CueSource.Speech {
        let now = settings.current
        return CueSource.Speech(
            text: text, language: language ?? now.text(.speechLanguage) ?? "en", rate: rate ?? now.double(.speechRate) ?? 1,
            cents: cents ?? now.double(.speechPitch) ?? 0, command: now.text(.speechCommand) ?? SettingsTable.standardSpeech)
    }

    /// Ends the speech, also one that is still being made.
    func endTalk() {
        guard let talk else { return }
        self.talk = nil
        cancel(talk.score)
    }

    /// Confirms an event with a tone, and ends the speech when a take begins.
    func confirm(_ event: HookEvent, _ fields: Fields) {
        if event == .recordStarted { endTalk() }
        guard settings.current.text(.tones) == "on", jack.client != nil, let sound = CueDesk.tone(event, fields) else { return }
        do throws(EngineError) {
            try prepare(.made(sound)) { [unowned self] result in
                switch result {
                case .success(let samples): play(samples, score: newScore())
                case .failure(let error): EngineLog.say(.warning, .cues, "no tone: \(error)")
                }
            }
        } catch {
            EngineLog.say(.warning, .cues, "no tone: \(error)")
        }
    }

    /// The tone of an event; nil for none. The event of the loop tells both points, of which the later one is new.
    private static func tone(_ event: HookEvent, _ fields: Fields) -> CueSound? {
        switch event {
        case .recordStarted, .recordResumed: .start
        case .recordStopped, .recordPaused: .stop
        case .recordWarning: .warning
        case .marker: .marker
        case .error: .error
        case .loop:
            if case .int(let b)? = fields["loop_b_frames"], b >= 0 {
                .pointB
            } else if case .int(let a)? = fields["loop_a_frames"], a >= 0 {
                .pointA
            } else {
                nil
            }
        default: nil
        }
    }
}
