// Requests of bundles with a time to come. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime

extension RequestDesk {
    /// Keeps a request until its time.
    func wait(_ request: Request, _ ticket: Ticket) {
        guard let due = ticket.due else { return }
        guard !schedule.isFull else {
            refuse(ticket, "\(ControlLimits.waitingMessages) messages wait for their time already; send nearer to the time")
            return
        }
        schedule.add(Schedule.Entry(due: due, request: request, ticket: ticket))
    }

    /// Does what has become due. What can be done at a frame goes on its way a second before, with the frame of its time.
    func keepTime() {
        guard !schedule.entries.isEmpty else { return }
        let now = TimeTag.now
        let ready = schedule.take(now: now) { $0.due <= now || frame(of: $0, now) != nil }
        for entry in ready {
            let request = frame(of: entry, now).flatMap { entry.request.at(frame: $0) } ?? entry.request
            take(request, entry.ticket)
        }
    }

    /// Milliseconds until `keepTime` has something to do; -1 when nothing waits.
    var scheduleTimeout: Int32 {
        guard let seconds = schedule.pause(now: TimeTag.now) else { return -1 }
        // Up, or the last millisecond would be spent in going round.
        return Int32(clamping: Int64((min(seconds, 3600) * 1000).rounded(.up)))
    }

    func giveUpSchedule() {
        for entry in schedule.takeAll() { refuse(entry.ticket, "the engine was told to quit before the time of this had come") }
    }

    /// The JACK frame of an entry's time, where the command takes one and it can still be kept. A frame that is nearer than
    /// two periods might be past when it gets there: then the loop's own clock has to do.
    private func frame(of entry: Schedule.Entry, _ now: TimeTag) -> UInt32? {
        guard entry.request.canWait, let time = jack.time, !time.isFreewheeling else { return nil }
        // What was meant to begin a moment ago can still begin there: the pre-roll has it.
        let late = entry.request.verb == .recording(.rec) ? 0.25 : 0
        let seconds = entry.due.seconds(since: now)
        guard seconds > -late else { return nil }
        let frame = time.now + Int64((seconds * Double(time.client.rate)).rounded())
        let telemetry = time.telemetry
        let nearest = telemetry.frame + Int64(late > 0 ? -Int(late * Double(time.client.rate)) : 2 * time.client.bufferSize)
        guard frame >= max(nearest, telemetry.firstFrame) else { return nil }
        return telemetry.jackFrame(of: frame)
    }
}
