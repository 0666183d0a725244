// Questions to the library and their answers. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import Messages
internal import Player
internal import Recorder
internal import Storage
internal import System
internal import Threads

/// Owns the library's worker thread and the callers who wait for it.
final class LibraryDesk: Desk {
    private let board: Switchboard
    /// The library. The control loop calls only those of its functions that do not touch the disk.
    let library: Library
    private let worker: Worker<Librarian>
    private let events: Backlog<LibraryEvent>

    /// Callers who wait for the worker, by the ID of their question.
    private var answers: [UInt64: WholeAnswer] = [:]
    /// ID of the next question. The player's own IDs are below the first one.
    private var nextAnswer: UInt64 = 1 << 32
    /// Changes of the library, for subscribers.
    private var changes = LibraryNews()
    /// The revision that the event `library-changed` last reported.
    private var revisionTold: Int64 = 0
    /// The current operation as the worker last reported it; nil if there is none.
    private var working: Working?
    /// Time until the current operation ends, by its speed so far.
    private var timeLeft = TimeLeft()
    /// Estimated seconds until the current operation ends; nil while nobody can tell.
    private var secondsLeft: Double?
    /// The operation that ended last, as the list of operations shows it; empty before the first.
    private var ended: Fields = [:]
    /// Transcriptions to go on with, as command lines.
    private var unfinished: [String] = []
    /// The settings in force; nil before they are read.
    private var settings: Request?
    /// The loaded recording of this library, its identity, and the points A and B of its loop; nil if none is loaded. Set once by
    /// the engine, because playing is made after the library and opens files through it.
    var loaded: () -> (name: String, id: Identifier, loop: LoopPoints)? = { nil }
    /// Name of the loaded recording, or the path of a loaded file outside this library; nil if none is loaded.
    var heard: () -> String? = { nil }
    /// Calls a function once the player has left the recordings that were deleted. Set once by the engine.
    var whenLeft: (@escaping () -> Void) -> Void = { $0() }
    /// Name and identity of the recording that a take without a file yet goes into; nil for none. Set once by the engine.
    var awaited: () -> (name: String, id: Identifier)? = { nil }

    /// Starts the worker thread, which first recovers takes that a dead engine left open. Throws `EngineError.system` if the
    /// system refuses a thread.
    init(_ board: Switchboard, _ library: Library, _ options: EngineOptions, wake: WakeDescriptor) throws(EngineError) {
        self.board = board
        self.library = library
        let (worker, mailbox) = try Worker<Librarian>.reporting(to: wake, name: "dicta-library", wake: WakeDescriptor()) {
            Librarian(
                library: library, cache: DecodeCache(reserve: options.reserve), reserve: options.reserve, engine: options.name,
                outbox: $0)
        }
        self.worker = worker
        events = Backlog(mailbox)
    }

    var timeout: Int32 { events.timeout }

    func turn(_ now: Moment) {
        events.work(for: ControlLimits.answers) { handle($0) }
        for words in DiaryFiles.takeTroubles() { board.report("a diary file was not written: \(words)", of: "diary") }
        guard changes.revision != revisionTold else { return }
        revisionTold = changes.revision
        board.tell(.libraryChanged, ["name": .text(changes.changed)])
    }

    func hear(_ news: News) {
        switch news {
        case .takeClosed(let summary): changes.note(summary.name)
        case .takeEnded(let summary): deliver(summary)
        case .settings(let keys, let now):
            settings = now
            if keys.contains(.diaryFiles) { keepDiaries(now.text(.diaryFiles) == "on") }
            resume()
        default: break
        }
    }

    func fields(of topic: Topic) -> Fields {
        switch topic {
        case .library: ["revision": .int(changes.revision), "changed": .text(changes.changed)]
        case .operations: operationFields
        default: [:]
        }
    }

