// Room: Engine. Control loop only: the playing side's verbs.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage

extension Player {
    /// Plays a recording or a file, or goes on with the one that is loaded. Answers when its first sample was heard.
    func play(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        let frame = try request.atFrame == nil ? RealtimeCommand.atOnce : time.frame(named: request.atFrame)
        let rate = time.client.rate
        let from = request.time("from")?.frames(rate: rate)
        guard let name = request.text("name") else {
            return try resume(from: from, at: frame, time, answer)
        }
        let found: RecordingSummary
        do throws(StorageError) { found = try library.find(name) } catch { throw EngineError.storage(error) }
        // Before the reader leaves what it plays now.
        if let from, from > found.info.frames { throw Player.pastEnd(from, found.info) }
        let start = { [self] (info: SegmentInfo) in
            do throws(EngineError) {
                try locate(to: min(from ?? 0, info.frames), at: frame, time)
                try roll(at: frame, time, answer)
            } catch {
                answer(.failure(error))
            }
        }
        begin(Load(name: found.name, path: found.path, begin: start, answer: answer), rate: rate)
    }

    /// Goes on from where the playhead stands, from the start when that is the end, or from a given place.
    func resume(from: Int64?, at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded else {
            throw EngineError.forbidden(verb: "play", state: "empty", hint: "name a recording (dicta play NAME; dicta ls)")
        }
        if let start = from ?? (isAtEnd ? 0 : nil) {
            guard start <= loaded.info.frames else { throw Player.pastEnd(start, loaded.info) }
            try locate(to: start, at: frame, time)
        }
        if state == .playing {
            answer(.success(fields(time)))
        } else {
            try roll(at: frame, time, answer)
        }
    }

    func pause(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard state == .playing else {
            throw EngineError.forbidden(verb: "pause", state: state.rawValue, hint: "nothing is playing")
        }
        try send(RealtimeCommand(.pause, at: frame), time, complete(time, answer))
        state = .paused
    }

    /// Stops and goes back to the start.
    func stop(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        if loaded == nil, load != nil {
            giveUp(.forbidden(verb: "play", state: "loading", hint: "a stop came before it"))
            answer(.success([:]))
            return
        }
        guard loaded != nil else {
            throw EngineError.forbidden(verb: "stop", state: "idle", hint: "nothing is recorded or played")
        }
        if frame == RealtimeCommand.atOnce {
            giveUp(.forbidden(verb: "play", state: "stopping", hint: "a stop came before its frame"))
            try send(RealtimeCommand(.cancel), time)
        }
        try send(RealtimeCommand(.pause, at: frame), time)
        try locate(to: 0, at: frame, time, complete(time, answer))
        state = .stopped
    }

    func locate(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard let loaded, let target = request.time("to")?.frames(rate: time.client.rate) else {
            throw EngineError.forbidden(verb: "locate", state: "empty", hint: "load a recording first (dicta play NAME)")
        }
        guard target <= loaded.info.frames else { throw Player.pastEnd(target, loaded.info) }
        let frame = try request.atFrame == nil ? RealtimeCommand.atOnce : time.frame(named: request.atFrame)
        let rate = Double(time.client.rate)
        try locate(to: target, at: frame, time) { result in
            answer(result.map { ["position_frames": .int(target), "position_seconds": .double(Double(target) / rate)] + $0 })
        }
    }

    // MARK: Parts

    private func roll(at frame: Int64, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        try send(RealtimeCommand(.play, at: frame), time, complete(time, answer))
        state = .playing
        isAtEnd = false
        reader.nudge()
    }

    private func complete(_ time: GraphTime, _ answer: @escaping Answer) -> Answer {
        { [self] result in answer(result.map { fields(time) + $0 }) }
    }

    private func fields(_ time: GraphTime) -> Fields {
        let position = position(time)
        return [
            "name": .text(loaded?.name ?? ""), "path": .text(loaded?.path ?? ""),
            "position_frames": .int(position),
            "position_seconds": .double(Double(position) / Double(time.client.rate)),
        ]
    }

    private static func pastEnd(_ frame: Int64, _ info: SegmentInfo) -> EngineError {
        .usage("frame \(frame) is past the end, which is frame \(info.frames) (\(info.seconds) s): give an earlier place")
    }
}
