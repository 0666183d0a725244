// Jobs of the queue of hooks: started, ended. Control loop only.
internal import Catalogue
internal import Dictation
internal import Messages
internal import Storage
internal import System
internal import Threads

extension HookQueueDesk {
    // MARK: Starting

    /// True if the job needs neither the library nor another desk: it can start while the engine ends.
    func needsNobody(_ job: HookJob) -> Bool {
        guard case .program(let event, let fields) = job.work, let program = settings.current.text(event.key) else {
            return false
        }
        return !(HookJob.ofWholeRecordings.contains(event) && fields["path"] == nil && HookDesk.wantsFile(program))
    }

    /// Starts a job that has begun and is on the disk.
    func start(_ id: Int64) {
        guard let job = queue.job(id), job.state == .running, !isQuitting || needsNobody(job) else { return }
        switch job.work {
        case .request(let request):
            guard !job.identity.isEmpty, !isQuitting else { return perform(request, job) }
            find(job) { [unowned self] result in
                guard case .failure(let error) = result else { return perform(request, job) }
                ended(id, words(error, job))
            }
        case .program(let event, let fields):
            guard let program = settings.current.text(event.key) else {
                return ended(
                    id, StoredText(tr("no program is set: set one with 'dicta set \(event.key) PROGRAM', or drop the job")))
            }
            guard !job.recording.isEmpty, !isQuitting else { return post(job, program, fields) }
            guard HookJob.ofWholeRecordings.contains(event) else { return post(partial: job, program, fields) }
            look(up: job, event, program, fields)
        }
    }

    private func perform(_ request: Request, _ job: HookJob) {
        board.perform(request, by: .owner) { [unowned self] result in
            switch result {
            case .success: ended(job.id, nil)
            // A locked transport says nothing about the request: the try does not count.
            case .failure(let error) where error.failure == Request.lockRefusal:
                queue.release(job.id, next: now + 10, because: error.description)
            // A request that is wrong in itself does not become right.
            case .failure(let error): ended(job.id, StoredText(error.description), isFinal: error.failure.code == .badArgument)
            }
        }
    }

    /// Asks the library about the recording of a job, by its identity if it is known. If the recording has another name now, the
    /// job follows and starts again; otherwise `found` is called.
    private func find(_ job: HookJob, _ found: @escaping WholeAnswer) {
        ask(job) { [unowned self] result in
            guard let now = queue.job(job.id), now.recording == job.recording else { return start(job.id) }
            if case .success(let reply) = result {
                let (name, identity) = (reply.fields.text("name"), reply.fields.text("id"))
                if job.identity.isEmpty { queue.identify(job.id, as: identity) }
                guard name == job.recording else {
                    EngineLog.say(.info, .hooks, "the recording of \(job.words) is \(name) now")
                    queue.rename(job.id, to: name)
                    return start(job.id)
                }
            }
            found(result)
        }
    }

    /// Asks the library about the recording of a job: success is about a recording with its identity. Several recordings can have
    /// one identity, since people copy files: then the one with the name is meant. A recording can be named like an identity.
    func ask(_ job: HookJob, _ answer: @escaping WholeAnswer) {
        guard !job.identity.isEmpty else { return ask(job.recording, answer) }
        ask(job.identity) { [unowned self] result in
            guard !isAbout(job, result) else { return answer(result) }
            ask(job.recording) { [unowned self] named in
                if isAbout(job, named) { return answer(named) }
                // Only a library that answers both times has no such recording.
                for case .failure(let error) in [result, named] where error.failure.code != .notFound {
                    return answer(.failure(error))
                }
                answer(.failure(.refused(Failure(.notFound, missing(job).description))))
            }
        }
    }

    /// True for an answer about the very recording of a job.
    private func isAbout(_ job: HookJob, _ result: Result<Reply, EngineError>) -> Bool {
        if case .success(let reply) = result { reply.fields.text("id") == job.identity } else { false }
    }

    /// Runs the program of an event about a part of a recording, which may have no file yet. It gets no file of another recording
    /// that has the name now.
    private func post(partial job: HookJob, _ program: String, _ fields: Fields) {
        guard !job.identity.isEmpty else { return post(job, program, fields) }
        find(job) { [unowned self] result in
            guard case .failure(let error) = result else { return post(job, program, fields) }
            guard error.failure.code == .notFound else { return ended(job.id, words(error, job)) }
            ask(job.recording) { [unowned self] named in
                switch named {
                // The library's disk may be back since.
                case .success: post(job, program, isAbout(job, named) ? fields : job.withoutFiles)
                case .failure(let error) where error.failure.code == .notFound: post(job, program, fields)
                case .failure(let error): ended(job.id, words(error, job))
                }
            }
        }
    }

    /// The error of a job whose recording the library does not give, in words.
    private func words(_ error: EngineError, _ job: HookJob) -> StoredText {
        error.failure.code == .notFound ? missing(job) : StoredText(error.description)
    }

    /// The error of a job whose recording is not found.
    private func missing(_ job: HookJob) -> StoredText {
        StoredText(
            tr(
                "there is no recording \(job.recording), which was renamed or deleted while no engine ran, or whose disk"
                    + " is away: 'dicta hooks --drop \(job.id)' forgets the job"))
    }

