// The course of scheduled takes: late, begun, ended, missed. Control loop only.
internal import Dictation
internal import Messages
internal import System
internal import Threads

extension ScheduleDesk {
    /// Tells once that the take cannot begin at its time.
    func delay(_ take: ScheduledTake, _ why: StoredText, _ now: Moment) {
        guard delays[take.number] == nil else { return }
        delays[take.number] = Delay(why: why)
        tell(.scheduleLate, take, take.next, tr("\(why): it begins as soon as it can"))
    }

    /// The recording desk has refused the take at once.
    func failed(_ take: ScheduledTake, _ error: EngineError, _ now: Moment) {
        switch error.failure.code {
        case .noServer, .wrongState:
            delay(take, StoredText(error.description), now)
            delays[take.number]?.retry = now.later(milliseconds: 1000)
        default: miss(take, StoredText(error.description))
        }
    }

    /// Takes the answer to the order of a take: it has begun, or no file was made.
    func begun(_ number: Int64, left: Double, _ result: Result<Fields, EngineError>) {
        guard let place = takes.firstIndex(where: { $0.number == number }) else { return }
        switch result {
        case .success(let fields):
            guard running?.number == number else { return }
            let take = takes[place]
            let name = fields["name"]?.description ?? take.name
            EngineLog.say(.info, .schedule, "the scheduled take \(number) is recorded as \(name)")
            if let why = running?.why {
                let delay = TimeSpan.length(-left)
                tell(.scheduleLate, take, take.next, tr("\(why): it began \(delay) late"))
            }
            running?.isOpen = true
            takes[place].missed = nil
            delays[number] = nil
            // A missed take is listed until the next one that begins in its time. One that begins late, or goes on after a restart,
            // may do so at the moment of the miss.
            if running?.why == nil { takes.removeAll { $0.next == nil } }
            save()
            noteBegin()
        case .failure(let error):
            if running?.number == number { running = nil }
            if board.isQuitting { return }
            if error.failure.code == .noServer {
                delay(takes[place], StoredText(error.description), Moment.now)
                delays[number]?.retry = Moment.now.later(milliseconds: 1000)
            } else {
                miss(takes[place], StoredText(error.description))
            }
        }
    }

    /// The running take is over. At the end of the engine it stays, and what is left of it is recorded after a restart.
    func ended() {
        guard let running, !board.isQuitting else { return }
        self.running = nil
        guard let place = takes.firstIndex(where: { $0.number == running.number }) else { return }
        let wakes = takes[place].wakes
        advance(at: place)
        save(wakes: wakes)
    }

    /// Passes over the times of a take that are over, and tells that they were missed.
    func passOver(_ take: ScheduledTake, window: Double) {
        guard let next = take.next, let place = takes.firstIndex(where: { $0.number == take.number }) else { return }
        let why =
            take.hasBegun
            ? StoredText(tr("the engine ended during the take, and only what was recorded until then is kept"))
            : delays[take.number]?.why
                ?? StoredText(tr("the machine slept or did not run at its time, or the clock was set forward"))
        let (time, count) = take.rule.coming(from: next, length: Int(window), now: Timestamp.now.seconds, in: zone)
        let others = count - 1
        let more = StoredText(tr(others, "\(others) later take was missed, too", "\(others) later takes were missed, too"))
        let words = others > 0 ? StoredText("\(why); \(more)") : why
        takes[place].missed = (next, words.description)
        takes[place].next = time
        takes[place].hasBegun = false
        delays[take.number] = nil
        tell(.scheduleMissed, take, next, words.description)
        save()
    }

    /// Tells that the take of this time was not made, and goes on to the next time.
    func miss(_ take: ScheduledTake, _ why: StoredText) {
        guard let place = takes.firstIndex(where: { $0.number == take.number }), let next = take.next else { return }
        takes[place].missed = (next, why.description)
        takes[place].next = take.rule.next(after: next)
        takes[place].hasBegun = false
        delays[take.number] = nil
        tell(.scheduleMissed, take, next, why.description)
        save()
    }

    /// Goes on to the next time of the take; a take without one leaves the list.
    private func advance(at place: Int) {
        let take = takes[place]
        takes[place].hasBegun = false
        takes[place].next = take.next.flatMap { take.rule.next(after: $0) }
        guard let next = takes[place].next else {
            takes.remove(at: place)
            return
        }
        // A take without a length may run past its next time.
        if seconds(until: next) < 0 { delays[take.number] = Delay(why: StoredText(tr("the take before went on until then"))) }
    }

    private func tell(_ event: HookEvent, _ take: ScheduledTake, _ time: CalendarTime?, _ why: @autoclosure () -> String) {
        let at = time.map { "\($0)" } ?? ""
        // The reason has names, and is private.
        let kind = event == .scheduleMissed ? "was missed" : "is late"
        EngineLog.say(.warning, .schedule, "the scheduled take \(take.number) of \(plain: at) \(plain: kind): \(why())")
        board.tell(
            event,
            ["number": .int(take.number), "name": .text(take.name), "at": .text(at), "why": .text(why())])
    }
}
