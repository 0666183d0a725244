// The verb prompt, and takes about a prompt. Control loop only.
internal import Catalogue
internal import Control
internal import Dictation
internal import Guide
internal import Messages
internal import System
internal import Threads

extension PromptDesk {
    /// Carries out the verb. Throws if the request is refused at once; otherwise `answer` is called exactly once.
    func perform(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let action = request.text(.do) ?? "show"
        if request.flag(.inspire), action != "show" {
            throw .usage(tr("prompt: --inspire shows another prompt; leave out '\(action)'"))
        }
        if action == "hide" {
            apply(.hidden(at: Timestamp.now.seconds))
            shown = nil
            return answer(.success(Reply()))
        }
        read { [unowned self] result in
            do throws(EngineError) {
                let known = try result.get()
                switch action {
                case "list": answer(.success(list(request, known)))
                case "favourite": answer(.success(try favour(request, known)))
                default: answer(.success(Reply(fields(try show(request, known)) + problems(known))))
                }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// The prompt that a request shows.
    private func show(_ request: Request, _ known: KnownGuide) throws(EngineError) -> Shown {
        let moment = GuideMoment.now
        if let id = request.text(.id) { return show(try item(id, known), .inspire, at: moment) }
        guard request.flag(.inspire) else {
            guard let shown = choose(known, at: moment) else { throw noPrompt }
            return shown
        }
        var wish = GuideChoice.Wish()
        wish.category = request.text(.category)
        wish.depth = request.text(.depth).flatMap(GuideItem.Depth.init)
        wish.isFavourite = request.flag(.favourites)
        if let category = wish.category, !known.catalogue.categories.contains(category) {
            let names = known.catalogue.categories.joined(separator: ", ")
            throw .refused(Failure(.notFound, tr("no prompt has the category '\(category)': there are \(names)")))
        }
        let choice = GuideChoice(known.catalogue.items(.prompt), known.usage, at: moment)
        guard let item = choice.another(wish, seed: .random(in: 0 ... .max)) else {
            throw wish.isFavourite
                ? .refused(
                    Failure(.notFound, tr("no prompt is a favourite yet: 'dicta prompt favourite' makes the one that stands one"))
                )
                : noPrompt
        }
        return show(item, .inspire, at: moment)
    }

    private var noPrompt: EngineError {
        .refused(
            Failure(.notFound, tr("the catalogue has no prompt: see 'dicta prompt list' and prompts.ndjson beside the settings")))
    }

    private func item(_ id: String, _ known: KnownGuide) throws(EngineError) -> GuideItem {
        guard let item = known.catalogue[id], item.kind != .question else {
            throw .refused(Failure(.notFound, tr("there is no prompt '\(id.prefix(100))': 'dicta prompt list' lists all")))
        }
        return item
    }

    /// Makes a prompt a favourite, or none any more.
    private func favour(_ request: Request, _ known: KnownGuide) throws(EngineError) -> Reply {
        guard let id = request.text(.id) ?? inTake?.item.id ?? shown?.item.id else {
            throw .usage(tr("prompt favourite: no prompt stands; give the id of one ('dicta prompt list')"))
        }
        let item = try item(id, known)
        let isFavourite = !request.flag(.off)
        apply(.favourite(id: id, isFavourite))
        // The topic tells it.
        if let shown { self.shown = shown }
        board.tell(.promptFavourite, eventFields(id, item.category) + ["favourite": .int(isFavourite ? 1 : 0)])
        return Reply(["prompt_id": .text(id), "prompt_favourite": .int(isFavourite ? 1 : 0)])
    }

    /// The list of prompts and affirmations.
    private func list(_ request: Request, _ known: KnownGuide) -> Reply {
        let moment = GuideMoment.now
        let items = (known.catalogue.items(.prompt) + known.catalogue.items(.affirmation)).filter { item in
            (request.text(.category).map { $0 == item.category } ?? true)
                && (request.text(.depth).map { $0 == item.depth?.rawValue } ?? true)
                && (!request.flag(.favourites) || known.usage[item.id].isFavourite)
        }
        return Reply(
            ["count": .int(Int64(items.count))] + problems(known),
            items: items.map { item in
                let use = known.usage[item.id]
                return [
                    "id": .text(item.id), "category": .text(item.category), "depth": .text(item.depth?.rawValue ?? ""),
                    "text": .text(make(item, .dynamic, at: moment).text), "weight": .double(item.weight),
                    "favourite": .flag(use.isFavourite), "uses": .int(use.useCount),
                    "last_shown": .text(use.lastShown.map { Timestamp(seconds: $0).iso8601 } ?? ""),
                    "last_used": .text(use.lastUsed.map { Timestamp(seconds: $0).iso8601 } ?? ""),
                ]
            })
    }

    /// Wrong lines of the user's catalogue as warnings.
    func problems(_ known: KnownGuide) -> Fields {
        guard let first = known.catalogue.problems.first else { return [:] }
        let others = known.catalogue.problemCount - 1
        let more = others > 0 ? "; " + tr("and \(others) more") : ""
        return Fields([]).warning(of: "\(GuideFiles.cataloguePath ?? "prompts.ndjson"): \(first)\(more)")
    }

    // MARK: Takes

    /// Begins a take about the prompt that stands, or a new one; by the setting the prompt is spoken first. `answer` is called
    /// once, with the prompt and what `rec` answers.
    func record(
        _ request: Request, by authority: Authority, from sender: Sender?, _ answer: @escaping WholeAnswer
    ) throws(EngineError) {
        _ = try jack.graph()
        try recording.checkIdle()
        read { [unowned self] result in
            do throws(EngineError) {
                let known = try result.get()
                guard let prompt = choose(known, at: .now) else { throw noPrompt }
                var values = request.values
                values[.prompt] = nil
                values[.promptId] = .text(prompt.item.id)
                let take: Request
                do throws(CommandError) { take = try CommandTable.request(.recording(.rec), values) } catch {
                    throw .refused(error.failure)
                }
                let own: Fields = ["prompt": .text(prompt.item.id), "prompt_text": .text(prompt.text)]
                speak(prompt) { [unowned self] warning in
                    board.perform(take, by: authority, from: sender) { result in
                        answer(
                            result.map { reply in
                                let fields = reply.fields + own
                                return Reply(warning.map { fields.warning(of: $0) } ?? fields, items: reply.items)
                            })
                    }
                }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Speaks a prompt if the settings say so, then calls `then` once, with a warning if nothing was heard.
    private func speak(_ prompt: Shown, _ then: @escaping (String?) -> Void) {
        guard settings.current.text(.promptSpeak) == "on" else { return then(nil) }
        cues.say(prompt.text, language: prompt.language) { error in
            then(error.map { reason in tr("the prompt was not spoken: \(reason)") })
        }
    }
}
