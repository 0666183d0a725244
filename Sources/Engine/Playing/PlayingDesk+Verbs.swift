// The verbs of playback. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Playback
internal import Player
internal import Realtime
internal import Storage
internal import Stretch
internal import Threads

extension PlayingDesk {
    /// Carries out a verb for a sender of that authority. Throws when the verb is refused at once; otherwise `answer` is called
    /// once.
    func perform(
        _ verb: PlayingVerb, _ request: Request, by authority: Authority, _ answer: @escaping Answer
    ) throws(EngineError) {
        switch verb {
        case .load, .locate, .nudge, .cue, .review, .next, .previous: recorded = nil
        case .play, .loop, .rate, .pitch, .dpc, .skip, .backstep, .place, .typing, .shuttle: break
        }
        switch verb {
        case .play, .load, .next, .previous, .cue, .review:
            typing = nil
            endShuttle()
        case .shuttle: typing = nil
        default: break
        }
        switch verb {
        case .play: try play(request, by: authority, try jack.graph(), answer)
        case .load:
            _ = try jack.graph()
            load(request, answer)
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
        case .skip: answer(.success(setSkip(request)))
        case .backstep: answer(.success(setBackstep(request, rate: jack.rate)))
        case .typing: try noteTyping(try jack.graph(), answer)
        case .shuttle: try shuttle(request, try jack.graph(), answer)
        // The engine asks the transcript desk, which knows takes as well.
        case .place: throw .usage(tr("place is answered elsewhere"))
        }
    }

    /// Plays a recording or a file, or continues the loaded one. `answer` is called when its first sample has gone out.
    private func play(
        _ request: Request, by authority: Authority, _ time: GraphTime, _ told: @escaping Answer
    ) throws(EngineError) {
        let answer: Answer = { [self] result in told(result.map { $0 + changedSound }) }
        let frame = try time.effectFrame(request)
        if let name = request.text(.name) {
            open(name, from: request.place(.from), at: frame, answer)
        } else if destination == nil {
            try tellNewest(to: authority, answer)
        } else {
            try resume(from: request.place(.from), at: frame, time, answer)
        }
    }

    /// Answers a play without a name when nothing is loaded: with an error that names the newest recording, if the sender may
    /// list recordings.
    private func tellNewest(to authority: Authority, _ answer: @escaping Answer) throws(EngineError) {
        let request: Request
        do throws(CommandError) {
            request = try CommandTable.request(.library(.ls), [.limit: .int(1), .sort: .text("date")])
        } catch {
            throw .refused(error.failure)
        }
        board.perform(request, by: authority) { [self] result in
            guard case .success(let reply) = result, let newest = reply.items.first?["name"] else {
                return answer(.failure(empty()))
            }
            answer(.failure(.wrongState(tr("Nothing is loaded: name a recording; the newest is '\(newest)'"))))
        }
    }

    /// Rate and pitch for the answer to a play, if they are not as recorded.
    var changedSound: Fields {
        var fields: Fields = [:]
        if settings.stretch.rate != 1 { fields.append("play_rate", .double(settings.stretch.rate)) }
        if settings.stretch.pitchCents != 0 { fields.append("pitch_cents", .double(settings.stretch.pitchCents)) }
        return fields + changedListening
    }

    /// Continues from the playhead (a backstep earlier after a pause), from the start when the playhead is at the end, or from
    /// a given place. Throws when nothing is loaded or the place is past the end.
    func resume(from: Place?, at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded = destination else { throw empty() }
        // The pause of typing ends here; it decides the step back below.
        defer { typing = nil }
        try time.client.checkPlace(for: 2, at: frame)
        let held = held(time)
        // Playback that runs keeps running; only the scheduled commands are cancelled.
        let takesBack = frame == RealtimeCommand.atOnce && state == .playing && !held.isEmpty
        if takesBack { try takeBack(time) }
        endScan()
        let place = try placed(from, in: loaded)
        if let place, place > loaded.frames { throw pastEnd(place, loaded) }
        var start = place ?? ownStart(loaded, time)
        if place == nil, intended != .playing, scan == nil {
            let here = start ?? headed(time)
            let next = behindSilence(here, in: loaded)
            if next != here { start = next }
        }
        if intended == .playing, held.isEmpty {
            if let start { try locate(in: loaded, to: start, at: frame, time) }
            answer(.success(fields(loaded, time)))
        } else if let place {
            try roll(from: place, at: frame, in: loaded, time, answer)
        } else {
            if let start { try locate(in: loaded, to: start, at: frame, time) }
            try roll(at: frame, in: loaded, time, answer)
        }
    }

