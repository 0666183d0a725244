internal import Dictation
internal import JackClient
// The verbs of playing. Control loop only.
internal import Playback
internal import Realtime
internal import Storage

extension PlayingDesk {
    /// Carries out a verb. Throws where it is refused at once; else `answer` is called once.
    func perform(_ verb: PlayingVerb, _ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        switch verb {
        case .play: try play(request, try jack.graph(), answer)
        case .locate: try locate(request, try jack.graph(), answer)
        case .nudge: try nudge(request, try jack.graph(), answer)
        case .cue: try hold(isForward: true, request, try jack.graph(), answer)
        case .review: try hold(isForward: false, request, try jack.graph(), answer)
        case .loop: answer(.success(try setLoop(request, try jack.graph())))
        case .next: try step(isForward: true, request, answer)
        case .previous: try step(isForward: false, request, answer)
        case .rate: answer(.success(try setRate(request, jack.time)))
        case .pitch: answer(.success(try setPitch(request, jack.time)))
        case .dpc: answer(.success(try setDPC(request, jack.time)))
        case .backstep: answer(.success(setBackstep(request, rate: jack.rate)))
        }
    }

    /// Plays a recording or a file, or goes on with the one that is loaded. Answers when its first sample was heard.
    func play(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        let frame = try time.effectFrame(request)
        if let name = request.text(.name) {
            open(name, from: request.place(.from), at: frame, answer)
        } else {
            try resume(from: request.place(.from), at: frame, time, answer)
        }
    }

    /// Goes on from where the playhead stands (a step back after a pause), from the start when that is the end, or from a
    /// given place.
    func resume(from: Place?, at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded else {
            throw EngineError.forbidden(verb: "play", state: "empty", hint: "name a recording (dicta play NAME; dicta ls)")
        }
        try time.client.checkPlace(for: 2, at: frame)
        let held = held(time)
        // A playback that runs goes on.
        let takesBack = frame == RealtimeCommand.atOnce && state == .playing && !held.isEmpty
        if takesBack { try takeBack(time) }
        endScan()
        if let start = try placed(from, in: loaded) ?? ownStart(loaded, time) {
            guard start <= loaded.frames else { throw pastEnd(start, loaded) }
            try locate(in: loaded, to: start, at: frame, time)
        }
        if intended == .playing, held.isEmpty {
            answer(.success(fields(loaded, time)))
        } else {
            try roll(at: frame, in: loaded, time, answer)
        }
    }

    /// Where to begin without being told, when that is not where the playhead is.
    private func ownStart(_ loaded: Loaded, _ time: GraphTime) -> Int64? {
        if isAtEnd, intended != .playing { return 0 }
        let step = backstep.frames(rate: loaded.rate)
        guard intended == .paused, step > 0 else { return nil }
        let position = position(time)
        // Not out of the loop.
        let lowest = settings.loop.map { position >= $0.a ? $0.a : 0 } ?? 0
        return max(lowest, position - step)
    }

    func pause(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded, intended == .playing else {
            throw EngineError.forbidden(verb: "pause", state: intended.rawValue, hint: "nothing is playing")
        }
        try time.client.checkPlace(for: 1, at: frame)
        let held = held(time)
        // A pause or a stop to come: this one takes its place.
        if state == .playing, let last = held.last, frame == RealtimeCommand.atOnce || last.state != .playing {
            try takeBack(time)
        }
        if frame == RealtimeCommand.atOnce, state != .playing {
            try cancel(time, because: .forbidden(verb: "play", state: "pausing", hint: "a pause came before its frame"))
            // The reader may have gone ahead of what was cancelled.
            try locate(in: loaded, to: position(time), at: frame, time)
        }
        endScan()
        if frame == RealtimeCommand.atOnce { try tellTransport(.stop) }
        let effect = { [self] in
            rememberPosition(time)
            if frame != RealtimeCommand.atOnce { stopTransport() }
        }
        try send(
            RealtimeCommand(.pause, at: frame), time, state: .paused, effect: effect, complete(loaded, time, answer))
    }

    /// Stops and goes back to the start.
    func stop(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded else {
            guard opening != nil else {
                throw EngineError.forbidden(verb: "stop", state: "idle", hint: "nothing is recorded or played")
            }
            stopOpening()
            answer(.success([:]))
            return
        }
        try time.client.checkPlace(for: 2, at: frame)
        if frame == RealtimeCommand.atOnce {
            stopOpening()
            try cancel(time, because: .forbidden(verb: "play", state: "stopping", hint: "a stop came before its frame"))
        }
        endScan()
        if frame == RealtimeCommand.atOnce {
            try tellTransport(.stop)
            try tellTransport(.locate(to: 0))
        }
        try send(RealtimeCommand(.pause, at: frame), time, state: .stopped)
        try locate(in: loaded, to: 0, at: frame, time) { [self] result in
            remember(0)
            if frame != RealtimeCommand.atOnce { stopTransport(at: 0) }
            complete(loaded, time, answer)(result)
        }
    }

    private func stopOpening() {
        guard let opening else { return }
        library.post(.cancel(id: opening.id))
        reader.post(.unload(id: opening.id))
        self.opening = nil
        opening.answer(.failure(.forbidden(verb: "play", state: "loading", hint: "a stop came before it")))
    }

    func locate(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded, let target = try placed(request.place(.to), in: loaded) else {
            throw EngineError.forbidden(verb: "locate", state: "empty", hint: "load a recording first (dicta play NAME)")
        }
        guard target <= loaded.frames else { throw pastEnd(target, loaded) }
        let frame = try time.effectFrame(request)
        try time.client.checkPlace(for: 1, at: frame)
        try tellTransport(.locate(to: target))
        if isLed, time.telemetry.isTransportRolling {
            // It stops for a moment, and takes the player to the new place.
            answer(.success(PlayingDesk.place(Double(target), loaded)))
            return
        }
        try locate(in: loaded, to: target, at: frame, time) { result in
            answer(result.map { PlayingDesk.place(Double(target), loaded) + $0 })
        }
    }

    // MARK: Parts

    func roll(
        at frame: Int64, in target: Loaded, _ time: GraphTime, _ answer: @escaping Answer
    ) throws(EngineError) {
        if try rollLed(at: frame, time, complete(target, time, answer)) { return }
        try send(
            RealtimeCommand(.play, at: frame), time, state: .playing, effect: { [self] in leaveEnd() },
            complete(target, time, answer))
        reader.nudge()
    }

    func complete(_ target: Loaded, _ time: GraphTime, _ answer: @escaping Answer) -> Answer {
        { [self] result in answer(result.map { fields(target, time) + $0 }) }
    }

    func fields(_ target: Loaded, _ time: GraphTime) -> Fields {
        ["name": .text(target.name), "path": .text(target.path)] + PlayingDesk.place(time.telemetry.timeline, target)
    }

    static func place(_ timeline: Double, _ target: Loaded) -> Fields {
        let frame = Int64(nearest: timeline.rounded(.down))
        return [
            "position_frames": .int(frame), "position_seconds": .double(Double(frame) / Double(target.rate)),
        ]
    }
}
