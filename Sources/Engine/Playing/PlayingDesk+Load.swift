// Loading a recording, from its name to the open file. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Playback
internal import Player
internal import Realtime
internal import Recorder
internal import Storage
internal import Stretch
internal import Threads

extension PlayingDesk {
    /// Finds and opens a recording, a file or the running take; playback continues until the reader has opened it. Cancels a
    /// recording that is still being loaded; refuses another recording than that of `identity`. `answer` is called once.
    func open(
        _ name: String, from: Place?, at frame: Int64, item: Int? = nil, as identity: Identifier? = nil,
        _ answer: @escaping Answer
    ) {
        if let opening {
            library.post(.cancel(id: opening.id))
            reader.post(.unload(id: opening.id))
            opening.giveUp(.wrongState(tr("A later play or load replaced this one")))
        }
        var next = Opening(id: nextLoad, name: name, from: from, frame: frame, answer: answer)
        next.item = item ?? itemOf(name)
        nextLoad += 1
        if let take = take(), take.isMeant(by: name) || take.path == name {
            closed[take.path] = nil
            next.name = take.name
            next.path = take.home
            next.whole = take.before.isEmpty ? take.path : nil
            next.markers = take.markers
            next.recordingID = take.recordingID
            let source = TimelineSource.take(after: take.before, path: take.path, frames: take.frames)
            next.source = source
            reader.post(.load(id: next.id, source))
        } else {
            library.post(LibraryOrder.open(id: next.id, name: name).ofLoaded(next.id, name, identity))
        }
        opening = next
    }

    /// Handles an event of the library: a recording was found or refused, decoding has progressed, or markers have changed.
    func hear(_ event: LibraryEvent) {
        hearOfReload(event)
        hearOfFollowing(event)
        hearOfSilence(event)
        if case .marked(_, let name, _, let all) = event { mark(all, in: name) }
        if case .filesChanged(let change) = event { hear(change) }
        guard var next = opening else { return }
        switch event {
        case .opened(let id, let found) where id == next.id:
            next.name = found.name
            next.path = found.path
            next.whole = found.whole
            next.source = found.source
            next.remembered = found.position ?? 0
            next.markers = found.markers
            (next.title, next.artist, next.listening) = (found.title, found.artist, found.listening)
            next.recordingID = found.recordingID
            next.progress = nil
            opening = next
            reader.post(.load(id: id, found.source))
        case .refused(let id, let error) where id == next.id:
            opening = nil
            next.answer(.failure(error))
        case .progress(let id, let share) where id == next.id:
            opening?.progress = share
        default: break
        }
    }

    /// Handles an event of the reader thread.
    func handle(_ event: ReaderEvent) {
        let time = jack.time
        switch event {
        case .loaded(let id, let info):
            if let next = opening, next.id == id {
                opening = nil
                begin(next, info, time)
            } else if let target = reloaded, target.id == id {
                exchange(target, info, time)
            } else {
                opened(id, info)
            }
        case .refused(let id, let error): refused(id, error, time)
        case .jumped(let next): jump = next
        case .nudged(let id, let place): nudged(id, place)
        case .notNudged(let id, let error): nudges.removeValue(forKey: id)?(.failure(error))
        case .heldBack(let isHeld): isHeldBack = isHeld
        case .rendering(let engine): rendering = engine
        case .tooSlow(let slow):
            let error = EngineError.stretch(slow)
            lastError = error
            board.report(LogText(error), of: "play")
        case .failed(let error):
            lastError = error
            board.report(LogText(error), of: "play")
        case .detached: jack.released()
        }
    }

    private func refused(_ id: UInt64, _ error: EngineError, _ time: GraphTime?) {
        if let next = opening, next.id == id {
            opening = nil
            next.answer(.failure(told(error, of: next)))
        } else if refuseFollowing(id, error) {
            return
        } else if reloaded?.id == id {
            reloaded = nil
            // Without a server nothing can be opened: the server's return does it.
            if case .noServer = error { isOutdated = true } else { leave(because: error, time) }
        } else if loaded?.id == id {
            loaded = nil
            lastError = error
        }
    }

    /// The error of a file of a recording that is missing, in the words of other work on that recording.
    private func told(_ error: EngineError, of next: Opening) -> EngineError {
        guard !next.recordingID.isUnset, case .playback(.storage(.missing(let path))) = error else { return error }
        let isOwn = library.library.owns(path)
        return .storage(isOwn ? .gone(name: next.name, path: path) : .moved(name: next.name, path: path))
    }

    /// Moves the playhead into the opened recording, and plays it unless it is only to be loaded.
    private func begin(_ next: Opening, _ info: SegmentInfo, _ time: GraphTime?) {
        let target = Loaded(
            id: next.id, name: next.name, path: next.path, source: next.source ?? .file(next.path), info: info,
            frames: info.frames, markers: next.markers, title: next.title, artist: next.artist,
            whole: next.whole, listening: next.listening, recordingID: next.recordingID, item: next.item)
        do throws(EngineError) {
            guard let time else { throw EngineError.noServer }
            if loaded != nil { rememberPosition(time) }
            var start = try start(of: next, in: completed(target))
            if next.rolls, next.from == nil, next.place == nil { start = behindSilence(start, in: target) }
            if next.isTake { recorded?.isReached = true }
            try time.client.checkPlace(for: 2, at: next.frame)
            if next.rolls {
                try roll(from: start, at: next.frame, in: target, time, next.answer)
            } else {
                if next.halts { try halt(time) }
                try locate(in: target, to: start, at: next.frame, time, complete(target, time, next.answer))
                if next.halts { try tellTransport(.locate(to: start)) }
            }
            next.entered()
        } catch {
            reader.post(.unload(id: next.id))
            next.answer(.failure(error))
        }
    }

