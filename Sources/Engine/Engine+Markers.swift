// Room: Engine. Control loop only: markers of the take, of what is loaded, and of any recording of the library.
internal import Catalogue
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage

extension Engine {
    typealias WholeAnswer = (Result<Reply, EngineError>) -> Void

    /// Sets, changes or removes a marker: of the take while one runs, else of what is loaded, or of the recording that is named.
    func mark(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        var order = MarkerOrder(request, created: Timestamp.now.iso8601)
        let wantsPlayhead = order.wantsPlace || order.place == nil && request.atFrame != nil
        let name = request.text("in")
        if let take = recorder.current, name == nil || name == take.name {
            let first = take.startFrame - take.preRollFrames
            markTake(order, wantsPlayhead ? try graph().markFrame(request.atFrame, since: first) : nil, answer)
        } else if let loaded = player.loaded, name == nil || name == loaded.name {
            guard library.owns(loaded.path) else {
                throw EngineError.forbidden(
                    verb: request.name, state: "playing a file from elsewhere",
                    hint: "only recordings of the library have markers")
            }
            guard wantsPlayhead else {
                markClosed(loaded.name, order, answer)
                return
            }
            let time = try graph()
            let frame = time.markFrame(request.atFrame, since: .min)
            // Longer ago it may have been elsewhere.
            guard frame >= time.telemetry.frame - Int64(time.client.rate) else {
                throw EngineError.framePast(frame: "\(request.atFrame ?? 0)")
            }
            guard frame < time.telemetry.frame || request.atFrame == nil else {
                markers.due.append(MarkerDesk.Due(frame: frame, order: order, answer: answer))
                return
            }
            order.place = .span(.frames(player.markPosition(at: frame, time)))
            markClosed(loaded.name, order, answer)
        } else if let name {
            guard !wantsPlayhead else { throw EngineError.marker(.noPlace) }
            markClosed(name, order, answer)
        } else {
            throw EngineError.forbidden(
                verb: request.name, state: "empty", hint: "record or load something first, or name a recording (--in)")
        }
    }

    private func markTake(_ order: MarkerOrder, _ frame: Int64?, _ answer: @escaping WholeAnswer) {
        markers.answers[markers.nextAnswer] = answer
        writer.post(.mark(TakeMark(id: markers.nextAnswer, order: order, frame: frame)))
        markers.nextAnswer += 1
    }

    private func markClosed(_ name: String, _ order: MarkerOrder, _ answer: @escaping WholeAnswer) {
        ask(.mark(id: nextLibraryAnswer, name: name, order), answer)
    }

    /// Those of a take that runs are known here; the library knows all others.
    func tellMarks(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let name = request.text("name")
        if let take = recorder.current, name == nil || name == take.name, request.text("library") == nil {
            answer(.success(MarkerReport.list(markers.take, rate: take.format.rate, of: take.name)))
        } else if name == nil {
            guard let loaded = player.loaded else {
                throw EngineError.forbidden(
                    verb: "list markers", state: "empty", hint: "name a recording (dicta marks NAME; dicta ls)")
            }
            ask(.ask(id: nextLibraryAnswer, request, name: loaded.name), answer)
        } else {
            try askLibrary(request, answer)
        }
    }

    /// Moves the playhead to the next marker, or to the one before.
    func step(isForward: Bool, _ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let time = try graph()
        guard let loaded = player.loaded else { throw player.empty(isForward ? "go to the next marker" : "go back") }
        let known = player.known(in: loaded)
        let isPlaying = player.intended == .playing
        let here = isPlaying ? player.heardPosition(time) : player.position(time)
        // Who asks twice while it plays wants the one before.
        let grace = isPlaying ? Int64(loaded.rate) : 0
        let index = isForward ? known.firstIndex { $0.frame > here } : known.lastIndex { $0.frame < here - grace }
        guard index != nil || !isForward else { throw EngineError.marker(.noneAfter(frame: here)) }
        let target = index.map { known[$0].frame } ?? 0
        let frame = try request.atFrame == nil ? RealtimeCommand.atOnce : time.frame(named: request.atFrame)
        let told: Fields = [
            "marker": .int(Int64(index.map { $0 + 1 } ?? 0)), "name": .text(index.map { known[$0].name } ?? ""),
        ]
        try time.client.checkPlace(for: 1, at: frame)
        try player.locate(in: loaded, to: target, at: frame, time) { result in
            answer(result.map { Reply(told + Player.place(Double(target), loaded) + $0) })
        }
    }

    // MARK: News

    /// A frame that a marker waits for has been heard.
    func markDue() {
        guard !markers.due.isEmpty else { return }
        guard let time, let loaded = player.loaded else {
            giveUpMarks(.forbidden(verb: "mark", state: "waiting", hint: "what was loaded went away"))
            return
        }
        let now = time.telemetry.frame
        for due in markers.due where due.frame < now {
            var order = due.order
            order.place = .span(.frames(player.markPosition(at: due.frame, time)))
            markClosed(loaded.name, order, due.answer)
        }
        markers.due.removeAll { $0.frame < now }
    }

    func giveUpMarks(_ error: EngineError) {
        let due = markers.due
        markers.due = []
        for mark in due { mark.answer(.failure(error)) }
    }

    func marked(_ id: UInt64, _ result: Result<TakeMarkResult, EngineError>) {
        if case .success(let done) = result {
            markers.take = done.markers
            note(done.edit, done.markers, done.index, done.recording)
        }
        let answer = markers.answers.removeValue(forKey: id)
        answer?(
            result.map {
                Reply(MarkerReport.fields($0.edit, index: $0.index, $0.markers, rate: $0.rate, of: $0.recording))
            })
    }

    func marked(_ name: String, _ reply: Reply, _ all: [Marker]) {
        libraryNews.note(name)
        if let loaded = player.loaded, loaded.name == name, library.owns(loaded.path) { player.loaded?.markers = all }
        guard case .int(let number)? = reply.fields["marker"], all.indices.contains(Int(number) - 1) else { return }
        markers.latest = (name, all[Int(number) - 1])
    }

    private func note(_ edit: MarkerEdit, _ all: [Marker], _ index: Int, _ recording: String) {
        if case .remove = edit { return }
        if all.indices.contains(index) { markers.latest = (recording, all[index]) }
    }

    /// The take's are those of what plays, where it is the take that plays.
    func markersOfTakeStay(_ summary: TakeSummary) {
        if player.loaded?.path == summary.path { player.loaded?.markers = summary.markers }
        markers.take = []
    }

    var markerFields: Fields {
        if let take = recorder.current { return markers.fields(take.name, markers.take) }
        if let loaded = player.loaded { return markers.fields(loaded.name, loaded.markers) }
        return [:]
    }
}

extension GraphTime {
    /// The frame that a marker means: the one named, or now. One that was named may be as far back as `first`.
    func markFrame(_ jackFrame: UInt32?, since first: Int64) -> Int64 {
        guard let jackFrame else { return now }
        return telemetry.extend(jackFrame, since: first, rate: client.rate)
    }
}

extension Player {
    /// Timeline frame that is heard at `frame` of JACK's time, which has to be near: what was rolling is taken to have been
    /// rolling then as it does now.
    func markPosition(at frame: Int64, _ time: GraphTime) -> Int64 {
        let telemetry = time.telemetry
        guard let loaded else { return 0 }
        var place = telemetry.timeline
        if state == .playing {
            place += Double(frame - telemetry.frame - Int64(time.client.playbackLatency)) * telemetry.step
        }
        return min(max(0, Int64(nearest: (place + 1e-6).rounded(.down))), max(0, loaded.frames - 1))
    }
}
