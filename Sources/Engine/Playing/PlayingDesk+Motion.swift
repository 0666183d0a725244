// Moving the playhead during playback: nudge, cue, review and backstep. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Playback
internal import Player
internal import Realtime
internal import Stretch
internal import Threads

extension PlayingDesk {
    /// Moves the playhead by a time from the position heard now, 10 s by default. `answer` is called once, with the frame
    /// reached. Throws when nothing is loaded.
    func nudge(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded = destination else { throw empty() }
        let step = request.time(.by)?.frames(rate: loaded.rate) ?? Int64(10 * loaded.rate)
        if isLed, time.telemetry.isTransportRolling {
            let target = min(max(0, here(time) + step), loaded.frames)
            try tellTransport(.locate(to: target))
            answer(.success(PlayingDesk.place(Double(target), loaded)))
            return
        }
        reader.post(.nudge(id: newNudge(answer), frames: step))
    }

    /// Answers a nudge; `place` is the timeline frame reached, nil when another command moved the playhead first.
    func nudged(_ id: UInt32, _ place: Double?) {
        guard let answer = nudges.removeValue(forKey: id) else { return }
        guard let place, let loaded = destination else {
            answer(.failure(.wrongState(tr("Another command moved the playhead first"))))
            return
        }
        leaveEnd()
        answer(.success(PlayingDesk.place(place, loaded)))
    }

    // MARK: Cue and review

    /// Begins or ends a cue or review, which plays pieces of 200 ms, 2 s apart. `answer` is called once. Throws when nothing is
    /// loaded.
    func hold(isForward: Bool, _ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded = destination else { throw empty() }
        if request.text(.state) == "off" {
            try release(loaded, time, answer)
            return
        }
        scan = Scan(isForward: isForward, before: scan?.before ?? intended)
        beginScan(isForward)
        tellSettings()
        let told: Answer = { [self] result in answer(result.map { scanFields + $0 }) }
        if intended == .playing {
            told(.success(placeNow(in: loaded, time)))
        } else {
            try roll(at: RealtimeCommand.atOnce, in: loaded, time, told)
        }
    }

    /// Sets the pieces of a cue or review, which last 200 ms as heard, at any rate.
    func beginScan(_ isForward: Bool) {
        guard let loaded = destination else { return }
        let hold = Int64(0.2 * Double(loaded.rate) * settings.stretch.rate)
        settings.scan = Route.Scan(step: Int64(isForward ? 2 : -2) * Int64(loaded.rate), hold: hold)
    }

    /// Ends a cue or review and returns playback to its state before.
    private func release(_ loaded: Loaded, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        let before = scan?.before
        guard !isAtEnd || before == intended || before != .playing else {
            // The scan has reached the end of the recording and stopped there.
            endScan()
            answer(.success(scanFields + placeNow(in: loaded, time)))
            return
        }
        if before == .playing, intended != .playing {
            // The scan has reached the start of the recording and stopped there.
            endScan()
            try roll(at: RealtimeCommand.atOnce, in: loaded, time) { [self] result in answer(result.map { scanFields + $0 }) }
        } else if let before, before != .playing, intended == .playing {
            // Playback was paused before the scan: pause it again.
            let paused: Answer = { [self] result in
                guard case .success(let done) = result else { return answer(result) }
                settle(loaded, time) { answer($0.map { done + $0 }) }
            }
            try send(RealtimeCommand(.pause), time, state: .paused, paused)
            endScan()
        } else {
            endScan()
            settle(loaded, time, answer)
        }
    }

    /// Answers the end of a cue or review with the place at which it ended: the one from which the recording goes straight on.
    /// Only the reader knows it, since the piece that was heard may have leapt meanwhile.
    private func settle(_ loaded: Loaded, _ time: GraphTime, _ answer: @escaping Answer) {
        let told: Answer = { [self] result in
            let place: Fields
            switch result {
            case .success(let reached): place = reached
            // Another command has moved the playhead since.
            case .failure: place = placeNow(in: loaded, time)
            }
            answer(.success(["name": .text(loaded.name)] + place + scanFields))
        }
        reader.post(.nudge(id: newNudge(told), frames: 0))
    }

    /// Ends a cue or review; playback neither starts nor stops.
    func endScan() {
        scan = nil
        guard settings.scan != nil else { return }
        settings.scan = nil
        tellSettings()
    }

    /// Status field of cue and review.
    var scanFields: Fields {
        ["scan": .text(scan.map { $0.isForward ? "cue" : "review" } ?? "off")]
    }

    // MARK: Backstep

    /// Sets the time that playback steps back when it resumes after a pause; `rate` in Hz.
    func setBackstep(_ request: Request, rate: Int) -> Fields {
        backstep = request.time(.by) ?? backstep
        return ["backstep_seconds": .double(backstep.seconds(rate: rate))]
    }

    /// Error for a verb that needs a loaded recording.
    func empty() -> EngineError {
        .wrongState(tr("Nothing is loaded: name a recording (dicta play NAME)"))
    }
}

/// A held cue (forward) or review (backward).
struct Scan {
    /// True for cue, false for review.
    let isForward: Bool
    /// State to which playback returns on release.
    let before: PlayingDesk.State
}