    /// Fields of the running operation. Once all have ended, the state of the last one stays.
    private var operationFields: Fields {
        guard let working else {
            return [
                "operation_id": ended["operation"] ?? .int(0), "operation_state": ended["state"] ?? .text(""),
                "operations_running": .int(0), "operation_seconds_left": .double(0),
                "operation_error": ended["error"] ?? .text(""),
            ]
        }
        return [
            "kind": .text(working.verb), "name": .text(working.name), "percent": .double(Double(working.percent)),
            "operation_id": .int(Int64(working.id)), "operation_state": .text(working.isWaiting ? "waiting" : "running"),
            "operations_running": .int(Int64(working.unfinished)), "operation_seconds_left": .double(secondsLeft ?? -1),
            "operation_error": .text(""),
        ]
    }

    /// Takes the progress of the current operation.
    private func take(_ now: Working?) {
        if now?.id != working?.id { timeLeft = TimeLeft() }
        working = now
        secondsLeft = now.flatMap { timeLeft.estimate(Double($0.percent) / 100)?.rounded() }
    }

    /// Keeps diary files from now on, or not. Those that are missing, or were not kept meanwhile, are made one after another.
    private func keepDiaries(_ isOn: Bool) {
        DiaryFiles.isOn = isOn
        if isOn { worker.post(.keepDiaries) }
    }

    // MARK: Questions

    /// Sends the worker an order without a caller to answer, or one that is answered by the news `library`.
    func post(_ order: LibraryOrder) { worker.post(order) }

    /// Asks the worker. `order` makes the order from the ID of the question; `answer` is called exactly once.
    func ask(_ answer: @escaping WholeAnswer, _ order: (UInt64) -> LibraryOrder) {
        let id = nextAnswer
        nextAnswer += 1
        answers[id] = answer
        worker.post(order(id))
    }

    /// Looks up a recording, which is refused if it has another identity now. The answer is the news `library` with the ID that
    /// this gives.
    func recall(_ name: String, as identity: Identifier? = nil) -> UInt64 {
        let id = nextAnswer
        nextAnswer += 1
        worker.post(LibraryOrder.recall(id: id, name: name).ofLoaded(id, name, identity))
        return id
    }

    /// Reads columns of `frames` frames each of what is heard of a recording, by its name or by a path. The answer is the news
    /// `library` with the ID that this gives.
    func draw(_ name: String, _ range: Range<Int64>, frames: Int) -> UInt64 {
        let id = nextAnswer
        nextAnswer += 1
        worker.post(.draw(id: id, name: name, range, frames: frames))
        return id
    }

    /// Reads the words of a recording, unless the fingerprint of its files is `known`. The answer is the news `library` with the
    /// ID that this gives.
    func readText(_ name: String, known: String) -> UInt64 {
        let id = nextAnswer
        nextAnswer += 1
        worker.post(.text(id: id, name: name, known: known))
        return id
    }

    /// Looks for the silences of a recording. The answer is the news `library` with the ID that this gives.
    func listen(_ source: TimelineSource, _ query: SilenceQuery) -> UInt64 {
        let id = nextAnswer
        nextAnswer += 1
        worker.post(.listen(id: id, source, query))
        return id
    }

    /// Carries out a verb. Throws if the request is refused at once; otherwise `answer` is called exactly once. `running` is
    /// the name of the running take, which `info` describes if the request names no recording.
    func perform(
        _ verb: LibraryVerb, _ request: Request, running: String?, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        switch verb {
        case .info, .describe:
            guard let name = request.text(.name) ?? running ?? heard() else {
                throw EngineError.usage(tr("nothing is recorded or loaded: name a recording (dicta ls)"))
            }
            ask(about: name, running: running, request, answer)
        case .transcript where request.isLibraryQuestion:
            guard let name = request.text(.name) ?? running ?? heard() else {
                throw EngineError.usage(tr("nothing is recorded or loaded: name a recording (dicta ls)"))
            }
            try checkFolder(request)
            ask(about: name, running: running, request, answer)
        case .cut, .undo, .redo, .complete, .reopen, .move: try edit(request, answer)
        case .ls, .search, .operations, .answers, .answer, .tag, .note, .rename, .copy, .delete, .clean, .verify, .recover,
            .peaks, .silences,
            .analyse,
            .export,
            .render, .flatten, .deliver, .transcribe, .importing, .transcript, .favourite, .quarantine, .relink:
            try question(request, answer)
        }
    }