    /// Timeline frame at which to continue without a given place; nil for the playhead itself.
    private func ownStart(_ loaded: Loaded, _ time: GraphTime) -> Int64? {
        if intended != .playing, let take = recorded, take.name == loaded.name, headed(time) == take.place.upperBound {
            return take.place.lowerBound
        }
        if isAtEnd, underWay == nil, intended != .playing { return 0 }
        if intended != .playing, !loaded.isGrowing, (underWay ?? position(time)) >= loaded.frames { return 0 }
        let step = stepBack.frames(rate: loaded.rate)
        guard intended == .paused, step > 0 else { return nil }
        let position = underWay ?? position(time)
        // The backstep does not leave the loop.
        let lowest = settings.loop.map { position >= $0.a ? $0.a : 0 } ?? 0
        return max(lowest, position - step)
    }

    /// Pauses playback at extended JACK frame `frame`. `answer` is called once. Throws when nothing is playing.
    func pause(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        let isRefused =
            frame == RealtimeCommand.atOnce
            && refuseDelayedMoves(.wrongState(tr("A pause cancelled this command")))
        endShuttle()
        if typing != nil, frame == RealtimeCommand.atOnce, let destination {
            // The pause of typing stays.
            typing = nil
            return answer(.success(fields(destination, time)))
        }
        let isUnderWay = intended == .playing || !rollAnswers.isEmpty
        if isRefused, !isUnderWay { return answer(.success([:])) }
        guard let loaded = destination else { throw empty() }
        guard isUnderWay else {
            throw EngineError.wrongState(intended == .paused ? tr("Already paused") : tr("Nothing plays"))
        }
        try time.client.checkPlace(for: 1, at: frame)
        let held = held(time)
        // This pause replaces a scheduled pause or stop.
        if state == .playing, let last = held.last, frame == RealtimeCommand.atOnce || last.state != .playing {
            try takeBack(time)
        }
        if frame == RealtimeCommand.atOnce, state != .playing {
            try cancel(time, because: .wrongState(tr("A pause cancelled this command")))
            // The reader may have gone ahead for the cancelled play.
            try locate(in: loaded, to: headed(time), at: frame, time)
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

    /// True unless the playback is stopped and nothing is about to start it. A recording that is only loaded is no reason to
    /// accept a stop: a pedal that alternates `rec` and `stop` would need a press more after each take.
    func canStop(_ time: GraphTime) -> Bool {
        intended != .stopped || scan != nil || locates.isWaiting || opening.map { !$0.isQuiet } ?? false || !held(time).isEmpty
            || !rollAnswers.isEmpty || time.telemetry.isTransportRolling && (isLed || isFollowing)
    }

    /// Stops playback at extended JACK frame `frame` and returns to the start. `answer` is called once. Throws when nothing is
    /// loaded or being loaded, and when the playback is stopped already.
    func stop(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        let isRefused =
            frame == RealtimeCommand.atOnce
            && refuseDelayedMoves(.wrongState(tr("A stop cancelled this command")))
        if isRefused, destination == nil || !canStop(time) { return answer(.success([:])) }
        typing = nil
        endShuttle()
        guard let loaded = destination else {
            // A recording that no command asked for is only loaded: nothing of it is played.
            guard opening?.isQuiet == false else {
                throw EngineError.wrongState(tr("Nothing is recorded or played"))
            }
            stopOpening()
            answer(.success([:]))
            return
        }
        guard canStop(time) else {
            throw EngineError.wrongState(tr("Already stopped: nothing is recorded or played"))
        }
        try time.client.checkPlace(for: 2, at: frame)
        if frame == RealtimeCommand.atOnce {
            stopOpening()
            try cancel(time, because: .wrongState(tr("A stop cancelled this command")))
        }
        endScan()
        if frame == RealtimeCommand.atOnce {
            try tellTransport(.stop)
            try tellTransport(.locate(to: 0))
        }
        var paused: Result<Fields, EngineError>?
        try send(RealtimeCommand(.pause, at: frame), time, state: .stopped, effect: {}) { paused = $0 }
        try locate(in: loaded, to: 0, at: frame, time) { [self] result in
            var result = result
            var start: Int64?
            switch (result, paused) {
            case (.success, _):
                remember(0)
                start = 0
            // A later locate has replaced the one to the start. Playback has stopped all the same.
            case (.failure, .success(let done)?): result = .success(done)
            case (.failure, _): return answer(result)
            }
            if frame != RealtimeCommand.atOnce { stopTransport(at: start) }
            complete(loaded, time, answer)(result)
        }
    }

    /// Cancels the loading of a recording.
    private func stopOpening() {
        if opening?.isQuiet == true { return }
        cancelOpening(.wrongState(tr("A stop cancelled this play while its recording was loaded")))
    }

    /// Cancels the loading of a recording; its caller gets `error`.
    func cancelOpening(_ error: EngineError) {
        guard let opening else { return }
        library.post(.cancel(id: opening.id))
        reader.post(.unload(id: opening.id))
        self.opening = nil
        opening.giveUp(error)
    }

    /// Moves the playhead to a place. `answer` is called once. Throws when nothing is loaded or the place is past the end.
    func locate(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded = destination, let target = try placed(request.place(.at), in: loaded) else {
            throw empty()
        }
        guard target <= loaded.frames else { throw pastEnd(target, loaded) }
        let frame = try time.effectFrame(request)
        try time.client.checkPlace(for: 1, at: frame)
        try tellTransport(.locate(to: target))
        if isLed, time.telemetry.isTransportRolling {
            // A rolling transport stops for a moment, and takes the player to the new place.
            answer(.success(PlayingDesk.place(Double(target), loaded)))
            return
        }
        try locate(in: loaded, to: target, at: frame, time) { result in
            answer(result.map { PlayingDesk.place(Double(target), loaded) + $0 })
        }
    }

    // MARK: Parts

    /// Starts playback in `target` at extended JACK frame `frame`, from timeline frame `start`, through the transport when that
    /// is led. `answer` is called once, with an error if a later locate replaced the start: then nothing is started.
    func roll(
        from start: Int64, at frame: Int64, in target: Loaded, _ time: GraphTime, _ answer: @escaping Answer
    ) throws(EngineError) {
        try locate(in: target, to: start, at: frame, time)
        try roll(at: frame, in: target, time, of: locates.generation, answer)
    }

    /// Starts playback from the playhead at extended JACK frame `frame`, through the transport when that is led. With the
    /// `generation` of a locate, nothing is started if a later locate replaced that one. `answer` is called once.
    func roll(
        at frame: Int64, in target: Loaded, _ time: GraphTime, of generation: UInt32 = 0, _ answer: @escaping Answer
    ) throws(EngineError) {
        if try rollLed(at: frame, time, complete(target, time, answer)) { return }
        try send(
            RealtimeCommand(.play, at: frame, generation: generation), time, state: .playing,
            effect: { [self] in leaveEnd() }, complete(target, time, answer))
        reader.nudge()
    }

    /// Adds name, path and position in `target` to a successful answer.
    func complete(_ target: Loaded, _ time: GraphTime, _ answer: @escaping Answer) -> Answer {
        { [self] result in answer(result.map { fields(target, time) + $0 }) }
    }

    /// Name, path of the file with all that is heard if there is one, and position in `target`.
    func fields(_ target: Loaded, _ time: GraphTime) -> Fields {
        ["name": .text(target.name)] + (target.whole.map { ["path": .text($0)] } ?? [:])
            + placeNow(in: target, time)
    }

    /// The place of the playhead in `target`, in frames and seconds.
    func placeNow(in target: Loaded, _ time: GraphTime) -> Fields {
        // A locate into another recording has its place there.
        let place = locates.bound.flatMap { $0.target.id == target.id ? $0.position : nil } ?? position(time)
        return PlayingDesk.place(Double(place), target)
    }

    /// Fields of a timeline frame in `target`, in frames and seconds.
    static func place(_ timeline: Double, _ target: Loaded) -> Fields {
        let frame = Int64(nearest: timeline.rounded(.down))
        return [
            "position_frames": .int(frame), "position_seconds": .double(Double(frame) / Double(target.rate)),
        ]
    }
}
