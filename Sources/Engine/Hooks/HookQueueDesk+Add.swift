// Jobs that are added to the queue of hooks. Control loop only.
internal import Dictation
internal import JSON
internal import Messages
internal import Storage
internal import System
internal import Threads

extension HookQueueDesk {
    /// Keeps a request of another desk, such as `transcribe NAME`: the engine carries it out, at its owner's rights, until the
    /// answer is a success, also after restarts. It can be carried out twice, so it must do no harm then. Throws when the queue is
    /// full, or when the request cannot be kept.
    ///
    /// - Parameter recording: name of the recording that it is about; a rename changes the request's `name` or `in` too. Empty
    ///   for none.
    @discardableResult
    func add(_ request: Request, of recording: String) throws(EngineError) -> Int64 {
        let most = Int(settings.current.int(.hookQueueJobs) ?? 200)
        let trial = HookJob(id: 1, work: .request(request), library: library.library.folder, recording: recording, next: 0)
        guard HookJob(trial.tree) == trial, trial.tree.printed.count <= HookJob.mostBytes else {
            throw .usage(tr("'\(request.name)' cannot be kept in the queue of hooks"))
        }
        guard let job = queue.add(.request(request), of: recording, library: trial.library, now: now, most: most) else {
            let full = fullWords(most)
            throw .wrongState(tr("'\(request.name)' was not queued: \(full)"))
        }
        identify(job)
        return job.id
    }

    /// Keeps the program of an event if the setting `hook-durable` has the event. False if it has not, or if the queue is full,
    /// which is told: then the program runs once.
    func take(_ event: HookEvent, _ fields: Fields) -> Bool {
        guard let list = settings.current.text(.hookDurable), let durable = try? DurableHooks(list),
            durable.events.contains(event)
        else { return false }
        let most = Int(settings.current.int(.hookQueueJobs) ?? 200)
        let name = HookJob.recording(of: event, fields)
        let work = HookJob.Work.program(event, kept(event, fields))
        let identity = HookJob.identity(of: event, fields)
        if let job = queue.add(
            work, of: name, identity: identity, library: library.library.folder, now: now, most: most)
        {
            identify(job)
            return true
        }
        func words() -> LogText {
            name.isEmpty
                ? LogText(told: "the program of \(plain: event.rawValue) runs only once: \(fullWords(most))")
                : LogText(told: "the program of \(plain: event.rawValue) for \(name) runs only once: \(fullWords(most))")
        }
        // The event error must not follow itself.
        if event == .error { EngineLog.say(.warning, .hooks, words()) } else { board.report(words(), of: "hooks") }
        return false
    }

    /// Asks for the identity of a job's recording while it surely has the name.
    private func identify(_ job: HookJob) {
        guard job.identity.isEmpty, !job.recording.isEmpty, !isQuitting else { return }
        ask(job.recording) { [unowned self] result in
            guard case .success(let reply) = result, let now = queue.job(job.id), now.recording == job.recording else { return }
            queue.identify(job.id, as: reply.fields.text("id"))
        }
    }

    private func fullWords(_ most: Int) -> String {
        tr(
            most,
            "the queue of hooks has \(most) job already (hook-queue-jobs);"
                + " 'dicta hooks --queue' lists them, and --drop makes room",
            "the queue of hooks has \(most) jobs already (hook-queue-jobs);"
                + " 'dicta hooks --queue' lists them, and --drop makes room")
    }

    /// The fields as they are kept, with the time of the event. The files of a long list are left out: a try asks for them again.
    private func kept(_ event: HookEvent, _ fields: Fields) -> Fields {
        let all = fields + ["queued": .text(Timestamp.now.iso8601)]
        let trial = HookJob(id: 1, work: .program(event, all), library: "", recording: "", next: 0)
        guard trial.tree.printed.count > HookJob.mostBytes / 2 else { return all }
        return Fields(all.all.filter { $0.texts == nil })
    }
}
