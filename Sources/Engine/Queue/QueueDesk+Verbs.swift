// The verb `queue`, and `play` with several recordings. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Threads

extension QueueDesk {
    /// Plays several recordings: they become the queue once the first of them has been opened. `answer` is called once.
    func play(_ request: Request, by authority: Authority, _ answer: @escaping Answer) throws(EngineError) {
        _ = try jack.graph()
        let named = [request.text(.name)].compactMap(\.self) + request.texts(.more)
        gather(named, request, by: authority) { [self] result in
            do throws(EngineError) {
                let (names, known) = try result.get()
                // Items of the old queue keep their numbers to themselves: one of them may still play.
                var next = queue
                next.clear()
                guard next.add(names, known: known) else { throw Self.tooMany }
                next.repeats = request.flag(.repeat)
                var random = SystemRandomNumberGenerator()
                next.shuffle(request.flag(.shuffle), using: &random)
                guard let first = next.items.first else { throw .wrongState(tr("There is nothing to play: no recording fits")) }
                let time = try jack.graph()
                let frame = try time.effectFrame(request)
                let before = queue
                update { $0 = next }
                let count = next.items.count
                playing.play(first, from: request.place(.from), at: frame) { [self] result in
                    // A first recording that cannot be opened changes nothing.
                    if case .failure = result, queue == next { update { $0 = before } }
                    answer(result.map { $0 + ["queue_count": .int(Int64(count))] })
                }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Carries out the verb `queue`. Throws if the request is refused at once; otherwise `answer` is called once.
    func perform(_ request: Request, by authority: Authority, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let listed: Answer = { [self] result in answer(result.map { _ in list }) }
        switch request.text(.do) {
        case "add":
            gather(request.texts(.name), request, by: authority) { [self] result in
                do throws(EngineError) {
                    let (names, known) = try result.get()
                    guard !names.isEmpty else { throw .usage(tr("queue add: name recordings, a tag or an artist")) }
                    var isAdded = false
                    update { isAdded = $0.add(names, known: known) }
                    guard isAdded else { throw Self.tooMany }
                    setOrder(request)
                    answer(.success(list))
                } catch {
                    answer(.failure(error))
                }
            }
            return
        case "remove":
            let items = try items(of: request)
            update { queue in _ = queue.remove { items.contains($0) } }
        case "move":
            let item = try items(of: request)
            guard item.count == 1, let place = request.int(.place) else {
                throw .usage(tr("queue move: name one recording or number, and the new number with --place"))
            }
            var isMoved = false
            let number = (queue.items.firstIndex(of: item[0]) ?? 0) + 1
            update { isMoved = $0.move(number, to: Int(place)) }
            guard isMoved else {
                let count = queue.items.count
                let words = tr(
                    count, "the queue has \(count) recording, no number \(place)",
                    "the queue has \(count) recordings, no number \(place)")
                throw .refused(Failure(.notFound, words))
            }
        case "clear": update { $0.clear() }
        case "next": return try go(to: queue.next(), tr("There is no next recording in the queue"), listed)
        case "previous": return try go(to: queue.previous, tr("There is no previous recording in the queue"), listed)
        case "play":
            let items = try items(of: request)
            guard items.count == 1 else { throw .usage(tr("queue play: name one recording or number of the queue")) }
            _ = try jack.graph()
            return playing.play(items[0], from: nil, at: RealtimeCommand.atOnce, listed)
        default: break
        }
        setOrder(request)
        answer(.success(list))
    }

    /// Sets shuffle and repeat, as far as they are given.
    private func setOrder(_ request: Request) {
        if let word = request.text(.repeat) { update { $0.repeats = word == "on" } }
        if let word = request.text(.shuffle) {
            var random = SystemRandomNumberGenerator()
            update { $0.shuffle(word == "on", using: &random) }
        }
    }

    /// Goes to an item: plays it if something plays, and otherwise loads it.
    private func go(to item: PlayQueue.Item?, _ refusal: String, _ answer: @escaping Answer) throws(EngineError) {
        guard let item else { throw .wrongState(refusal) }
        _ = try jack.graph()
        if playing.isUnderWay {
            playing.play(item, from: nil, at: RealtimeCommand.atOnce, answer)
        } else {
            playing.load(item, answer)
        }
    }

    /// The items that a request names by number or name. Throws if one is not in the queue, and for none.
    private func items(of request: Request) throws(EngineError) -> [PlayQueue.Item] {
        let texts = request.texts(.name)
        guard !texts.isEmpty else {
            let action = request.text(.do) ?? ""
            throw .usage(tr("queue \(action): name recordings or numbers of the queue"))
        }
        var items: [PlayQueue.Item] = []
        for text in texts {
            guard let item = Int(text).flatMap({ queue.item(number: $0) }) ?? queue.item(named: text) else {
                throw .refused(Failure(.notFound, tr("'\(text)' is not in the queue: 'dicta queue' lists it")))
            }
            items.append(item)
        }
        return items
    }

    // MARK: Names

    /// Names of recordings, and their identities by name as far as they are known.
    private typealias Gathered = (names: [String], known: [String: Identifier])

    /// Gives the recordings that a request names, those with its tag and those of its artist, in this order. A recording that does
    /// not exist is an error.
    private func gather(
        _ names: [String], _ request: Request, by authority: Authority, _ done: @escaping (Result<Gathered, EngineError>) -> Void
    ) {
        check(names[...], by: authority) { [self] checked in
            let named: [String: Identifier]
            switch checked {
            case .failure(let error): return done(.failure(error))
            case .success(let found): named = found
            }
            let (tag, artist) = (request.text(.tag), request.text(.artist))
            guard tag != nil || artist != nil else { return done(.success((names, named))) }
            var values: [ParameterKey: Value] = [.sort: .text("name"), .limit: .int(1_000_000)]
            if let tag { values[.tag] = .text(tag) }
            ask(.library(.ls), values, by: authority) { result in
                done(
                    result.flatMap { reply in
                        let items = reply.items.filter { item in
                            artist.map { item.text("artist")?.lowercased() == $0.lowercased() } ?? true
                        }
                        let found = items.compactMap { $0.text("name") }
                        var known = named
                        for item in items { if let name = item.text("name") { known[name] = item.identity } }
                        guard !found.isEmpty || !names.isEmpty else {
                            let words =
                                tag.map { tag in tr("no recording has the tag '\(tag)'") }
                                ?? artist.map { artist in tr("no recording has the artist '\(artist)'") } ?? ""
                            return .failure(.refused(Failure(.notFound, words)))
                        }
                        return .success((names + found, known))
                    })
            }
        }
    }

    /// Checks that recordings exist, one after another, and gives their identities by name. Paths are checked when they are opened.
    private func check(
        _ names: ArraySlice<String>, known: [String: Identifier] = [:], by authority: Authority,
        _ done: @escaping (Result<[String: Identifier], EngineError>) -> Void
    ) {
        guard let name = names.first(where: { !$0.hasSlash }), let index = names.firstIndex(of: name) else {
            return done(.success(known))
        }
        ask(.library(.info), [.name: .text(name)], by: authority) { [self] result in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(let reply):
                var known = known
                known[name] = reply.fields.identity
                check(names[(index + 1)...], known: known, by: authority, done)
            }
        }
    }

    private func ask(
        _ verb: Verb, _ values: [ParameterKey: Value], by authority: Authority, _ answer: @escaping WholeAnswer
    ) {
        do throws(CommandError) {
            board.perform(try CommandTable.request(verb, values), by: authority, answer)
        } catch {
            answer(.failure(.refused(error.failure)))
        }
    }

    private static let tooMany = EngineError.refused(
        Failure(
            .refused,
            tr(
                PlayQueue.most, "the queue would have more than \(PlayQueue.most) recording",
                "the queue would have more than \(PlayQueue.most) recordings")))
}

extension Fields {
    /// Identity of the recording; nil for a file without one.
    fileprivate var identity: Identifier? { text("id").flatMap { Identifier($0) } }

    /// A text field; nil for none, and for an empty one.
    fileprivate func text(_ key: String) -> String? {
        guard let text = self[key]?.description, !text.isEmpty else { return nil }
        return text
    }
}
