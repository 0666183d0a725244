internal import Dictation
internal import JackClient
// Control loop only: from a name to an open file, beside what plays.
internal import Playback
internal import Realtime
internal import Storage

extension PlayingDesk {
    /// Finds and opens; `begin` goes on when the reader has the file.
    func open(_ name: String, from: Place?, at frame: Int64, _ answer: @escaping Answer) {
        if let opening {
            library.post(.cancel(id: opening.id))
            reader.post(.unload(id: opening.id))
            opening.answer(.failure(.forbidden(verb: "play", state: "loading", hint: "another play came after it")))
        }
        var next = Opening(id: nextLoad, name: name, from: from, frame: frame, answer: answer)
        nextLoad += 1
        if let take = take(), take.name == name || take.path == name {
            next.name = take.name
            next.path = take.path
            let source = TimelineSource.take(after: take.before, path: take.path, frames: take.frames)
            next.source = source
            reader.post(.load(id: next.id, source))
        } else {
            library.post(.open(id: next.id, name: name))
        }
        opening = next
    }

    func hear(_ event: LibraryEvent) {
        hearOfReload(event)
        if case .marked(_, let name, _, let all) = event, ownLoaded?.name == name { loaded?.markers = all }
        guard var next = opening else { return }
        switch event {
        case .opened(let id, let found) where id == next.id:
            next.name = found.name
            next.path = found.path
            next.source = found.source
            next.remembered = found.position ?? 0
            next.markers = found.markers
            (next.title, next.artist) = (found.title, found.artist)
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

    func handle(_ event: ReaderEvent) {
        let time = jack.time
        switch event {
        case .loaded(let id, let info):
            if let next = opening, next.id == id {
                opening = nil
                begin(next, info, time)
            } else if let target = reloaded, target.id == id {
                exchange(target, info, time)
            }
        case .refused(let id, let error): refused(id, error, time)
        case .nudged(let id, let place): nudged(id, place)
        case .notNudged(let id, let error): nudges.removeValue(forKey: id)?(.failure(error))
        case .heldBack(let isHeld): isHeldBack = isHeld
        case .failed(let error):
            lastError = error
            board.report(error.description, of: "play")
        case .detached: jack.released()
        }
    }

    private func refused(_ id: UInt64, _ error: EngineError, _ time: GraphTime?) {
        if let next = opening, next.id == id {
            opening = nil
            next.answer(.failure(error))
        } else if reloaded?.id == id {
            reloaded = nil
            leave(because: error, time)
        } else if loaded?.id == id {
            loaded = nil
            lastError = error
        }
    }

    private func begin(_ next: Opening, _ info: SegmentInfo, _ time: GraphTime?) {
        let target = Loaded(
            id: next.id, name: next.name, path: next.path, source: next.source ?? .file(next.path), info: info,
            frames: info.frames, markers: next.markers, title: next.title, artist: next.artist)
        do throws(EngineError) {
            guard let time else { throw EngineError.noServer }
            if loaded != nil { rememberPosition(time) }
            let start = try start(of: next, in: target)
            try time.client.checkPlace(for: 2, at: next.frame)
            guard next.rolls else { return try locate(in: target, to: start, at: next.frame, time, next.answer) }
            try locate(in: target, to: start, at: next.frame, time)
            try roll(at: next.frame, in: target, time, next.answer)
        } catch {
            reader.post(.unload(id: next.id))
            next.answer(.failure(error))
        }
    }

    /// Has a recording or file there, with the playhead at a place of its own, and does not play it.
    func cueUp(_ name: String, at position: Int64, _ answer: @escaping Answer) {
        open(name, from: nil, at: RealtimeCommand.atOnce, answer)
        opening?.rolls = false
        opening?.place = position
    }

    /// Where it was said, or where it was left.
    private func start(of next: Opening, in target: Loaded) throws(EngineError) -> Int64 {
        if let place = next.place { return min(place, target.frames) }
        guard let from = try placed(next.from, in: target) else {
            guard (1..<max(2, target.frames)).contains(next.remembered) else { return 0 }
            return max(0, next.remembered - backstep.frames(rate: target.rate))
        }
        guard from <= target.frames else { throw pastEnd(from, target) }
        return from
    }

    /// Markers, in frames of the timeline; those of a take that runs come from its writer.
    func known(in target: Loaded) -> [Marker] {
        target.isGrowing ? target.markers + takeMarkers().map { $0.moved(by: target.takeStart) } : target.markers
    }

    /// What is loaded, where it is a recording of this library.
    var ownLoaded: Loaded? { loaded.flatMap { library.library.owns($0.path) ? $0 : nil } }

    /// Whether anything is loaded or on its way.
    var isBusyOrLoaded: Bool { loaded != nil || opening != nil }

    /// Where a place of what is loaded is.
    func placed(_ place: Place?, in target: Loaded) throws(EngineError) -> Int64? {
        do throws(MarkerError) {
            return try place?.frame(rate: target.rate, markers: known(in: target))
        } catch {
            throw EngineError.marker(error)
        }
    }

    func pastEnd(_ frame: Int64, _ target: Loaded) -> EngineError {
        .pastEnd(frame: frame, frames: target.frames, seconds: target.seconds)
    }

    /// A new client of the server: what was loaded is there again, at the place where the playhead was.
    func restore(_ time: GraphTime) {
        tellSettings()
        guard let loaded else { return }
        do throws(EngineError) {
            reader.post(.load(id: loaded.id, loaded.source))
            try locate(in: loaded, to: parkedPosition, at: RealtimeCommand.atOnce, time)
        } catch {
            lastError = error
        }
    }

    // MARK: Where it was left

    func rememberPosition(_ time: GraphTime?) {
        remember(position(time))
    }

    func remember(_ position: Int64) {
        guard let loaded else { return }
        library.post(.remember(path: loaded.path, frames: position))
    }

    // MARK: A take that is still being recorded

    /// Tells the reader what has been written since.
    func chase() {
        guard var loaded, case .take(let before, let path, let frames) = loaded.source else { return }
        guard let take = take(), take.path == path, take.frames != frames else { return }
        loaded.frames += take.frames - frames
        loaded.source = .take(after: before, path: path, frames: take.frames)
        self.loaded = loaded
        reader.post(.grow(load: loaded.id, frames: take.frames, isComplete: false))
    }

    /// The take that may be loaded was closed.
    func hear(closed summary: TakeSummary) {
        // The markers of the take are those of what plays, where the take plays.
        if loaded?.path == summary.path { loaded?.markers = summary.markers }
        takeClosed(path: summary.path, frames: summary.recording?.span(of: summary.segment).length ?? summary.segment.frames)
        if summary.isPart { reload(summary.name) }
    }

    /// The take is closed, and is a recording like all others.
    func takeClosed(path: String, frames: Int64) {
        guard var loaded, case .take(let before, path, let known) = loaded.source else { return }
        loaded.frames += frames - known
        let last = FileSpan(path: path, first: 0, length: frames, rate: before.first?.rate)
        loaded.source = before.isEmpty ? .file(path) : .spans(before + [last])
        self.loaded = loaded
        reader.post(.grow(load: loaded.id, frames: frames, isComplete: true))
    }
}
