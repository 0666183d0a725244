// Room: Engine. Control loop only: what the library is asked, and what it answers.
internal import Catalogue
internal import Control
internal import Dictation
internal import Storage

extension Engine {
    func ask(_ message: LibraryMessage, _ answer: @escaping (Result<Reply, EngineError>) -> Void) {
        libraryAnswers[nextLibraryAnswer] = answer
        nextLibraryAnswer += 1
        librarian.post(message)
    }

    /// The recording of this library that is loaded.
    var ownLoaded: String? { player.loaded.flatMap { library.owns($0.path) ? $0.name : nil } }

    func timelineChanged(of name: String) {
        libraryNews.note(name)
        player.timelineChanged(of: name)
    }

    /// All verbs of the library but `info`.
    func askLibrary(_ request: Request, _ answer: @escaping (Result<Reply, EngineError>) -> Void) throws(EngineError) {
        if let folder = request.text("library"), folder != library.folder {
            throw EngineError.usage(
                "this engine's library is \(library.folder): another one is looked at by 'dicta \(request.name)'")
        }
        let loaded = ownLoaded
        guard CommandTable.edits.contains(request.name) else {
            ask(.ask(id: nextLibraryAnswer, request, loaded: loaded)) { [self] result in
                if case .success = result { noteChange(by: request) }
                answer(result)
            }
            return
        }
        let name = request.text("name") ?? loaded
        let request = name == loaded ? request.filling(player.loopPlaces) : request
        ask(.ask(id: nextLibraryAnswer, request, loaded: loaded)) { [self] result in
            if case .success(let reply) = result, case .text(let name)? = reply.fields["name"] {
                timelineChanged(of: name)
                if request.name == "complete" { tell(.completed, reply.fields) }
            }
            answer(result)
        }
    }

    private func noteChange(by request: Request) {
        guard !Catalogue.isQuestion(request), request.name != "verify" else { return }
        libraryNews.note(request.texts("name").first ?? "")
    }

    /// AAC of a take that was asked for when it began; nobody waits for it, so what goes wrong is told as an event.
    func deliver(_ summary: TakeSummary) {
        guard summary.delivery.isWanted, summary.frames > 0 else { return }
        // One that went wrong is looked at by people before anything of it goes.
        let isDiscarding = summary.delivery.isDiscarding && summary.troubles.isEmpty
        do {
            let arguments = [CommandArgument("name", .text(summary.name)), CommandArgument("discard", .flag(isDiscarding))]
            let request = try CommandTable.command(named: "deliver").check(named: arguments)
            try askLibrary(request) { [unowned self] result in
                switch result {
                case .success(let reply): EngineLog.say("delivered \(reply.fields["path"]?.description ?? summary.name)")
                case .failure(let error): report("\(summary.name): \(error)", of: "deliver")
                }
            }
        } catch {
            report("\(summary.name): \(error)", of: "deliver")
        }
    }

    func info(_ request: Request, _ answer: @escaping (Result<Reply, EngineError>) -> Void) throws(EngineError) {
        guard let name = request.text("name") ?? recorder.current?.name ?? player.loaded?.name else {
            throw EngineError.usage("nothing is recorded or loaded: name a recording (dicta ls)")
        }
        ask(.ask(id: nextLibraryAnswer, request, name: name), answer)
    }

    func handle(_ event: LibraryEvent) {
        switch event {
        case .answered(let id, let reply): answer(id, .success(reply))
        case .marked(let id, let name, let reply, let all):
            marked(name, reply, all)
            answer(id, .success(reply))
        case .refused(let id, let error): answer(id, .failure(error))
        case .recovered(let words): EngineLog.say(words)
        case .forgotten(_, let error), .patchesForgotten(let error): EngineLog.say(error.description)
        case .recalled(let id, let recording):
            libraryAnswers[id] = nil
            recalls.removeValue(forKey: id)?.answer(.success(recording))
        case .working(let now): working = now
        case .opened, .progress: break
        }
        player.handle(event)
    }

    private func answer(_ id: UInt64, _ result: Result<Reply, EngineError>) {
        libraryAnswers.removeValue(forKey: id)?(result)
        if case .failure(let error) = result { recalls.removeValue(forKey: id)?.answer(.failure(error)) }
    }
}
