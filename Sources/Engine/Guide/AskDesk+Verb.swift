// The verb ask, and the topic of questions. Control loop only.
internal import Catalogue
internal import Dictation
internal import Guide
internal import Messages
internal import System
internal import Threads

extension AskDesk {
    /// Carries out the verb. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        switch request.text(.do) ?? (request.text(.sheet) == nil ? "show" : "start") {
        case "start": try start(request, answer)
        case "skip": answer(.success(Reply(try go(.forward))))
        case "repeat": answer(.success(Reply(try go(.again))))
        case "back": answer(.success(Reply(try go(.back))))
        case "stop":
            guard round != nil else { throw noRound }
            answer(.success(Reply(end())))
        case "status": try status(request, answer)
        case "list": list(answer)
        default: answer(.success(Reply(fields)))
        }
    }

    private var noRound: EngineError {
        .wrongState(tr("No sheet is being asked: 'dicta ask SHEET' begins, and 'dicta ask list' lists the sheets"))
    }

    // MARK: Start

    private func start(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        _ = try jack.graph()
        try recording.checkIdle()
        if let sheet = round?.sheet {
            throw .wrongState(tr("The sheet \(sheet.name) is being asked: 'dicta ask stop' ends it"))
        }
        guard let name = request.text(.sheet) else { throw .usage(tr("ask start: name a sheet; 'dicta ask list' lists them")) }
        find(name, request) { [unowned self] result in
            do throws(EngineError) {
                let (sheet, found) = try result.get()
                try recording.checkIdle()
                guard round == nil else { throw .wrongState(tr("Another sheet is being asked already")) }
                let begun = try begin(sheet, found)
                if request.flag(.wait), round != nil { waiting.append(answer) } else { answer(.success(Reply(begun))) }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Begins a round at the first open question.
    private func begin(_ sheet: QuestionSheet, _ found: Reply) throws(EngineError) -> Fields {
        let answered = found.items.compactMap { item -> String? in
            item["answered"] == .flag(true) ? item["question_id"]?.description : nil
        }
        let name = found.fields["recording"]?.description ?? sheet.name
        var new = Round(
            sheet: sheet, name: name, isThere: found.fields["is_there"] == .int(1), answered: Set(answered), index: 0,
            number: nextNumber)
        guard let first = open(after: -1, new) else {
            throw .wrongState(
                tr(
                    "every question of \(sheet.name) is answered in \(name): 'dicta ask \(sheet.name.shellWord) --new' begins again,"
                        + " 'dicta answers \(name.shellWord)' shows them"))
        }
        new.index = first
        pausePlayback()
        round = new
        ask()
        return fields
    }

    /// Finds a sheet, and the recording that answers it; `then` is called once.
    private func find(
        _ name: String, _ request: Request, _ then: @escaping (Result<(QuestionSheet, Reply), EngineError>) -> Void
    ) {
        let (own, isNew) = (request.text(.in), request.flag(.new))
        prompts.read { [unowned self] result in
            do throws(EngineError) {
                let known = try result.get()
                guard let sheet = known.catalogue.sheet(name) else {
                    let names = known.catalogue.sheets.map(\.name).joined(separator: ", ")
                    throw .refused(Failure(.notFound, tr("there is no question sheet '\(name.prefix(100))': there are \(names)")))
                }
                let (languages, words) = (prompts.languages, prompts.words(at: .now))
                library.ask { result in
                    then(result.map { (sheet, $0) })
                } _: {
                    .answers(id: $0, sheet: sheet, name: own, isNew: isNew, languages: languages, words: words)
                }
            } catch {
                then(.failure(error))
            }
        }
    }

    // MARK: Other actions

    /// Goes to another question.
    private func go(_ course: Course) throws(EngineError) -> Fields {
        guard let now = round else { throw noRound }
        guard now.course == nil else { throw .wrongState(tr("The answer is being closed: try again in a moment")) }
        if state == .asking { jump(course) } else { finish(course) }
        return fields
    }

    /// True for a `stop` of the user while a question is spoken, or its answer is awaited: no sound was recorded that the stop
    /// could be for, and it ends the round.
    func stops(_ request: Request) -> Bool {
        guard let round, request.text(.what) != "play" else { return false }
        return state == .asking && recording.state == .idle || state == .listening && round.course == nil
    }

    /// Ends the round: what was said of the answer is kept. Gives the fields of the sheet.
    func end() -> Fields {
        let told = fields
        if state == .listening || state == .answering, round?.course == nil {
            // Without a course the end of the take ends the round.
            do {
                let request = try CommandTable.request(.recording(.stop), [.what: .text("rec")])
                try recording.perform(.stop, request, isRead: false) { _ in }
            } catch {
                close()
            }
        } else {
            close()
        }
        return told
    }

    /// Answers with the sums and the questions of a sheet, or of the one that is being asked.
    private func status(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        guard let name = request.text(.sheet) ?? round?.sheet.name else {
            throw .usage(tr("ask status: name a sheet; 'dicta ask list' lists them"))
        }
        find(name, request) { result in
            answer(
                result.map { _, found in
                    Reply(Fields(found.fields.all.filter { !["recording", "is_there"].contains($0.key) }), items: found.items)
                })
        }
    }

    /// Lists the sheets.
    private func list(_ answer: @escaping WholeAnswer) {
        prompts.read { [unowned self] result in
            answer(
                result.map { [unowned self] known in
                    Reply(
                        prompts.problems(known),
                        items: known.catalogue.sheets.map { sheet in
                            [
                                "sheet": .text(sheet.name), "questions": .int(Int64(sheet.questions.count)),
                                "required": .int(Int64(sheet.questions.count { $0.place?.isRequired == true })),
                                "first": .text(sheet.questions.first.map { prompts.make($0, .dynamic, at: .now).text } ?? ""),
                            ]
                        })
                })
        }
    }

    // MARK: Fields

    /// Fields of the round as it is now.
    var fields: Fields {
        let questions = round?.sheet.questions ?? []
        let answered = questions.count { round?.answered.contains($0.id) == true }
        let percent = questions.isEmpty ? 0 : Double(answered) * 100 / Double(questions.count)
        return [
            "question_state": .text(state.rawValue), "question_sheet": .text(round?.sheet.name ?? ""),
            "question_id": .text(round?.item.id ?? ""), "question_text": .text(round?.text ?? ""),
            "question_hint": .text(round?.hint ?? ""), "question_number": .int(round.map { Int64($0.index + 1) } ?? 0),
            "question_count": .int(Int64(questions.count)), "question_answered": .int(Int64(answered)),
            "question_required_left": .int(Int64(round?.requiredLeft ?? 0)), "question_percent": .double(percent),
            "question_recording": .text(round?.name ?? ""), "question_revision": .int(revision),
        ]
    }

    func fields(of topic: Topic) -> Fields { topic == .questions ? fields : [:] }

    func status(for authority: Authority) -> Fields { round == nil ? [:] : fields }
}