    /// Loads a recording or file with the playhead at timeline frame `position`, without playing it. `answer` is called once.
    func cueUp(_ name: String, at position: Int64, _ answer: @escaping Answer) {
        open(name, from: nil, at: RealtimeCommand.atOnce, answer)
        opening?.rolls = false
        opening?.place = position
    }

    /// Carries out the verb `load`: opens a recording or file as a play does, and plays nothing. `answer` is called once.
    func load(_ request: Request, _ answer: @escaping Answer) {
        open(request.text(.name) ?? "", from: request.place(.from), at: RealtimeCommand.atOnce) { [self] result in
            answer(result.map { $0 + changedSound })
        }
        opening?.rolls = false
        opening?.halts = true
    }

    /// Stops what plays or is about to, before the playhead goes into a recording that is only loaded.
    private func halt(_ time: GraphTime) throws(EngineError) {
        try cancel(time, because: .wrongState(tr("A load cancelled this command")))
        endScan()
        try tellTransport(.stop)
        try send(RealtimeCommand(.pause), time, state: .stopped)
    }

    /// Timeline frame at which to begin: the place asked for, otherwise a backstep before the point where listening ended.
    /// Throws when the place is past the end or names an unknown marker.
    func start(of next: Opening, in target: Loaded) throws(EngineError) -> Int64 {
        if let place = next.place { return min(place, target.frames) }
        guard let from = try placed(next.from, in: target) else {
            guard (1..<max(2, target.frames)).contains(next.remembered) else { return 0 }
            return max(0, next.remembered - backstep.frames(rate: target.rate))
        }
        guard from <= target.frames else { throw pastEnd(from, target) }
        return from
    }

    /// Markers of `target` in timeline frames, including those that the writer keeps for a running take.
    func known(in target: Loaded) -> [Marker] {
        target.isGrowing ? target.markers + takeMarkers().map { $0.moved(by: target.takeStart) } : target.markers
    }

    /// The destination; nil when that is nothing, or a file outside this library.
    var ownLoaded: Loaded? { destination.flatMap { library.library.owns($0.path) ? $0 : nil } }

    /// True when a recording is loaded or being loaded.
    var isBusyOrLoaded: Bool { loaded != nil || opening != nil }

    /// Timeline frame of a place in `target`; nil for no place. Throws when a marker is unknown.
    func placed(_ place: Place?, in target: Loaded) throws(EngineError) -> Int64? {
        do throws(MarkerError) {
            let loop = target.path == destination?.path ? points : LoopPoints()
            return try place?.frame(rate: target.rate, markers: known(in: target), loop: loop)
        } catch {
            throw EngineError.marker(error)
        }
    }

    /// Error for a timeline frame past the end of `target`.
    func pastEnd(_ frame: Int64, _ target: Loaded) -> EngineError {
        .pastEnd(frame: frame, frames: target.frames, rate: target.rate)
    }

    /// Loads the recording again for a new client, with the playhead where it was.
    func restore(_ time: GraphTime) {
        returnListening()
        tellSettings()
        guard let loaded else {
            awaitsServer = false
            return
        }
        do throws(EngineError) {
            reader.post(.load(id: loaded.id, loaded.source))
            try locate(in: loaded, to: parkedPosition, at: RealtimeCommand.atOnce, time)
            try playOn(in: loaded, time)
        } catch {
            lastError = error
        }
        guard isOutdated else { return }
        isOutdated = false
        reload(loaded.name)
    }

    // MARK: Playing a take while it is recorded

    /// Tells the reader how much of the loaded take has been written.
    func chase() {
        guard var loaded, case .take(let before, let path, let frames) = loaded.source else { return }
        guard let take = take(), take.path == path, take.frames != frames else { return }
        loaded.frames += take.frames - frames
        loaded.source = .take(after: before, path: path, frames: take.frames)
        self.loaded = loaded
        reader.post(.grow(load: loaded.id, frames: take.frames, isComplete: false))
    }

    /// Handles the end of a take that may be loaded, or on its way to be.
    func hear(closed summary: TakeSummary) {
        let frames = summary.recording?.span(of: summary.segment).length ?? summary.segment.frames
        end(summary.path, summary.name, ClosedTake(frames: frames, summary: summary))
    }

    /// Notes the end of the take at `path` of recording `name`.
    func end(_ path: String, _ name: String, _ take: ClosedTake) {
        closed[path] = take
        if case .take(_, path, _)? = destination?.source { heardTake = path }
        completeTake()
        if take.addsToRecording { reload(name) }
    }

    /// Makes a loaded take a recording like any other once its file is closed, and returns its end; nil when there is none.
    @discardableResult
    func completeTake() -> ClosedTake? {
        guard let loaded, let end = end(of: loaded) else { return nil }
        self.loaded = completed(loaded)
        reader.post(.grow(load: loaded.id, frames: end.frames, isComplete: true))
        return end
    }

    /// `target` as it is once its take is closed; unchanged when it is not.
    private func completed(_ target: Loaded) -> Loaded {
        guard case .take(let before, let path, _) = target.source, let end = closed[path] else { return target }
        return end.complete(target, path: path, after: before)
    }

    /// End of the take that `target` was opened as; nil when it is still being recorded, and for other sources.
    private func end(of target: Loaded) -> ClosedTake? {
        guard case .take(_, let path, _) = target.source else { return nil }
        return closed[path]
    }
}
