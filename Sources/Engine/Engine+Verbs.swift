// Room: Engine. Control loop only: from a checked request to the part that does it.
internal import Catalogue
internal import Control
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

extension Engine {
    /// Does what was asked for, where who asks may ask for it; `answer` is called once, now or when it is done.
    func perform(
        _ request: Request, by authority: Authority, _ answer: @escaping (Result<Reply, EngineError>) -> Void
    ) {
        if let refusal = permissions.refusal(of: request, by: authority) { return answer(.failure(.notAllowed(refusal))) }
        let simple: Answer = { answer($0.map { Reply($0) }) }
        do throws(EngineError) {
            try checkFrames(request)
            switch request.name {
            case "rec":
                let kept = options.preRollSeconds
                let whole = RecordFormat.complete(request, with: settings.current, preRoll: kept)
                try recorder.record(whole, try graph(), simple)
            case "append", "insert", "overwrite": try recordInto(request, try graph(), simple)
            case "pause": try pause(request, simple)
            case "resume": try resume(request, simple)
            case "stop": try stop(request, simple)
            case "play": try player.play(request, try graph(), simple)
            case "locate": try player.locate(request, try graph(), simple)
            case "nudge": try player.nudge(request, try graph(), simple)
            case "cue": try player.hold(isForward: true, request, try graph(), simple)
            case "review": try player.hold(isForward: false, request, try graph(), simple)
            case "loop": simple(.success(try player.setLoop(request, try graph())))
            case "mark", "unmark":
                try mark(request) { [self] result in
                    if case .success(let reply) = result, request.name == "mark" { tell(.marker, reply.fields) }
                    answer(result)
                }
            case "marks": try tellMarks(request, answer)
            case "next": try step(isForward: true, request, answer)
            case "previous": try step(isForward: false, request, answer)
            case "rate": simple(.success(try player.setRate(request, time)))
            case "pitch": simple(.success(try player.setPitch(request, time)))
            case "dpc": simple(.success(try player.setDPC(request, time)))
            case "backstep": simple(.success(player.setBackstep(request, rate: client?.rate ?? 48_000)))
            case "monitor": try monitor.set(request, client, simple)
            case "gain": try setGains(request, simple)
            case "status": simple(.success(status(for: authority)))
            case "meters": try readMeters(request, simple)
            case "info": try info(request, answer)
            case let verb where Catalogue.verbs.contains(verb): try askLibrary(request, answer)
            case "ping": simple(.success(["engine": .text(options.name)]))
            case "version": simple(.success(["version": .text(Version.text)]))
            case "transport": try setTransport(request, simple)
            case "midi": try setMidi(request, answer)
            case "set": try set(request, by: authority, answer)
            case "settings": answer(.success(listSettings(request, by: authority)))
            case "hooks": answer(.success(Reply(items: hookItems)))
            case "quit":
                quitAnswers.append(simple)
                isQuitting = true
            default:
                throw EngineError.usage("'\(request.name)' is not done by the engine: see 'dicta help'")
            }
        } catch {
            answer(.failure(error))
        }
    }

    /// Times said in frames are within the limits of the table. Steps count in frames of what is loaded, all else in the
    /// server's.
    private func checkFrames(_ request: Request) throws(EngineError) {
        let isStep = ["nudge", "backstep"].contains(request.name)
        let rate = (isStep ? player.loaded?.rate : nil) ?? client?.rate ?? SettingsTable.frameRate
        do throws(CommandError) { try request.checkFrames(rate: rate) } catch { throw EngineError.usage(error.description) }
    }

    func graph() throws(EngineError) -> GraphTime {
        guard let time else { throw EngineError.noServer }
        return time
    }

    private func frame(_ request: Request, _ time: GraphTime) throws(EngineError) -> Int64 {
        try request.atFrame == nil ? RealtimeCommand.atOnce : time.frame(named: request.atFrame)
    }

    /// Pause and resume are for the take while there is one, else for the playback.
    private func pause(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try graph()
        if request.text("what") ?? (recorder.state == .idle ? "play" : "rec") == "rec" {
            answer(.success(try recorder.pause(request, time)))
        } else {
            try player.pause(at: try frame(request, time), time, answer)
        }
    }

    private func resume(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try graph()
        if recorder.state != .idle {
            answer(.success(try recorder.resume(request, time)))
        } else {
            try player.resume(from: nil, at: try frame(request, time), time, answer)
        }
    }

    private func stop(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let what = request.text("what") ?? (recorder.state == .idle && recalls.isEmpty ? "play" : "rec")
        // A stop for a frame to come wants the take up to there.
        let isGivenUp = what != "play" && request.atFrame == nil && giveUpComingTakes()
        switch what {
        case "rec" where isGivenUp && recorder.state == .idle: answer(.success([:]))
        case "rec": try recorder.stop(request, time, answer)
        case "play":
            let time = try graph()
            try player.stop(at: try frame(request, time), time, answer)
        default:
            if let time, player.loaded != nil || player.opening != nil {
                try player.stop(at: try frame(request, time), time) { _ in }
            }
            if recorder.state == .idle { answer(.success([:])) } else { try recorder.stop(request, time, answer) }
        }
    }

    private func setGains(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        mixer.set(request)
        applyGains()
        var fields = mixer.fields
        if let time {
            fields = fields + clips(time)
            if request.flag("reset-clips") {
                clipsBefore = (
                    unsafe time.client.link.pointee.clipsLeft.load(ordering: .relaxed),
                    unsafe time.client.link.pointee.clipsRight.load(ordering: .relaxed)
                )
            }
        }
        answer(.success(fields))
    }

    /// Also for a new client, which begins at unity.
    func applyGains() {
        guard let client else { return }
        do throws(EngineError) {
            try client.send(RealtimeCommand(.gain, levels: mixer.levels))
        } catch {
            EngineLog.say(error.description)
        }
    }

    private func readMeters(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try graph()
        let values = meters(time)
        if request.flag("reset") { try time.client.send(RealtimeCommand(.resetPeaks)) }
        answer(.success(values))
    }
}
