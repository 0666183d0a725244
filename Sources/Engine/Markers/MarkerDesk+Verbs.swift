// The verbs of markers. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Recorder
internal import Storage
internal import System
internal import Threads

extension MarkerDesk {
    /// Carries out a verb. Throws when the verb is refused at once; otherwise `answer` is called once.
    func perform(_ verb: MarkerVerb, _ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        switch verb {
        case .mark, .unmark: try mark(request, answer)
        case .marks: try tellMarks(request, answer)
        }
    }

    /// True for a marker of the running take: the writer sets it, whatever the library waits for. The library has that of a take that
    /// waits for a server: its file is closed.
    func isOfTake(_ request: Request) -> Bool {
        guard case .marker(let verb) = request.verb, verb != .marks else { return false }
        return recording.interrupted == nil && meansTake(request)
    }

    private func meansTake(_ request: Request) -> Bool {
        guard let take = recording.current else { return false }
        return request.text(.in).map(take.isMeant) ?? true
    }

    /// Sets, changes or removes a marker of the running take, otherwise of the loaded recording or the one that is named.
    private func mark(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        var marker = MarkerRequest(request, created: Timestamp.now.iso8601, id: .fresh())
        let wantsPlayhead = marker.wantsPlace || marker.place == nil && request.atFrame != nil
        let name = request.text(.in)
        if let take = recording.current, isOfTake(request) {
            let first = take.startFrame - take.preRollFrames
            if let loaded = playing.destination, loaded.isGrowing { marker.loop = playing.points }
            if let known = recording.markers(with: takeMarkers) { marker = try known.counted(marker) }
            markTake(marker, wantsPlayhead ? try jack.graph().markFrame(request.atFrame, since: first) : nil, answer)
        } else if let waiting = recording.interrupted?.summary, meansTake(request) {
            if wantsPlayhead { marker.place = .span(.frames(try end(of: waiting, request))) }
            markClosed(waiting.name, marker, answer)
        } else if let loaded = playing.loaded, name.map(loaded.isMeant) ?? true {
            guard library.library.owns(loaded.path) else {
                let words = tr("\(loaded.name) is not in the library, and only its recordings have markers: import it first")
                throw EngineError.wrongState(words)
            }
            // A name with a place is that of a recording, as it is now.
            let isOfLoaded = name != loaded.name || wantsPlayhead || playing.points.isNamed(by: request)
            let identity = isOfLoaded ? loaded.recordingID : nil
            if playing.destination?.path == loaded.path { marker.loop = playing.points }
            guard wantsPlayhead else {
                markClosed(loaded.name, marker, as: identity, answer)
                return
            }
            let time = try jack.graph()
            let frame = time.markFrame(request.atFrame, since: .min)
            // The playhead may have been elsewhere more than a second ago.
            guard frame >= time.telemetry.frame - Int64(time.client.rate) else { throw time.past(frame) }
            guard frame < time.telemetry.frame || request.atFrame == nil else {
                due.append(
                    MarkerDesk.Due(
                        path: loaded.path, name: loaded.name, id: identity, frame: frame, marker: marker, answer: answer))
                return
            }
            marker.place = .span(.frames(playing.markPosition(at: frame, time)))
            markClosed(loaded.name, marker, as: identity, answer)
        } else if let name {
            guard !wantsPlayhead else { throw EngineError.marker(.noPlace) }
            markClosed(name, marker, answer)
        } else {
            throw EngineError.wrongState(tr("Nothing is recorded or loaded: name a recording (--in NAME), or play it first"))
        }
    }

    /// The last timeline frame of a take that waits for a server: there it stands still. Throws for a JACK frame, which is that of a
    /// server to come, or one that is gone.
    private func end(of waiting: TakeSummary, _ request: Request) throws(EngineError) -> Int64 {
        guard let place = waiting.place, request.atFrame == nil else { throw recording.endingRefusal }
        return max(0, place.upperBound - 1)
    }

    /// Passes a marker request to the writer; `frame` is the extended JACK frame of the marker, nil when the request names a
    /// place.
    private func markTake(_ marker: MarkerRequest, _ frame: Int64?, _ answer: @escaping WholeAnswer) {
        answers[nextAnswer] = answer
        recording.mark(TakeMark(id: nextAnswer, request: marker, frame: frame))
        nextAnswer += 1
    }

    /// Passes a marker request for a closed recording to the library; `identity` is that of the loaded one, if that is meant.
    func markClosed(_ name: String, _ marker: MarkerRequest, as identity: Identifier? = nil, _ answer: @escaping WholeAnswer) {
        library.ask(answer) { LibraryOrder.mark(id: $0, name: name, marker).ofLoaded($0, name, identity) }
    }

    /// Lists markers: those of a take whose file is open are known here, all others by the library.
    private func tellMarks(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let name = request.text(.in)
        if let take = recording.current, name.map(take.isMeant) ?? true, request.text(.library) == nil,
            let known = recording.markers(with: takeMarkers)
        {
            // The file of a take that waits for a server is closed, with its markers.
            guard recording.interrupted == nil else { return library.ask(answer) { .ask(id: $0, request, name: take.name) } }
            answer(.success(MarkerReport.list(known.all, rate: known.rate, of: take.name)))
        } else if name == nil {
            guard let loaded = playing.loaded else {
                throw EngineError.wrongState(tr("Nothing is recorded or loaded: name a recording (dicta marks NAME; dicta ls)"))
            }
            guard library.library.owns(loaded.path) else {
                // A recording of the library may have the same name as this file.
                answer(.success(MarkerReport.list(loaded.markers, rate: loaded.rate, of: loaded.path)))
                return
            }
            library.ask(answer) {
                LibraryOrder.ask(id: $0, request, name: loaded.name).ofLoaded($0, loaded.name, loaded.recordingID)
            }
        } else {
            try library.question(request, answer)
        }
    }
}
