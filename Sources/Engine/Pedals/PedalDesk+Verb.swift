// The verb `pedal`, and the fields of pedals. Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import Pedals
internal import Threads

extension PedalDesk {
    /// Carries out the verb `pedal`. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(_ request: Request, from sender: Sender?, _ answer: @escaping WholeAnswer) throws(EngineError) {
        switch request.text(.do) {
        case "learn":
            let (mode, second) = try holding(request)
            try lessons.begin(request, second: second, mode: mode, from: sender, answer)
            taught = request.text(.device)
            want()
        case "forget":
            try lessons.forget(request.text(.line)) { [self] result in
                switch result {
                case .success: list(answer)
                case .failure(let error): answer(.failure(error))
                }
            }
        default:
            lessons.endLeftLesson()
            list(answer)
        }
    }

    /// The mode and the second command of a lesson, with `--hold`.
    private func holding(_ request: Request) throws(EngineError) -> (TriggerMode?, String?) {
        let (mode, second) = (request.text(.mode).flatMap(TriggerMode.init), request.text(.second))
        guard request.flag(.hold) else { return (mode, second) }
        if let mode, mode != .hold { throw .usage(tr("pedal learn: --hold and --mode \(mode.rawValue) differ")) }
        if let second { return (.hold, second) }
        let words = (request.text(.line) ?? "").split(separator: " ").map(String.init)
        switch (words.first, words.dropFirst()) {
        case ("cue"?, []), ("review"?, []), ("cue"?, ["on"]), ("review"?, ["on"]): return (.hold, words[0] + " off")
        case ("lock"?, ["hold"]): return (.hold, "lock release")
        default: throw .usage(tr("pedal learn --hold: name the command of the release with --second"))
        }
    }

    /// Answers with the list once the pedal thread has looked at the devices.
    private func list(_ answer: @escaping WholeAnswer) {
        askers.append(answer)
        worker.post(.list)
    }

    /// The reply that lists bindings and devices.
    func report(of reports: [PedalReader.Report]) -> Reply {
        var fields: Fields = ["received": .int(received), "last": .text(last)]
        if let lesson = lessons.lesson { fields.append("learning", .text(lesson.first)) }
        fields.append("devices", .list(PedalDesk.devices(reports)))
        return Reply(fields + self.fields, items: lessons.items)
    }

    /// The devices in words, those that can be learnt without their names first.
    private static func devices(_ reports: [PedalReader.Report]) -> [String] {
        (reports.filter(\.port.isTeachable) + reports.filter { !$0.port.isTeachable }).map { report in
            let state =
                switch report.state {
                case .open: tr("open", "a device")
                case .unused: report.port.isTeachable ? tr("not used") : tr("not used; learnt with --device only")
                case .failed(let error): error.description
                }
            return "\(report.port.name) (\(report.port.place ?? report.port.node)): \(state)"
        }
    }

    func status(for authority: Authority) -> Fields { lessons.map.bindings.isEmpty ? [:] : fields }

    func fields(of topic: Topic) -> Fields { topic == .pedals ? fields : [:] }

    private var fields: Fields {
        let bound = reports.filter(\.isBound)
        var troubles = Set(gone).sorted().map { name in tr("the pedal '\(name)' is gone: plug it in again") }
        for report in bound where !gone.contains(report.port.name) {
            if case .failed(let error) = report.state {
                troubles.append(tr("the pedal '\(report.port.name)' does not work: \(error)"))
            }
        }
        let fields: Fields = [
            "pedals": .list(bound.filter { $0.state == .open }.map(\.port.name)),
            "pedals_held": .list(held.values.map(\.description).sorted()),
        ]
        return troubles.isEmpty ? fields : fields + ["pedal_trouble": .text(troubles.joined(separator: "; "))]
    }
}
