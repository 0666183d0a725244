// Continuing a take after the JACK server went away (J2). Control loop only.
internal import Dictation
internal import JackClient
internal import System

extension RecordingDesk {
    /// Makes the take wait for a server; false when the take is over. A take is over when it was stopped, reached its limit,
    /// follows JACK's transport, could not be kept, or when `rec-resume` is off.
    func wait(after summary: TakeSummary) -> Bool {
        guard summary.segment.endReason == .serverGone, goesOn, isUnderWay, let current,
            current.transportTail == nil, summary.recording != nil, summary.troubles.isEmpty,
            current.limitFrames.map({ $0 > summary.segment.frames }) ?? true
        else { return false }
        interrupted = (summary, current, state == .paused)
        comingEdges = []
        comingSplits = []
        state = .waiting
        return true
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
        current = next
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
        if let armed = rearming { return conclude(unheard: armed, threshold: nil) }
        guard state == .waiting, let (summary, _, _) = interrupted else { return }
        if coming == nil {
            conclude(summary)
        } else {
            // The writer may just have begun the next part.
            state = .closing
            interrupted?.isPaused = false
            writer.post(.letGo)
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
        if let armed = rearming { conclude(unheard: armed, threshold: nil) }
    }

    /// Request for the part that continues after `summary`; nil when the earlier part could not be kept. `rate` in Hz, of the
    /// new server.
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
        next.voice = before.voice
        next.recordingState = before.recordingState
        next.delivery = before.delivery
        next.inputLatency = before.inputLatency
        next.watchesDropouts = before.watchesDropouts
        next.preset = before.preset
        next.marksClips = before.marksClips
        next.warningFrames = before.warningFrames.map {
            Int64(nearest: Double($0) * Double(rate) / Double(max(1, before.format.rate)))
        }
        next.isWarned = before.isWarned
        next.splits = before.splits?.after(summary.segment, rate: rate)
        next.part = before.part
        next.lead = TakeTarget(recording: recording, edit: edit).lead(in: library, own: before.path)
        var earlier = summary.earlier ?? TakePart()
        earlier.segments.append(summary.segment)
        earlier.leftAt = summary.leftAt
        next.earlier = earlier
        return next
    }

    /// Format `before` at the new rate in Hz. Falls back to a lossless format when the container does not support that rate.
    func format(like before: AudioFormat, rate: Int) -> AudioFormat {
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
