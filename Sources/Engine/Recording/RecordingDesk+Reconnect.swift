// Continuing a take after the JACK server went away (J2). Control loop only.
internal import Dictation
internal import JackClient
internal import Recorder
internal import System
internal import Threads

extension RecordingDesk {
    /// Makes the take wait for a server; false when the take is over. A take is over when it was stopped, reached its limit,
    /// follows JACK's transport, could not be kept, or when `rec-resume` is off.
    func wait(after summary: TakeSummary) -> Bool {
        guard let current, isInterrupted(summary) else { return false }
        interrupted = (summary, current, state == .paused)
        comingEdges = []
        comingSplits = []
        state = .waiting
        return true
    }

    /// True when the take is to continue at the next server once this one goes away.
    var outlivesServer: Bool { goesOn && isUnderWay && current?.transportTail == nil }

    /// True for a take that a lost server has cut off, and that goes on with the next server.
    func isInterrupted(_ summary: TakeSummary) -> Bool {
        guard summary.segment.endReason == .serverGone, outlivesServer, let current else { return false }
        return summary.recording != nil && summary.troubles.isEmpty
            && current.limitFrames ?? .max > summary.segment.frames
    }

    /// Continues a waiting take with the first frame of a new server, or of a stalled server that runs again.
    func goOn(_ client: JackClient) {
        if let armed = rearming { return arm(again: armed, client) }
        guard state == .waiting, let (summary, before, isPaused) = interrupted else { return }
        guard let next = part(after: summary, before, isPaused: isPaused, rate: client.rate) else { return conclude(summary) }
        coming = next
        writer.post(.goOn(next))
    }

    /// Makes the coming part the current take, once the writer has opened its file.
    func wentOn() {
        guard let next = coming else { return }
        (current, loss) = (next, nil)
        state = next.isPaused ? .paused : next.voice == nil ? .recording : .armed
        // Earlier edges are frames of another server.
        lastEdge = .min
        comingEdges = []
        coming = nil
        resumed = interrupted
        interrupted = nil
    }

    /// Handles a part that ended without a frame. The take is again what it was before that part, and keeps waiting when its
    /// server went away again.
    func dropped(_ part: TakeRequest, _ reason: Segment.EndReason, _ troubles: [EngineError]) {
        guard part.id == current?.id, let (before, request, _) = resumed else { return }
        let isWaiting = reason == .serverGone && goesOn && isUnderWay && troubles.isEmpty
        guard isWaiting else {
            // The writer holds the frames captured since, and no part will record them.
            if reason == .serverGone { writer.post(.letGo) }
            return finish(troubles.reduce(before) { $0.with(trouble: $1) })
        }
        interrupted = (before, request, state == .paused)
        current = request
        state = .waiting
    }

    /// Ends a take that waits for a server. The parts recorded so far are the whole take.
    func stopWaiting() {
        // The writer holds the frames that a stalled server delivers.
        writer.post(.letGo)
        if let armed = rearming { return conclude(unheard: armed, .stopped, threshold: nil) }
        guard state == .waiting, let (summary, _, _) = interrupted else { return }
        if coming == nil {
            conclude(summary)
        } else {
            // The writer may just have begun the next part.
            state = .closing
            interrupted?.isPaused = false
        }
    }

    /// Ends a take whose last part was closed before, and announces its end.
    func conclude(_ summary: TakeSummary) {
        finish(summary)
        tellEnd(of: summary)
    }

    /// Ends a waiting take when the engine ends. Call after the writer thread has ended.
    func stopForGood() {
        if let summary = interrupted?.summary { conclude(summary) }
        if let armed = rearming { conclude(unheard: armed, .quit, threshold: nil) }
    }

    /// Request for the part that continues after `summary`; nil when the earlier part could not be kept. `rate` in Hz, of the
    /// new server.
    private func part(after summary: TakeSummary, _ before: TakeRequest, isPaused: Bool, rate: Int) -> TakeRequest? {
        guard let recording = summary.recording else { return nil }
        let edit = before.edit.moved(by: recording.span(of: summary.segment).length)
        let written = summary.segment.frames
        var next = before
        next.limitFrames = before.limitFrames.map { $0 - written }
        next.splits?.framesBefore = (before.splits?.framesBefore ?? 0).boundedSum(written)
        next = next.at(rate: rate)
        // Other programs may have given it another name meanwhile.
        (next.name, next.recordingID) = (recording.name, recording.id)
        next.id = nextID
        nextID += 1
        next.created = Timestamp.now.iso8601
        (next.startFrame, next.preRollFrames, next.oldestFrame) = (0, 0, nil)
        (next.stopFrame, next.transportFrame) = (nil, nil)
        (next.edit, next.addsToRecording, next.splitFrom) = (edit, true, nil)
        next.isPaused = isPaused
        next.lead = TakeTarget(recording: recording, edit: edit).lead(in: library, own: before.path)
        var earlier = summary.earlier ?? ClosedSegments()
        earlier.segments.append(summary.segment)
        earlier.leftAt = summary.leftAt
        next.earlier = earlier
        return next
    }
}
