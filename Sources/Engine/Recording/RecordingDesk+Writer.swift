// Answers of the writer thread: takes that open, close and wait. Control loop only.
internal import Dictation
internal import Messages
internal import Recorder
internal import Storage
internal import System
internal import Threads

extension RecordingDesk {
    func handle(_ event: WriterEvent) {
        switch event {
        case .opened(let take): opened(take)
        case .armed(let id): if id == current?.id { answerArmed() }
        case .unheard(let id, let reason, let threshold): if id == current?.id { unheard(reason, threshold: threshold) }
        case .voice(let id, let isOpen): if id == current?.id { heard(isOpen) }
        case .noisy(let id, let words):
            guard id == current?.id else { return }
            noisy = words
            tellNoisy()
        case .refused(let id, let error):
            if id == coming?.id, let summary = interrupted?.summary { conclude(summary.with(trouble: error)) }
            if id == current?.id {
                let wasAnswered = openAnswers.isEmpty && closeAnswers.isEmpty
                fail(error)
                // The first sound of an armed take found no room for it, and nobody waits for an answer.
                if wasAnswered { board.report(LogText(error), of: "record") }
            }
            EngineLog.say(.error, .take, LogText(error))
        case .warning(let id, let left): warn(id, left)
        case .lost(let id, let error):
            guard id == current?.id else { return }
            loss = error.map { .storage($0) }
            if let error { board.report(LogText(error), of: "record") }
        case .split(let next, let caller): wentOn(into: next, caller)
        case .notSplit(let caller, let error): notSplit(caller, error)
        case .closed(let summary) where summary.segment.endReason == .split: closedPart(summary)
        case .closed(let summary): closed(summary)
        case .dropped(let part, let reason, let troubles) where part.splitFrom != nil: droppedPart(part, reason, troubles)
        case .dropped(let part, let reason, let troubles):
            dropped(part, reason, troubles)
            board.tell(.takeDropped(part))
            takeEnded(part.name, last)
        case .abandoned:
            if let summary = interrupted?.summary { conclude(summary) }
        case .detached:
            // The writer reports a new part before it detaches, so the coming part has not begun.
            coming = nil
            jack.released()
        case .marked(let id, let result): board.tell(.takeMarked(id: id, result))
        case .drawn(let result): if !drawAnswers.isEmpty { drawAnswers.removeFirst()(result) }
        case .synced(let result): if !syncAnswers.isEmpty { syncAnswers.removeFirst()(result) }
        }
    }

    /// Handles an open file: the take has begun, or goes on after a loss of the server.
    private func opened(_ take: TakeRequest) {
        if take.id == coming?.id { wentOn() }
        guard take.id == current?.id, let asked = current?.name else { return }
        if state == .armed, take.earlier == nil { state = .recording }
        isOpen = true
        if asked != take.name, !take.addsToRecording, take.voice.map({ $0.isNamed && !$0.splits }) ?? true {
            warnings.append(
                tr("\(asked) exists already, and this take is \(take.name); to add to \(asked): dicta append \(asked.shellWord)"))
        }
        current = take
        last = nil
        hasRefused = false
        let (waiting, fields) = (openAnswers, openFields)
        openAnswers = []
        for answer in waiting { answer(.success(fields)) }
        guard take.earlier == nil else { return }
        let start = take.startFrame - take.preRollFrames
        comingStart = start
        // The frame of a scheduled take is still to come.
        if jack.time.map({ start <= $0.now }) ?? true { tellStart() }
    }

    /// Announces the beginning of a take, once its first frame is at the inputs, or before its end.
    func tellStart() {
        guard comingStart != nil else { return }
        comingStart = nil
        board.tell(.recordStarted, takeFields)
    }

    /// Handles a closed file: the take waits for a server, or it is over.
    private func closed(_ summary: TakeSummary) {
        tellStart()
        if summary.goesOn {
            split(summary)
        } else if !waitToArm(after: summary), !wait(after: summary) {
            // The writer holds the frames captured since, and no part will record them.
            if summary.segment.endReason == .serverGone { writer.post(.letGo) }
            finish(summary)
        }
        tellClosed(summary)
        if summary.goesOn || rearming != nil { tellEnd(of: summary) }
        if !summary.goesOn { takeEnded(summary.name, summary) }
    }

    /// Announces a closed file, with its errors.
    func tellClosed(_ summary: TakeSummary) {
        rates.learn(summary.segment)
        board.tell(.takeClosed(summary))
        for trouble in summary.troubles { board.report(LogText(trouble, ofTake: summary.path), of: "record") }
        let segment = summary.segment
        EngineLog.say(
            .info, .take, "closed \(summary.path): \(plain: TimeSpan.length(segment.frames, rate: segment.rate))")
    }

    /// Continues a take that waits for a server; announces the end of any other take with its `summary`.
    private func takeEnded(_ name: String, _ summary: TakeSummary?) {
        if state == .waiting {
            EngineLog.say(.info, .take, "\(name) continues when a JACK server is available")
            // The server may run again already.
            if let client = jack.client, !jack.isStalled { goOn(client) }
        } else if let summary {
            tellEnd(of: summary)
        }
    }

    /// Announces the end of a take.
    func tellEnd(of summary: TakeSummary) {
        board.tell(.recordStopped, TakeReport.fields(summary))
        board.tell(.takeEnded(summary))
    }

    /// Ends the take with the summary of its last file: the state is idle, and waiting callers are answered.
    func finish(_ end: TakeSummary) {
        // An error of an earlier part is one of the take.
        var summary = end
        summary.troubles = partTroubles + end.troubles
        keepLastPart(summary)
        if partCount > 1 { summary.split = (partCount, partSeconds) }
        last = summary
        endedAt = Moment.now
        forgetTake()
        untold = closeAnswers.isEmpty ? UntoldTake(summary, turns: playing.turns) : nil
        isLastRead = readTake == takes
        let files = partFields
        answer(.success(TakeReport.fields(summary) + files), closed: TakeReport.result(summary).map { $0 + files })
    }

    /// Forgets the take, and all that waits or is to come for it: the state is idle.
    private func forgetTake() {
        current = nil
        coming = nil
        comingEdges = []
        comingSplits = []
        interrupted = nil
        resumed = nil
        rearming = nil
        loss = nil
        comingStart = nil
        state = .idle
    }

    /// Ends a take that has no file: the state is idle, and waiting callers get the error.
    func fail(_ error: EngineError) {
        hasRefused = true
        forgetTake()
        answer(.failure(error), closed: .failure(error))
    }

    /// Answers and forgets the callers that wait for the file to be opened, for it to be closed, or for a split. A caller may
    /// give its next command at once, so no list is held, and none of a later take is answered.
    func answer(_ opened: Result<Fields, EngineError>, closed: Result<Fields, EngineError>) {
        let (opening, closing) = (openAnswers, closeAnswers)
        (openAnswers, closeAnswers) = ([], [])
        giveUpSplits(.wrongState(tr("The take ended before that frame")))
        for answer in opening { answer(opened) }
        for answer in closing { answer(closed) }
    }

    /// Answer to a record command: recording, file, and JACK frame of the start.
    private var openFields: Fields {
        guard let current else { return [:] }
        let fields: Fields =
            ["name": .text(current.name)] + current.files + [
                "start_frame": .int(Int64(UInt32(truncatingIfNeeded: current.startFrame)))
            ] + current.identities
        return warnings.reduce(fields) { $0.warning(of: $1) }
    }
}
