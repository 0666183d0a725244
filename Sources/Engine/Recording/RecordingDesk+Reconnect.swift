// A take whose server goes away, and which goes on when it is back (J2). Control loop only.
internal import Dictation
internal import JackClient
internal import Storage

extension RecordingDesk {
    /// Whether the take waits for its server now. One that somebody has stopped, that came to its end, or that goes with the
    /// server's transport is over; and so is one that could not be kept.
    func wait(after summary: TakeSummary) -> Bool {
        guard summary.segment.endReason == .serverGone, goesOn, state == .recording || state == .paused, let current,
            current.transportTail == nil, summary.recording != nil, summary.troubles.isEmpty,
            current.limitFrames.map({ $0 > summary.segment.frames }) ?? true
        else { return false }
        interrupted = (summary, current, state == .paused)
        comingEdges = []
        state = .waiting
        return true
    }

    /// There is a server again, or it moves again: the take goes on with the first frame that it gives.
    func goOn(_ client: JackClient) {
        guard state == .waiting, let (summary, before, isPaused) = interrupted else { return }
        guard let next = part(after: summary, before, isPaused: isPaused, rate: client.rate) else { return finish(summary) }
        coming = next
        writer.post(.goOn(next))
    }

    /// The part that was to come has begun.
    func wentOn() {
        guard let next = coming else { return }
        current = next
        state = next.isPaused ? .paused : .recording
        // Those before were frames of another server.
        lastEdge = .min
        comingEdges = []
        coming = nil
        resumed = interrupted
        interrupted = nil
    }

    /// The part came to nothing: the take is what it was before, and waits on where its server went again.
    func dropped(_ part: TakeRequest, _ reason: Segment.EndReason, _ troubles: [EngineError]) {
        guard part.id == current?.id, let (before, request, _) = resumed else { return }
        let isWaiting = reason == .serverGone && goesOn && (state == .recording || state == .paused) && troubles.isEmpty
        guard isWaiting else {
            // The writer holds all that came after it.
            if reason == .serverGone { writer.post(.letGo) }
            return finish(troubles.reduce(before) { $0.with(trouble: $1) })
        }
        interrupted = (before, request, state == .paused)
        current = request
        state = .waiting
    }

    /// Nobody waits any more: what there is, is the take.
    func stopWaiting() {
        guard state == .waiting, let (summary, _, _) = interrupted else { return }
        if coming == nil {
            finish(summary)
        } else {
            // It may have begun just now.
            state = .closing
            interrupted?.isPaused = false
            writer.post(.letGo)
        }
    }

    /// The engine ends, and the writer has.
    func stopForGood() {
        if let summary = interrupted?.summary { finish(summary) }
    }

    /// The part that goes on after `summary`; nil where that part could not be kept.
    private func part(after summary: TakeSummary, _ before: TakeRequest, isPaused: Bool, rate: Int) -> TakeRequest? {
        guard let recording = summary.recording else { return nil }
        let format = format(like: before.format, rate: rate)
        let edit = before.edit.moved(by: recording.span(of: summary.segment).length)
        let left = before.limitFrames.map { $0 - summary.segment.frames }
        defer { nextID += 1 }
        var next = TakeRequest(
            id: nextID, name: before.name, path: before.path, format: format,
            created: Timestamp.now.iso8601, startFrame: 0, preRollFrames: 0,
            limitFrames: left.map { Int64(nearest: (Double($0) * Double(rate) / Double(before.format.rate)).rounded(.up)) })
        next.edit = edit
        next.isPart = true
        next.isPaused = isPaused
        next.recordingState = before.recordingState
        next.delivery = before.delivery
        next.inputLatency = before.inputLatency
        next.watchesDropouts = before.watchesDropouts
        next.before = TakeTarget(recording: recording, edit: edit).before(in: library)
        var earlier = summary.earlier ?? TakePart()
        earlier.segments.append(summary.segment)
        earlier.leftAt = summary.leftAt
        next.earlier = earlier
        return next
    }

    /// As before; where that container does not take the new rate, one that loses nothing.
    private func format(like before: AudioFormat, rate: Int) -> AudioFormat {
        guard rate != before.rate else { return before }
        do throws(FormatError) {
            return try AudioFormat(
                container: before.container, encoding: before.encoding, rate: rate, channels: before.channels,
                bitRate: before.bitRate)
        } catch {
            return AudioFormat(plain: rate, channels: before.channels)
        }
    }
}