    /// Asks the library for the files that the recording has now, and runs the program then.
    private func look(up job: HookJob, _ event: HookEvent, _ program: String, _ fields: Fields) {
        find(job) { [unowned self] result in
            switch result {
            case .failure(let error): ended(job.id, words(error, job))
            case .success(let reply):
                let own = ["path", "segment_paths"]
                let known = Fields(fields.all.filter { !own.contains($0.key) } + reply.fields.all.filter { own.contains($0.key) })
                if known["path"] == nil, HookDesk.wantsFile(program) {
                    render(job, program, known)
                } else {
                    post(job, program, known)
                }
            }
        }
    }

    private func render(_ job: HookJob, _ program: String, _ fields: Fields) {
        hooks.render(job.recording) { [unowned self] result in
            guard !isRenamed(job) else { return start(job.id) }
            switch result {
            case .failure(let error): ended(job.id, StoredText(tr("\(job.recording) could not be rendered: \(error)")))
            case .success(let reply): post(job, program, fields, rendered: reply.fields["path"])
            }
        }
    }

    /// True if the recording was renamed since the job started: what the library said of the old name means nothing.
    private func isRenamed(_ job: HookJob) -> Bool { queue.job(job.id).map { $0.recording != job.recording } ?? false }

    /// Asks the library about a recording, by its name or its identity.
    func ask(_ recording: String, _ answer: @escaping WholeAnswer) {
        do throws(CommandError) {
            let request = try CommandTable.request(.library(.info), [.name: .text(recording)])
            do throws(EngineError) { try library.question(request, answer) } catch { answer(.failure(error)) }
        } catch {
            answer(.failure(.usage(error.description)))
        }
    }

    /// Hands the program to the hook thread, unless the job was dropped meanwhile. The file of a recording that is exactly one
    /// file is that file.
    private func post(_ job: HookJob, _ program: String, _ fields: Fields, rendered: Value? = nil) {
        guard case .program(let event, _) = job.work, queue.job(job.id)?.state == .running else { return }
        let file = rendered ?? (HookJob.ofWholeRecordings.contains(event) ? fields["path"] : nil)
        let own: Fields = ["job": .int(job.id), "tries": .int(job.tries)]
        hooks.post(event, program, fields + (file.map { ["rendered": $0] } ?? [:]) + own, id: job.id)
    }

    // MARK: Ending

    /// Takes the ends of programs.
    func takeEnds() {
        for event in hooks.worker.takeEnds() {
            switch event {
            case .notRun(let id):
                queue.release(id, next: now + 10, because: tr("too many programs wait for their turn (hook-jobs)"))
            case .ended(let id, _, _, isByQuit: true): queue.release(id, next: now, because: HookJob.interrupted)
            case .ended(let id, .exit(0), _, _): ended(id, nil)
            case .ended(let id, let end, let output, _): ended(id, StoredText(Self.words(end, output)))
            }
        }
    }

    /// The end of a program in words, with its last line.
    private static func words(_ end: HookReport.End, _ output: String) -> String {
        let last = output.split(whereSeparator: \.isNewline).last.map { PrintableText.line(String($0)) } ?? ""
        let how =
            switch end {
            case .exit(let code): tr("exit \(code)")
            case .signal(let number): tr("signal \(number)")
            case .overdue: tr("it ran longer than hook-limit and was ended")
            case .notStarted(let words): words.description
            }
        return last.isEmpty ? how : "\(how): \(last.prefix(300))"
    }

    /// A running job has succeeded, or has failed with an error. What fails as the engine quits is tried again.
    private func ended(_ id: Int64, _ error: StoredText?, isFinal: Bool = false) {
        guard let job = queue.job(id), job.state == .running else { return }
        guard let error else { return queue.finish(id) }
        if isQuitting, !job.isProgram { return queue.release(id, next: now, because: HookJob.interrupted) }
        let most = settings.current.int(.hookQueueTries) ?? 100
        guard queue.fail(id, error.description, now: now, most: most, isFinal: isFinal) else {
            let pause = Double(HookQueue.pause(after: job.tries))
            return EngineLog.say(
                .warning, .hooks,
                "\(job.words) has failed and is tried again in \(plain: TimeSpan.length(pause)): \(error)")
        }
        tellFailed(job, error)
    }

    /// Tells of a job that is given up. The event error must not follow itself.
    private func tellFailed(_ job: HookJob, _ error: StoredText) {
        func words() -> LogText {
            LogText(
                told: "\(job.words) of the queue of hooks is given up (tries: \(job.tries)): \(error)"
                    + "; 'dicta hooks --retry \(job.id)' tries it again, and --drop \(job.id) forgets it")
        }
        board.tell(
            .hookFailed,
            [
                "job": .int(job.id), "hook": .text(job.what), "name": .text(job.recording), "tries": .int(job.tries),
                "message": .text(words().told),
            ])
        guard job.what == HookEvent.error.rawValue else { return board.report(words(), of: "hooks") }
        EngineLog.say(.error, .hooks, words())
    }
}
