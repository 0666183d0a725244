// The playhead after a take. Control loop only.
internal import Dictation
internal import JackClient
internal import Recorder
internal import Storage
internal import Threads

extension PlayingDesk {
    /// The take that just ended, while the playhead is on its way behind it; nil otherwise.
    var arriving: RecordedTake? {
        guard let take = recorded else { return nil }
        let isComing =
            if take.isReached {
                // The locate into it is under way.
                destination?.name == take.name && loaded?.name != take.name
            } else {
                reloading != nil || reloaded != nil || opening?.isTake == true
            }
        return isComing ? take : nil
    }

    /// True while the take that just ended, or the recording of an earlier run, is on its way: requests about the loaded recording
    /// wait for it.
    var isArriving: Bool { arriving != nil || opening?.isRestored == true }

    /// Sends the playhead behind a take that has ended: the next one goes on there. A recording that is playing, or that was
    /// heard while the take was made, keeps its playhead.
    func follow(_ summary: TakeSummary) {
        guard let place = summary.place, !place.isEmpty, let name = summary.recording?.name else { return }
        let isDestination = ownLoaded?.name == name
        guard !isDestination || intended != .playing && heardTake != summary.path else { return }
        recorded = nil
        if summary.addsToRecording || summary.earlier != nil {
            let order = LibraryOrder.rememberPlace(name: name, frames: place.upperBound)
            library.post(order.ofLoaded(.max, name, summary.recording?.id))
        }
        guard isDestination else { return load(name, place) }
        recorded = RecordedTake(name: name, place: place)
        leavePause()
        if reloading == nil, reloaded == nil, !isOutdated { reload(name) }
    }

    /// Loads the take that just ended, with the playhead behind it, unless something plays or is about to, or JACK's transport
    /// decides what plays.
    private func load(_ name: String, _ place: Range<Int64>) {
        guard loadsTakes, !isFollowing, jack.time != nil, intended != .playing, opening.map(\.isQuiet) ?? true else { return }
        cueUp(name, at: place.upperBound) { [self] result in
            guard case .failure(let error) = result else { return leavePause() }
            // The loss of a server is told by itself.
            if case .noServer = error { return }
            board.report("the take is not loaded: \(error)", of: "play")
        }
        opening?.isTake = true
        recorded = RecordedTake(name: name, place: place)
    }

    /// Ends the pause of what was played before a take: nothing of the take is played, so a stop has nothing to stop, and the
    /// playhead stays behind the take.
    private func leavePause() {
        if state == .paused { takeState(.stopped) }
    }

    /// Keeps a request about the loaded recording until the take that just ended is there.
    func delay(_ request: Request, _ perform: @escaping () -> Void, refuse: @escaping (EngineError) -> Void) {
        delayed.append(DelayedRequest(request: request, perform: perform, refuse: refuse))
    }

    /// True while a start of playback waits: for the take that just ended, or for the roll of the transport.
    var isStarting: Bool { !rollAnswers.isEmpty || delayed.contains { $0.request.isStart } }

    /// True while something plays, is about to play, or goes on when a lost server is back.
    var isUnderWay: Bool { intended == .playing || isStarting || awaitsServer }

    /// Refuses the delayed requests that would start playback or move the playhead, with `error`. False if there are none.
    func refuseDelayedMoves(_ error: EngineError) -> Bool {
        let moves = delayed.filter(\.request.isMove)
        delayed.removeAll(where: \.request.isMove)
        for move in moves { move.refuse(error) }
        return !moves.isEmpty
    }

    /// Carries out the delayed requests once the take is there, or cannot come.
    func performDelayed() {
        guard !delayed.isEmpty, !isArriving else { return }
        let requests = delayed
        delayed = []
        for request in requests { request.perform() }
    }

    /// Answers the delayed requests with an error.
    func refuseDelayed(_ error: EngineError) {
        let requests = delayed
        delayed = []
        for request in requests { request.refuse(error) }
    }
}
