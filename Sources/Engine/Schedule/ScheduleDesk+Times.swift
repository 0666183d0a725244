// The times of scheduled takes: each is ordered a second early. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Recorder
internal import System
internal import Threads

extension ScheduleDesk {
    /// Orders the take if its time has come, and passes over a time that is over.
    func look(at take: ScheduledTake, _ now: Moment) {
        guard let next = take.next else { return }
        let left = seconds(until: next)
        guard left <= Self.lead else { return }
        let window = length(of: take) ?? Double(Self.grace)
        guard left > -window else { return passOver(take, window: window) }
        if let retry = delays[take.number]?.retry, now < retry { return }
        guard running == nil, recording.state == .idle else {
            let words = StoredText(
                recording.current.map { other in tr("\(other.name) was recorded at its time") }
                    ?? tr("another take was recorded at its time"))
            if left <= 0 { delay(take, words, now) }
            return
        }
        // A client that has not come yet is no missing server.
        guard jack.time != nil || jack.hasTried, knowsNames(now) else {
            if left <= 0, delays[take.number] == nil {
                delays[take.number] = Delay(why: StoredText(tr("the engine was still starting at its time")))
            }
            return
        }
        guard let time = jack.time, !jack.isStalled else {
            if left <= 0 { delay(take, StoredText(tr("no JACK server ran at its time")), now) }
            return
        }
        // In freewheel the frames ahead have no time of the clock.
        if time.isFreewheeling, left > 0 { return }
        begin(take, next, time, now)
    }

    /// Orders the take at the frame of its time, or at once for what is left of it.
    private func begin(_ take: ScheduledTake, _ next: CalendarTime, _ time: GraphTime, _ now: Moment) {
        let left = seconds(until: next)
        let why = left > 0 ? nil : delays[take.number]?.why ?? StoredText(tr("the clock was set, or the machine slept"))
        running = Running(number: take.number, why: why)
        do throws(EngineError) {
            let request = try order(take, next, left: left, time)
            let due = left > 0 ? zone.seconds(of: next) : nil
            try recording.perform(.rec, request, isRead: false, due: due) { [unowned self] in
                begun(take.number, left: left, $0)
            }
        } catch {
            running = nil
            failed(take, error, now)
        }
    }

    /// The request of the take: at a frame if its time is still to come, otherwise shorter by the time that has passed.
    private func order(
        _ take: ScheduledTake, _ next: CalendarTime, left: Double, _ time: GraphTime
    ) throws(EngineError) -> Request {
        var values = take.request.values
        values[.countIn] = .int(0)
        if left <= 0, let length = length(of: take) { values[.for] = .double(max(0.001, length + left)) }
        let request: Request
        do throws(CommandError) {
            request = try CommandTable.request(.recording(.rec), values)
        } catch {
            throw .usage(error.description)
        }
        if let refusal = request.refusal(by: take.authority, settings.permissions, rate: time.client.rate) {
            throw .refused(refusal)
        }
        guard left > 0 else { return request }
        return request.at(frame: min(frame(of: next, time), frame(of: next, time))) ?? request
    }

    /// The first frame that is not before a time to come. The wall clock is read first: a pause after it makes the frame later, but no
    /// earlier, so that the lower one of two such frames is nearer.
    private func frame(of next: CalendarTime, _ time: GraphTime) -> Int64 {
        let ahead = Int64((seconds(until: next) * Double(time.client.rate)).rounded(.up))
        guard let readings, readings.client == ObjectIdentifier(time.client) else { return time.now + ahead }
        return (readings.frames.frame(at: Clock.sinceBoot.nanoseconds) ?? time.now) + ahead
    }
}