    /// Asks about a recording: the one that the request names, the running take, or the loaded one.
    private func ask(about name: String, running: String?, _ request: Request, _ answer: @escaping WholeAnswer) {
        let known = request.text(.name) == nil && name != running ? loaded() : nil
        let identity = known?.name == name ? known?.id : nil
        ask(answer) { LibraryOrder.ask(id: $0, request, name: name).ofLoaded($0, name, identity) }
    }

    /// Carries out a request that is not an edit: a question or an operation. `open` is the running take that it is about. Throws
    /// if it is refused at once; otherwise `answer` is called exactly once.
    func question(_ request: Request, open: OpenTake? = nil, _ answer: @escaping WholeAnswer) throws(EngineError) {
        try checkFolder(request)
        let request = settings.map(request.completed) ?? request
        let loaded = loaded()
        // The points of the loop are places in the loaded recording.
        let isInLoop = loaded.map { request.texts(.name).contains($0.name) && $0.loop.isNamed(by: request) } ?? false
        let isOfLoaded = isInLoop || request.verb == .library(.transcribe) && request.texts(.name).isEmpty
        ask { [self] result in
            if case .success = result { noteChange(by: request) }
            // The status has a deleted recording no more once its caller has the answer.
            whenLeft { answer(result) }
        } _: {
            LibraryOrder.ask(id: $0, request, loaded: loaded?.name, loop: loaded?.loop ?? LoopPoints(), open: open)
                .ofLoaded($0, loaded?.name, isOfLoaded ? loaded?.id : nil)
        }
    }

    /// Carries out an edit of the named recording, or of the loaded one if none is named.
    private func edit(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        try checkFolder(request)
        let loaded = loaded()
        let asked = request
        let name = asked.text(.name) ?? loaded?.name
        let isAwaited = awaited().map { $0.name == name || name.flatMap(Identifier.Beginning.init)?.fits($0.id) == true } ?? false
        if let name, isAwaited, [.library(.cut), .library(.undo), .library(.redo), .library(.move)].contains(request.verb) {
            throw .wrongState(tr("\(name) waits for a take that goes into it: stop the take first (dicta stop)"))
        }
        let loop = loaded?.loop ?? LoopPoints()
        // A part that is named by its number has no other places.
        let request = name == loaded?.name && asked.int(.segment) == nil ? asked.filling(loop.places) : asked
        // The points of the loop are places in the loaded recording, by whatever name it is meant.
        let isInLoop = request != asked || name == loaded?.name && loop.isNamed(by: asked)
        let isOfLoaded = asked.text(.name) == nil || isInLoop
        ask { [self] result in
            if case .success(let reply) = result, case .text(let name)? = reply.fields["name"] {
                changes.note(name)
                if case .library(let verb) = request.verb {
                    // A flattening changes no sound, so the playhead stays where it is when one is undone.
                    let turned = [reply.fields["undone"], reply.fields["redone"]]
                    // An edit of the words leaves the timeline alone.
                    if !turned.contains(.text(EditHistory.wording)) {
                        let isSame = turned.contains(.text(EditHistory.flattening))
                        board.tell(.timelineChanged(name: name, by: isSame ? .flatten : verb))
                    }
                }
                if request.verb == .library(.complete) { board.tell(.completed, reply.fields) }
            }
            answer(result)
        } _: {
            LibraryOrder.ask(id: $0, request, loaded: loaded?.name, loop: loop)
                .ofLoaded($0, loaded?.name, isOfLoaded ? loaded?.id : nil)
        }
    }

    /// Throws if the request is about another library.
    private func checkFolder(_ request: Request) throws(EngineError) {
        guard let folder = request.text(.library), folder != library.folder else { return }
        throw EngineError.usage(
            tr("this engine's library is \(library.folder); 'dicta \(request.name)' can open another one"))
    }

