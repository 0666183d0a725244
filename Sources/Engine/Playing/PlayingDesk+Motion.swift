internal import Dictation
internal import JackClient
// Control loop only: moving about while playing.
internal import Playback
internal import Realtime
internal import Stretch

extension PlayingDesk {
    /// A step from what is heard now; answers with the frame it landed on.
    func nudge(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded else { throw empty("nudge") }
        let step = request.time(.by)?.frames(rate: loaded.rate) ?? Int64(10 * loaded.rate)
        if isLed, time.telemetry.isTransportRolling {
            let target = min(max(0, heardPosition(time) + step), loaded.frames)
            try tellTransport(.locate(to: target))
            answer(.success(PlayingDesk.place(Double(target), loaded)))
            return
        }
        reader.post(.nudge(id: newNudge(answer), frames: step))
    }

    func nudged(_ id: UInt32, _ place: Double?) {
        guard let answer = nudges.removeValue(forKey: id) else { return }
        guard let place, let loaded else {
            answer(.failure(.forbidden(verb: "nudge", state: "moving", hint: "the playhead was put elsewhere meanwhile")))
            return
        }
        leaveEnd()
        answer(.success(PlayingDesk.place(place, loaded)))
    }

    // MARK: Cue and review

    /// As long as it is held: pieces of 200 ms, 2 s apart.
    func hold(isForward: Bool, _ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded else { throw empty(isForward ? "cue" : "review") }
        if request.text(.state) == "off" {
            try release(loaded, time, answer)
            return
        }
        scan = Scan(isForward: isForward, before: scan?.before ?? intended)
        beginScan(isForward)
        tellSettings()
        let told: Answer = { [self] result in answer(result.map { scanFields + $0 }) }
        if intended == .playing {
            told(.success(PlayingDesk.place(time.telemetry.timeline, loaded)))
        } else {
            try roll(at: RealtimeCommand.atOnce, in: loaded, time, told)
        }
    }

    /// Pieces last 200 ms as they are heard.
    func beginScan(_ isForward: Bool) {
        guard let loaded else { return }
        let hold = Int64(0.2 * Double(loaded.rate) * settings.stretch.rate)
        settings.scan = Route.Scan(step: Int64(isForward ? 2 : -2) * Int64(loaded.rate), hold: hold)
    }

    private func release(_ loaded: Loaded, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        let before = scan?.before
        let told: Answer = { [self] result in answer(result.map { scanFields + $0 }) }
        guard let before, before != intended else {
            endScan()
            told(.success(PlayingDesk.place(time.telemetry.timeline, loaded)))
            return
        }
        if before == .playing {
            // It came to an end meanwhile: of the recording, or to its start.
            endScan()
            guard !isAtEnd else {
                told(.success(PlayingDesk.place(time.telemetry.timeline, loaded)))
                return
            }
            try roll(at: RealtimeCommand.atOnce, in: loaded, time, told)
        } else if intended == .playing {
            // Where it was paused, it is paused again.
            try send(RealtimeCommand(.pause), time, state: .paused, complete(loaded, time, told))
            endScan()
        } else {
            endScan()
            told(.success(PlayingDesk.place(time.telemetry.timeline, loaded)))
        }
    }

    func endScan() {
        scan = nil
        guard settings.scan != nil else { return }
        settings.scan = nil
        tellSettings()
    }

    var scanFields: Fields {
        ["scan": .text(scan.map { $0.isForward ? "cue" : "review" } ?? "off")]
    }

    // MARK: Backstep

    func setBackstep(_ request: Request, rate: Int) -> Fields {
        backstep = request.time(.by) ?? backstep
        return ["backstep_seconds": .double(backstep.seconds(rate: rate))]
    }

    func empty(_ verb: String) -> EngineError {
        .forbidden(verb: verb, state: "empty", hint: "load a recording first (dicta play NAME)")
    }
}
