// Moving frames from the capture ring into the take. Writer thread only; blocks on the disk.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization
internal import System
internal import Threads

extension TakeWriter {
    /// Writes the frames captured up to now, and no more: in freewheel the callback may be as fast as this thread, and
    /// messages, syncs and progress reports would wait for ever.
    ///
    /// Leaves the newest frames for the next turn unless `isLast`: a key press that stops the take refers to one of them, but
    /// arrives after they were captured. May stop after `seconds` of work; the next turn then follows at once, after the
    /// messages.
    mutating func drain(atMost seconds: Double = .infinity, isLast: Bool = true) {
        isBehind = false
        goOn()
        guard let head = stream?.head else { return }
        let isHeldBack = !isLast && stream?.isEnding == false && take?.stopFrame == nil && armedStop == nil
        let end = head - (isHeldBack ? client.map(TakeWriter.heldBack) ?? 0 : 0)
        if take == nil, armed != nil { awaitSound(before: end) }
        guard take != nil else {
            guard !isHeld else { return progress.heldFrames.store(Int64(stream?.unread ?? 0), ordering: .relaxed) }
            guard armed == nil else {
                tellProgress()
                return
            }
            if wave.isWatched || loudness.isWatched { showInputs() }
            stream?.skipToEnd()
            stream?.release()
            tellProgress()
            return
        }
        do throws(StorageError) {
            if isFlushDue { guardDisk() }
            let start = Moment.now
            while let take, take.state != .ended, stream?.hasReached(end) == false, let piece = stream?.next(before: end) {
                if case .gap(let missed, _, let frame) = piece, missed > stream?.longestGap ?? .max {
                    passAll()
                    // The desk lets the take go on behind the gap, or lets it go.
                    isHeld = self.take?.end(.serverGone, goesOn: true) == true
                    return closeIfEnded(before: frame)
                }
                stopAfterHalt(take)
                if gate == nil { try feed(piece) } else { try hear(piece, for: take) }
                stream?.release(keeping: gate?.oldestPosition)
                tellProgress()
                lastProgress = Moment.now
                guard let take = self.take, stream?.hasReached(end) == false, take.state != .ended else { break }
                // Sync during the work: a kill in the middle of a long pre-roll then costs no more than at any other time.
                try makeSafe(take)
                isBehind = Moment.now.seconds(since: start) >= seconds
                if isBehind { break }
            }
            guard let take else { return }
            // A stalled server never delivers the frame of a stop. Check before our own sync takes its time.
            if isStalled(take) {
                passAll()
                self.take?.end(.serverGone)
            }
            if let take = self.take, take.state != .ended { try makeSafe(take) }
        } catch {
            troubles.append(.storage(error))
            if case .diskFull = error { take?.end(.diskFull) } else { take?.end(.writeError) }
        }
        guard let take else { return }
        markClips(take)
        obeyMarks(take)
        if let left = take.takeDueWarning() { outbox.post(.warning(id: take.request.id, left: left)) }
        publish(take)
        closeIfEnded()
    }

    /// Schedules the stop of a take that follows JACK's transport. Call after frames were seen in the ring and before they are
    /// written: the halt is stored before the frames that follow it.
    private func stopAfterHalt(_ take: Take) {
        guard let tail = take.request.transportTail, take.stopFrame == nil, let link = unsafe client?.link else { return }
        let halt = unsafe link.pointee.transportHalt.load(ordering: .acquiring)
        if halt > take.request.startFrame - take.request.delayFrames {
            take.add(Take.Edge(frame: halt + tail, kind: .stop(.stopped)))
        }
    }

    /// True when the frame of a scheduled stop is more than a second overdue.
    private func isStalled(_ take: Take) -> Bool {
        guard let stop = take.stopFrame, let rate = stream?.rate else { return false }
        let ahead = Double(max(0, stop - (stream?.frame ?? stop))) / Double(rate)
        return Moment.now.seconds(since: lastProgress) > 1 + ahead
    }

    /// Hands one piece of the stream to the take, and what comes after a split to the next part of the take.
    mutating func feed(_ piece: CaptureStream.Piece) throws(StorageError) {
        var rest = piece
        while let take {
            try hand(rest, to: take)
            answerRefusedCuts(of: take)
            guard let cut = take.cut else { return }
            beginNext(after: take, cut)
            rest = rest.from(cut.frame)
        }
    }

    /// Hands one piece of the stream to a take.
    private func hand(_ piece: CaptureStream.Piece, to take: Take) throws(StorageError) {
        switch piece {
        case .sound(let position, let count, let frame):
            guard let samples = unsafe stream?.samples(position, count) else { return }
            unsafe try take.consume(samples, at: frame)
        case .gap(let missed, let lost, let frame):
            try take.consumeGap(missed, .missed, at: frame)
            try take.consumeGap(lost, .lost, at: frame + missed)
        }
    }

    /// Publishes the progress of the take for other threads.
    func publish(_ take: Take) {
        progress.part.store(take.request.part, ordering: .relaxed)
        progress.frames.store(take.framesWritten, ordering: .relaxed)
        progress.readableFrames.store(take.segment.framesReadable, ordering: .relaxed)
        progress.pausedFrames.store(take.pausedFrames, ordering: .relaxed)
        progress.dropouts.store(take.dropouts?.count ?? 0, ordering: .relaxed)
        progress.clips.store(take.clips, ordering: .relaxed)
        progress.bytes.store(take.segment.bytesOnDisk, ordering: .relaxed)
        progress.room.store(take.segment.roomOnDisk, ordering: .relaxed)
        progress.peaks.store(
            UInt64(take.peak[0].bitPattern) | UInt64(take.peak[1].bitPattern) << 32, ordering: .relaxed)
    }
}
