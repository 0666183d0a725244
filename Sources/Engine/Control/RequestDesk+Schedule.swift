// Requests in OSC bundles with a time tag in the future. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime

extension RequestDesk {
    /// Keeps a request until its time, or refuses it if its sender may not make it or too many wait already. The rights are
    /// checked again at its time.
    func wait(_ request: Request, _ ticket: Ticket) {
        guard let due = ticket.due else { return }
        if let refusal = settings.permissions.refusal(of: request, by: ticket.sender.authority) {
            return answer(ticket, .failure(refusal))
        }
        if let most = schedule.limit(for: ticket.sender) {
            let words = tr(
                most, "busy: \(most) message already waits for its time; send this one later",
                "busy: \(most) messages already wait for their time; send this one later")
            answer(ticket, .failure(Failure(.busy, words)))
            return
        }
        schedule.add(Schedule.Entry(due: due, request: request, ticket: ticket))
    }

    /// Carries out the requests that are due. A command that can wait for a JACK frame is handed on up to a second early, with
    /// the frame of its time.
    func keepTime() {
        guard !schedule.entries.isEmpty else { return }
        let now = TimeTag.now
        let ready = schedule.take(now: now) { $0.due <= now || frame(of: $0, now) != nil }
        for entry in ready {
            let request = frame(of: entry, now).flatMap { entry.request.at(frame: $0) } ?? entry.request
            take(request, entry.ticket)
        }
    }

    /// Milliseconds until `keepTime` has something to do; -1 if nothing waits.
    var scheduleTimeout: Int32 {
        guard let seconds = schedule.pause(now: TimeTag.now) else { return -1 }
        // Rounded up; otherwise the loop would spin through the last millisecond.
        return Int32(clamping: Int64((min(seconds, 3600) * 1000).rounded(.up)))
    }

    /// Refuses all requests that still wait, because the engine quits.
    func giveUpSchedule() {
        let refusal = Failure(.refused, tr("the engine was told to quit before the time of this request"))
        for entry in schedule.takeAll() { answer(entry.ticket, .failure(refusal)) }
    }

    /// The extended JACK frame of an entry's time; nil if the command takes no frame or the frame cannot be kept. A frame nearer
    /// than two periods may have passed before the command arrives; then the control loop's own clock decides.
    private func frame(of entry: Schedule.Entry, _ now: TimeTag) -> Int64? {
        guard entry.request.canWait, let time = jack.time, !time.isFreewheeling else { return nil }
        // A recording that should have begun a moment ago can still begin at its time: the pre-roll has the frames.
        let late = entry.request.verb == .recording(.rec) ? 0.25 : 0
        let seconds = entry.due.seconds(since: now)
        guard seconds > -late else { return nil }
        let frame = time.now + Int64((seconds * Double(time.client.rate)).rounded())
        let telemetry = time.telemetry
        let nearest = telemetry.frame + Int64(late > 0 ? -Int(late * Double(time.client.rate)) : 2 * time.client.bufferSize)
        return frame >= max(nearest, telemetry.firstFrame) ? frame : nil
    }
}
