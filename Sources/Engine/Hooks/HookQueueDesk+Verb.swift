// The verb hooks. Control loop only.
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

extension HookQueueDesk {
    /// Carries out the verb. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let given = [ParameterKey.queue, .retry, .drop].filter { request.text($0) != nil || request.flag($0) }
        guard given.count < 2 else { throw .usage(tr("hooks: --queue, --retry and --drop exclude each other: give one of them")) }
        switch given.first {
        case .retry:
            let id = try number(request, .retry)
            let jobs = queue.retry(id, now: now)
            stored(jobs, answer)
        case .drop:
            let id = try number(request, .drop)
            let jobs = queue.drop(id)
            for job in jobs where job.state == .running && job.isProgram { hooks.worker.post(.end(id: job.id)) }
            stored(jobs, answer) { [unowned self] in item($0, state: "dropped") }
        case .queue: answer(.success(Reply(items: queue.jobs.map { item($0) })))
        default: answer(.success(Reply(items: hooks.items)))
        }
    }

    /// Answers with the jobs once the change is on the disk.
    private func stored(_ jobs: [HookJob], _ answer: @escaping WholeAnswer, _ item: ((HookJob) -> Fields)? = nil) {
        save { [unowned self] result in
            answer(result.map { Reply(items: jobs.map { job in item?(job) ?? self.item(job) }) })
        }
    }

    /// The number of a job, or nil for all. Throws for anything else, and for a job that is not there.
    private func number(_ request: Request, _ key: ParameterKey) throws(EngineError) -> Int64? {
        let word = request.text(key) ?? ""
        if word == "all" { return nil }
        guard let id = Int64(word) else {
            throw .usage(tr("hooks --\(key): '\(word.prefix(40))' is no number of 'dicta hooks --queue', and not all"))
        }
        guard queue.job(id) != nil else {
            throw .refused(Failure(.notFound, tr("there is no job \(id) in the queue of hooks: 'dicta hooks --queue' lists all")))
        }
        return id
    }

    /// Fields of a job in the list.
    private func item(_ job: HookJob, state: String? = nil) -> Fields {
        let zone = LocalZone { Calendar.offset(at: $0) }
        let waits = job.state == .waiting && state == nil
        let next = waits ? "\(zone.local(Int(max(job.next, now))))" : ""
        let other = tr("its library is \(job.library), and that of this engine \(library.library.folder)")
        return [
            "id": .int(job.id), "kind": .text(job.isProgram ? "program" : "request"), "event": .text(job.what),
            "recording": .text(job.recording), "state": .text(state ?? job.state.rawValue), "tries": .int(job.tries),
            "next": .text(next), "error": .text(job.library == library.library.folder ? job.error : other),
        ]
    }
}
