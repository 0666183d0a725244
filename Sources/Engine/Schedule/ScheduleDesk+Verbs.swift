// The verb schedule, and rec with --at. Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

extension ScheduleDesk {
    /// Carries out the verb. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        switch request.text(.do) {
        case "cancel": try cancel(request.text(.number), answer)
        default:
            guard request.text(.number) == nil else {
                throw .usage(tr("schedule list takes no number: 'dicta schedule' lists all takes"))
            }
            answer(.success(Reply(items: takes.map(item))))
        }
    }

    /// Schedules a take; `answer` is called exactly once, when it is kept. Throws for a wrong time or wrong options, and
    /// nothing is changed then.
    func add(
        _ request: Request, by authority: Authority, from sender: Sender?, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        try checkKnown()
        let take = try scheduledTake(request, by: authority, from: sender)
        let units = take.wakes ? try unitFields() : [:]
        let clash = clash(of: take)
        takes.append(take)
        last = take.number
        if authority != .owner, let host = sender?.host {
            hosts = hosts.filter { number, _ in takes.contains { $0.number == number } }
            hosts[take.number] = host
        }
        let length = length(of: take)
        save(wakes: take.wakes) { [unowned self] result in
            answer(
                result.map {
                    var fields = item(take) + units
                    if length == nil {
                        fields = fields.warning(
                            of: tr("the take has no length and goes on until 'dicta stop': --for 1h gives it one"))
                    }
                    if let clash { fields = fields.warning(of: clash) }
                    return Reply(fields)
                })
            if !Self.isKept(result) { takes.removeAll { $0.number == take.number } }
        }
    }

    /// False if the file has the takes of before. One that the disk did not confirm has the new ones.
    private static func isKept(_ result: Result<Void, EngineError>) -> Bool {
        switch result {
        case .success, .failure(.storage(.unconfirmed)): true
        case .failure: false
        }
    }

    /// A sentence about the first time at which the take and another one are due; nil if there is none.
    private func clash(of take: ScheduledTake) -> String? {
        let clashes = takes.compactMap { other -> (number: Int64, time: CalendarTime)? in
            take.clash(with: other, lengths: (own: length(of: take), other: length(of: other)))
                .map { (number: other.number, time: $0) }
        }
        guard let (number, time) = clashes.min(by: { $0.time < $1.time }) else { return nil }
        return tr(
            "it overlaps the scheduled take \(number) at \(time): the one that begins later has only what is then left of its"
                + " length, and is missed if nothing is left")
    }

    /// Throws if the kept takes are not known.
    private func checkKnown() throws(EngineError) {
        guard let unknown else { return }
        let words = tr("\(unknown); none is added or cancelled before that: start the engine again once the file can be read")
        throw .refused(Failure(.storage, words))
    }

    /// The take of a request. Throws what is wrong with it.
    private func scheduledTake(
        _ request: Request, by authority: Authority, from sender: Sender?
    ) throws(EngineError) -> ScheduledTake {
        guard takes.count < Self.most else {
            throw .wrongState(
                tr(
                    Self.most, "\(Self.most) take is scheduled already: cancel it (dicta schedule cancel)",
                    "\(Self.most) takes are scheduled already: cancel some (dicta schedule cancel)"))
        }
        // The owner has places that no surface takes.
        let others = authority == .owner ? [] : takes.filter { $0.authority != .owner }
        let host = authority == .owner ? nil : sender?.host
        let own = host == nil ? 0 : others.count { hosts[$0.number] == host }
        guard others.count < Self.mostOfSurfaces, own < Self.mostOfHost else {
            let most = own < Self.mostOfHost ? Self.mostOfSurfaces : Self.mostOfHost
            throw .refused(
                Failure(
                    .busy,
                    tr(
                        most, "busy: surfaces have scheduled \(most) take already: cancel it (dicta schedule cancel)",
                        "busy: surfaces have scheduled \(most) takes already: cancel some (dicta schedule cancel)")))
        }
        if request.values[.atFrame] != nil {
            throw .usage(tr("rec: --at and --at-frame exclude each other: --at gives the time"))
        }
        if request.values[.wait] != nil {
            throw .usage(tr("rec: --at and --wait exclude each other: dicta prints the time and ends"))
        }
        if request.values[.countIn] != nil {
            throw .usage(tr("rec: --at and --count-in exclude each other: the time is that of the first frame"))
        }
        let word = request.text(.at) ?? ""
        let every = request.text(.every).flatMap(ScheduleRule.Repeat.init) ?? .once
        let now = Timestamp.now.seconds
        guard let rule = ScheduleRule(word, every: every, now: now, in: zone) else {
            throw .usage(
                tr("rec: --at takes a local time such as 20:00, 'tomorrow 7:30' or 2026-12-01T20:00, not '\(word.prefix(60))'"))
        }
        guard zone.seconds(of: rule.first) > now else {
            let local = zone.local(now)
            throw .usage(tr("rec: \(rule.first) has passed: it is \(local) now; give a later time"))
        }
        guard let line = request.scheduledLine else {
            throw .usage(tr("rec: a name with both kinds of quotes cannot be scheduled: give another name"))
        }
        let rate = jack.rate
        let whole = try RecordFormat.complete(request, with: settings.current, preRoll: recording.preRollSeconds, rate: rate)
        // Everything but the disk and the server is checked now: nobody reads an answer at the time of the take.
        _ = try recording.makeRequest(whole, nil, rate: rate, start: 0, preRoll: 0)
        _ = try recording.voiceOrder(whole)
        do throws(CommandError) {
            return try ScheduledTake(
                number: last + 1, line: line, rule: rule, authority: authority, wakes: request.flag(.wake))
        } catch {
            throw .usage(error.description)
        }
    }

    /// Removes takes from the list. A running one goes on.
    private func cancel(_ word: String?, _ answer: @escaping WholeAnswer) throws(EngineError) {
        try checkKnown()
        guard let word else { throw .usage(tr("schedule cancel: give a number of 'dicta schedule', or all")) }
        let number = Int64(word)
        guard word == "all" || number != nil else {
            throw .usage(tr("schedule cancel: '\(word.prefix(40))' is no number, and not all"))
        }
        let gone = takes.filter { word == "all" || $0.number == number }
        let unreadable = unread.filter { word == "all" || $0.number == number }
        guard word == "all" || !gone.isEmpty || !unreadable.isEmpty else {
            throw .refused(Failure(.notFound, tr("there is no scheduled take \(word): 'dicta schedule' lists all")))
        }
        let (before, unreadBefore) = (takes, unread)
        unread.removeAll(where: unreadable.contains)
        takes.removeAll { take in gone.contains { $0.number == take.number } }
        save(wakes: gone.contains(where: \.wakes)) { [unowned self] result in
            if Self.isKept(result) {
                for take in gone { delays[take.number] = nil }
            } else {
                // Takes scheduled since then stay.
                takes = before + takes.filter { take in !before.contains { $0.number == take.number } }
                unread = unreadBefore
            }
            answer(result.map { Reply(items: gone.map { item($0, state: "cancelled") }) })
        }
    }

    /// Fields of a take in the list.
    private func item(_ take: ScheduledTake) -> Fields {
        let state =
            running?.number == take.number
            ? "recording" : take.next == nil ? "missed" : delays[take.number] == nil ? "coming" : "late"
        return item(take, state: state)
    }

    private func item(_ take: ScheduledTake, state: String) -> Fields {
        let missed = take.missed.map { time, why in tr("\(time) was missed: \(why)") } ?? ""
        return [
            "number": .int(take.number), "at": .text((take.next ?? take.missed?.time).map(zone.text) ?? ""),
            "name": .text(take.name), "for": .text(length(of: take).map { "\(TimeSpan.seconds($0))" } ?? ""),
            "every": .text(take.rule.every.rawValue), "state": .text(state),
            "why": .text(state == "late" ? delays[take.number]?.why.description ?? "" : missed), "line": .text(take.line),
        ]
    }

    /// Place of the units of systemd, and the command that enables them. Throws without a home folder.
    private func unitFields() throws(EngineError) -> Fields {
        let name = WakeUnits.name(engine: engine)
        let folder = try ScheduleKeeper.unitFolder()
        return [
            "unit": .text("\(folder)/\(name).timer"),
            "command": .text("systemctl --user daemon-reload && systemctl --user enable --now \(name).timer"),
        ]
    }
}
