// Recording verbs; pause, resume and stop act on the take when there is one, otherwise on playback. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Threads

extension RecordingDesk {
    /// Carries out a verb. Throws when the verb is refused at once; otherwise `answer` is called once.
    ///
    /// - Parameter isRead: false if nobody reads the answer, as for a key, a pedal or a session.
    func perform(
        _ verb: RecordingVerb, _ request: Request, isRead: Bool, due: Int? = nil, _ answer: @escaping Answer
    ) throws(EngineError) {
        switch verb {
        case .rec:
            let time = try jack.graph()
            let whole = try RecordFormat.complete(
                request, with: settings.current, preRoll: preRollSeconds, rate: time.client.rate)
            try record(whole, due: due, time, answer)
        case .append, .insert, .overwrite: try recordInto(request, try jack.graph(), answer)
        case .pause: try pause(request, answer)
        case .resume: try resume(request, answer)
        case .split: try split(request, try jack.graph(), answer)
        case .stop: try stop(request, isRead: isRead, answer)
        }
    }

    /// True for a stop or pause of the playback at a given frame while a play waits for the take that just ended: it has to come
    /// behind that play.
    func isBehindDelayedStart(_ request: Request) -> Bool {
        guard request.atFrame != nil, playing.delayed.contains(where: \.request.isStart) else { return false }
        return [.recording(.pause), .recording(.stop)].contains(request.verb) && subject(of: request) == "play"
    }

    /// The word for what a pause or stop is for. A take that waits for the library is stopped, but cannot be paused.
    private func subject(of request: Request) -> String {
        let hasTake = state != .idle || request.verb == .recording(.stop) && !recalls.isEmpty
        return request.text(.what) ?? (hasTake ? "rec" : "play")
    }

    private func pause(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        if subject(of: request) == "play", let rested = playing.rest(isStop: false) { return answer(.success(rested)) }
        guard subject(of: request) == "rec" else { return try rest(request, isStop: false, answer) }
        answer(.success(try pause(request, try jack.graph())))
    }

    /// Pauses or stops the playback. A server that stands still does it with its next period: the answer does not wait for that.
    private func rest(_ request: Request, isStop: Bool, _ answer: @escaping Answer) throws(EngineError) {
        guard let time = jack.time else { throw EngineError.noServer }
        let frame = try time.effectFrame(request)
        let isHeldUp = jack.standstill != nil
        let done: Answer = isHeldUp ? { _ in } : answer
        if isStop { try playing.stop(at: frame, time, done) } else { try playing.pause(at: frame, time, done) }
        if isHeldUp { answer(.success([:])) }
    }

    private func resume(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        let time = try jack.graph()
        if state != .idle {
            answer(.success(try resume(request, time)))
        } else {
            try playing.resume(from: nil, at: try time.effectFrame(request), time, answer)
        }
    }

    /// Answers a stop for a take that has ended by itself, once. False if there is none, if the stop is for a playback that
    /// began or ended later, or if nobody reads the answer: then the stop does what it would do once the take is told.
    private func tellUntold(_ request: Request, isRead: Bool, _ answer: @escaping Answer) -> Bool {
        let what = request.text(.what)
        guard state == .idle, recalls.isEmpty, what == nil || what == "rec", let untold else { return false }
        if what == nil, playing.intended != .stopped, playing.turns > untold.turns { return false }
        self.untold = nil
        guard isRead else { return false }
        isLastRead = true
        answer(untold.answer.map { $0 + partFields })
        return true
    }

    private func stop(_ request: Request, isRead: Bool, _ answer: @escaping Answer) throws(EngineError) {
        let time = jack.time
        if tellUntold(request, isRead: isRead, answer) { return }
        let what = subject(of: request)
        if what != "rec", state == .idle, let rested = playing.rest(isStop: true) { return answer(.success(rested)) }
        if what == "play" { return try rest(request, isStop: true, answer) }
        let isDelayed = request.atFrame == nil && playing.delayed.contains(where: \.request.isMove)
        if what == "all", let time, playing.isBusyOrLoaded, playing.canStop(time) || isDelayed {
            try playing.stop(at: try time.effectFrame(request), time) { _ in }
        }
        // A stop at a given frame keeps the take up to that frame, so it waits until the library has found the recording.
        if state == .idle, !recalls.isEmpty, request.atFrame != nil { return stopsToCome.append((request, answer)) }
        let isGivenUp = request.atFrame == nil && giveUpComingTakes()
        if state == .idle, isGivenUp || what == "all" { return answer(.success([:])) }
        try stop(request, time, isRead: isRead, answer)
    }
}
