// Splits of the running take (R17). Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Recorder
internal import Synchronization
internal import Threads

extension RecordingDesk {
    /// Splits the take: it goes on in the next recording. `answer` is called once: with the name of the next recording, or, for
    /// a frame to come, at once with that frame. Throws when no take runs, and for a take into an existing recording.
    func split(_ request: Request, _ time: GraphTime, _ answer: @escaping Answer) throws(EngineError) {
        guard state == .recording || state == .paused, let current, current.splits != nil else { throw splitRefusal }
        guard current.voice?.isArmed != true || isOpen else { throw armedSplitRefusal }
        let frame = try time.frame(named: request.atFrame, lateness: Int64(TakeWriter.heldBack(time.client)))
        guard request.atFrame == nil || frame <= time.now else {
            writer.post(.edge(Take.Edge(frame: frame, kind: .split(nil))))
            comingSplits = (comingSplits + [frame]).sorted()
            let jackFrame = Int64(time.telemetry.jackFrame(of: frame))
            return answer(.success(["name": .text(current.name), "at_frame": .int(jackFrame)]))
        }
        splitAnswers[nextSplit] = answer
        writer.post(.edge(Take.Edge(frame: frame, kind: .split(nextSplit))))
        nextSplit += 1
    }

    /// Goes on with the next part, once the writer has begun it.
    func wentOn(into next: TakeRequest, _ caller: UInt64?) {
        guard let before = current, next.id == before.id else { return }
        tellStart()
        (current, loss) = (next, nil)
        isOpen = true
        resumed = nil
        board.tell(.takeSplit(next))
        EngineLog.say(.info, .take, "split: \(before.name) goes on in \(next.name)")
        let fields: Fields =
            ["name": .text(next.name)] + next.files + [
                "start_frame": .int(Int64(UInt32(truncatingIfNeeded: next.startFrame))), "split_from": .text(before.name),
            ] + next.identities
        caller.flatMap { splitAnswers.removeValue(forKey: $0) }?(.success(fields))
        board.tell(.recordStarted, takeFields + ["split_from": .text(before.name)])
    }

    /// Tells the caller, or everybody, that the take was not split.
    func notSplit(_ caller: UInt64?, _ error: EngineError) {
        guard let caller else { return board.report(LogText(error), of: "split") }
        splitAnswers.removeValue(forKey: caller)?(.failure(error))
    }

    /// Announces the end of a part; the take goes on.
    func closedPart(_ summary: TakeSummary) {
        keepPart(summary)
        tellClosed(summary)
        tellEnd(of: summary)
    }

    /// Ends a take whose last part has no frame and was discarded: the part before it was the last one.
    func droppedPart(_ part: TakeRequest, _ reason: Segment.EndReason, _ troubles: [EngineError]) {
        guard part.id == current?.id else { return }
        // The writer holds the frames captured since, and no part will record them.
        if reason == .serverGone { writer.post(.letGo) }
        let before = lastPart
        if let before {
            finish(troubles.reduce(before.ended(reason)) { $0.with(trouble: $1) })
        } else {
            fail(.wrongState(tr("Nothing was recorded in \(part.name), and the recording before it was deleted")))
        }
        board.tell(.takeDropped(part))
        tellStopped(part, reason)
        if let before { playing.follow(before) }
    }

    /// Announces the end of a take, or of a part of one, that has no file.
    func tellStopped(_ take: TakeRequest, _ reason: Segment.EndReason = .stopped) {
        let none: Fields = [
            "name": .text(take.name), "path": .text(""), "frames": .int(0), "seconds": .double(0),
            "end_reason": .text(reason.rawValue),
        ]
        board.tell(.recordStopped, none)
    }

    /// Keeps a closed part: the end of the take tells its files and its errors.
    func keepPart(_ summary: TakeSummary) {
        lastPart = summary
        lastPart?.troubles = []
        partTroubles += summary.troubles
        keep(TakePartFiles(summary))
    }

    /// Keeps a part for the answer at the end of the take, and the newest ones only: an answer has an end.
    private func keep(_ part: TakePartFiles) {
        parts.append(part)
        partCount += 1
        partSeconds += part.seconds
        while parts.count > 1, parts.reduce(0, { $0 + $1.bytes }) > RecordingDesk.mostPartBytes { parts.removeFirst() }
    }

    /// Keeps the last part of a take that was split.
    func keepLastPart(_ summary: TakeSummary) {
        if let before = parts.last, before.name != summary.name { keep(TakePartFiles(summary)) }
    }

    /// Number, names and files of the parts of the running or the last take, if it was split; empty for any other take.
    var partFields: Fields {
        guard !parts.isEmpty else { return [:] }
        return [
            "part_count": .int(partCount), "parts": .list(parts.map(\.name)), "part_paths": .list(parts.flatMap(\.paths)),
        ]
    }

    /// Fails all callers who wait for a split.
    func giveUpSplits(_ error: EngineError) {
        let waiting = splitAnswers.values
        splitAnswers = [:]
        for answer in waiting { answer(.failure(error)) }
    }

    /// Frames of the part that can be read from its file; nil when the writer is a part further than this desk knows.
    func readableFrames(of take: TakeRequest) -> Int64? {
        guard progress.part.load(ordering: .sequentiallyConsistent) == take.part else { return nil }
        let frames = progress.readableFrames.load(ordering: .sequentiallyConsistent)
        return progress.part.load(ordering: .sequentiallyConsistent) == take.part ? frames : nil
    }

    /// Rules for splits of a new take by the request and the settings. Throws for parts that are too short or too small.
    func splitRule(_ request: Request, rate: Int) throws(EngineError) -> SplitRule {
        let length = request.time(.splitEvery)?.seconds(rate: rate) ?? 0
        guard length == 0 || length >= SplitLimits.seconds else {
            let least = TimeSpan.seconds(SplitLimits.seconds)
            throw .usage(tr("--split-every must be at least \(least), or 0 for never"))
        }
        let size = request.int(.splitSize) ?? 0
        guard size == 0 || size >= SplitLimits.bytes else {
            let least = ByteSize(SplitLimits.bytes).exact
            throw .usage(tr("--split-size must be at least \(least), or 0 for never"))
        }
        return SplitRule(
            base: "", frames: length > 0 ? request.time(.splitEvery)?.frames(rate: rate) : nil, bytes: size > 0 ? size : nil,
            atMarkers: request.flag(.splitAtMarkers) || settings.current.text(.recSplitAtMarkers) == "on")
    }
}
