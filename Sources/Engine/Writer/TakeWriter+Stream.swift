// From the capture ring into the take. The writer's worker alone.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Storage
internal import Synchronization

extension TakeWriter {
    /// Takes the frames until now, and no more: in freewheel the callback may be as fast as this thread, and messages, syncs and
    /// the reports of progress would wait for ever.
    ///
    /// The newest frames are left for the next time unless `isLast`: a key that halted the take stands at one of them, and is
    /// heard of only after they came. It may leave off after `seconds`; then it goes on at once after the messages.
    mutating func drain(atMost seconds: Double = .infinity, isLast: Bool = true) {
        isBehind = false
        goOn()
        guard let head = stream?.head else { return }
        let isHeldBack = !isLast && stream?.isEnding == false && take?.stopFrame == nil
        let end = head - (isHeldBack ? client.map(RecordingDesk.heldBack) ?? 0 : 0)
        guard let take else {
            if isHeld { return }
            stream?.skipToEnd()
            stream?.release()
            progressWake.wake()
            return
        }
        do throws(StorageError) {
            guardDisk()
            let start = Moment.now
            while take.state != .ended, stream?.hasReached(end) == false, let stretch = stream?.next(before: end) {
                followTransport(take)
                try feed(take, stretch)
                stream?.release()
                progressWake.wake()
                lastProgress = Moment.now
                guard stream?.hasReached(end) == false, take.state != .ended else { break }
                // Kept safe as it goes: a kill in the middle of a long pre-roll costs no more than any other.
                try makeSafe(take)
                isBehind = Moment.now.seconds(since: start) >= seconds
                if isBehind { break }
            }
            // A server that stands still never brings the frame at which to stop. Asked before our own sync can take its time.
            if isStalled(take) { take.end(.serverGone) }
            if take.state != .ended { try makeSafe(take) }
        } catch {
            troubles.append(.storage(error))
            if case .diskFull = error { take.end(.diskFull) } else { take.end(.writeError) }
        }
        obeyMarks(take)
        publish(take)
        closeIfEnded()
    }

    /// After frames were met and before they are taken: the halt was stored before the frames that follow it.
    private func followTransport(_ take: Take) {
        guard let tail = take.request.transportTail, take.stopFrame == nil, let link = unsafe client?.link else { return }
        let halt = unsafe link.pointee.transportHalt.load(ordering: .acquiring)
        if halt > take.request.startFrame { take.add(Take.Edge(frame: halt + tail, kind: .stop(.stopped))) }
    }

    private func isStalled(_ take: Take) -> Bool {
        guard let stop = take.stopFrame, let rate = client?.rate else { return false }
        let ahead = Double(max(0, stop - (stream?.frame ?? stop))) / Double(rate)
        return Moment.now.seconds(since: lastProgress) > 1 + ahead
    }

    private func feed(_ take: Take, _ stretch: CaptureStream.Stretch) throws(StorageError) {
        switch stretch {
        case .sound(let position, let count, let frame):
            guard let samples = unsafe stream?.samples(position, count) else { return }
            unsafe try take.consume(samples, at: frame)
        case .gap(let missed, let lost, let frame):
            try take.consumeGap(missed, .missed, at: frame)
            try take.consumeGap(lost, .lost, at: frame + missed)
        }
    }
}