    /// Notes that an operation has changed the library.
    private func noteChange(by request: Request) {
        if case .library(let verb) = request.verb, !verb.isChange { return }
        guard !Catalogue.isQuestion(request) else { return }
        changes.note(request.texts(.name).first ?? "")
    }

    /// Goes on with transcriptions that the engine before this one did not finish, once the settings are known.
    private func resume() {
        guard settings != nil, !unfinished.isEmpty else { return }
        for line in unfinished {
            do {
                let request = try Request(line: line)
                guard request.verb == .library(.transcribe) else { continue }
                EngineLog.say(.info, .library, "a transcription goes on: \(PrintableText.line(line))")
                try question(request) { result in
                    guard case .failure(let error) = result else { return }
                    EngineLog.say(.warning, .library, "\(PrintableText.line(line)): \(error)")
                }
            } catch {
                EngineLog.say(.warning, .library, "a transcription does not go on: \(PrintableText.line(line)): \(error)")
            }
        }
        unfinished = []
        worker.post(.resumed)
    }

    /// Makes AAC of a finished take if that was requested when the take began. A failure becomes an event, because no caller
    /// waits.
    private func deliver(_ summary: TakeSummary) {
        guard summary.delivery.isWanted, summary.frames > 0 else { return }
        // A take with problems keeps its original: a person should look at it before anything is deleted.
        let isDiscarding = summary.delivery.isDiscarding && summary.troubles.isEmpty
        do {
            let request = try CommandTable.request(
                .library(.deliver), [.name: .text(summary.name), .discard: .flag(isDiscarding)])
            try question(request) { [unowned self] result in
                switch result {
                case .success(let reply):
                    EngineLog.say(.info, .library, "delivered \(reply.fields["path"]?.description ?? summary.name)")
                case .failure(let error): board.report("\(summary.name): \(error)", of: "deliver")
                }
            }
        } catch {
            board.report("\(summary.name): \(error)", of: "deliver")
        }
    }

    // MARK: Answers

    /// Takes an event of the worker and passes it on as news.
    private func handle(_ event: LibraryEvent) {
        switch event {
        case .answered(let id, let reply): answer(id, .success(reply))
        case .marked(let id, let name, let reply, _):
            changes.note(name)
            board.tell(.library(event))
            return answer(id, .success(reply))
        case .refused(let id, let error): answer(id, .failure(error))
        case .recovered(let words, _): EngineLog.say(.warning, .library, words)
        case .noted(let words): EngineLog.say(.info, .library, words)
        case .forgotten(_, let error), .connectionsForgotten(let error):
            EngineLog.say(.warning, .library, LogText(error))
        case .working(let now): take(now)
        case .ended(let fields):
            ended = fields
            board.tell(.operationEnded, fields)
        case .unfinished(let lines):
            unfinished = lines
            resume()
        case .settled, .rates, .recalled, .opened, .progress, .filesChanged, .drawn, .silent, .spoken: break
        }
        board.tell(.library(event))
    }

    private func answer(_ id: UInt64, _ result: Result<Reply, EngineError>) { answers.removeValue(forKey: id)?(result) }

    // MARK: Quit

    /// Carries out all earlier orders, ends the worker thread, and answers those who asked. Blocks on the disk.
    func quit() {
        worker.post(.quit)
        worker.join()
        // Callers who are not answered now are told that it was not done.
        events.work(for: 500) { event in
            switch event {
            case .answered, .marked, .refused: handle(event)
            default: break
            }
        }
    }
}

/// Counts changes of the library, so that subscribers can be told.
struct LibraryNews {
    /// Number of changes since the engine started.
    private(set) var revision: Int64 = 0
    /// Name of the recording that changed last; empty before the first change.
    private(set) var changed = ""

    /// Notes a change of this recording.
    mutating func note(_ name: String) {
        revision += 1
        changed = name
    }
}
