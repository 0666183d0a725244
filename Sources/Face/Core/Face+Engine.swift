// Messages and answers of the engine. Any thread; no I/O.
internal import Dictation
internal import Drawing

extension Face {
    /// The topics of the screen, with messages a second. An engine may lack some of them.
    private static let topics: [(name: String, rate: Double)] = [
        ("transport", 20), ("position", 30), ("meters", 30), ("wave", 30), ("gains", 5), ("rate", 10), ("loop", 10),
        ("markers", 5), ("operations", 4), ("library", 2), ("xruns", 2), ("disk", 1), ("lock", 10), ("sources", 2), ("queue", 4),
        ("schedule", 2), ("pedals", 2), ("cues", 10), ("timer", 10), ("events", 30),
        ("prompts", 5), ("questions", 10),
    ]

    /// Takes a change of the connection.
    mutating func take(_ link: LinkState, _ now: Double) {
        let wasConnected = view.isConnected
        view.link = link
        guard view.isConnected != wasConnected || !view.isConnected else { return }
        outbox.forget()
        _ = scan.release()
        view.forget()
        guard view.isConnected else { return }
        note = nil
        follow()
        for purpose in [Owner.Purpose.status, .settings, .marks] { refresh(purpose) }
    }

    /// Follows the topics that the screen shows: the words only once their page is there, since they cost the engine two looks at
    /// files a second.
    mutating func follow() {
        var wanted: [Topic: Double] = pages[.transcript] == nil ? [:] : [.words: 10]
        for (name, rate) in Self.topics {
            if let topic = Topic(rawValue: name) { wanted[topic] = rate }
        }
        followed = wanted
        outbox.commands.append(.follow(wanted))
    }

    /// Takes the state of a topic, and asks for what no topic tells.
    mutating func take(_ topic: String, _ fields: Fields, _ now: Double) {
        let before = view
        view.take(topic, fields, at: now)
        switch topic {
        case "transport":
            let (old, new) = (before.transport, view.transport)
            guard old != new else { return }
            refresh(.status)
            if old.recordName != new.recordName || old.playName != new.playName { refresh(.marks) }
        case "markers":
            if markerNews != fields { refresh(.marks) }
            markerNews = fields
        case "library": recheck()
        case "sources":
            guard before.sources != view.sources else { return }
            refresh(.status)
            // The topic has full names only: the names for people are kept on a disk, which the engine reads when it is asked.
            if view.sources.ports.contains(where: { view.sourceNames[$0] == nil }) { refresh(.sources) }
        case "lock":
            // A button that is down begins nothing any more.
            if !before.lock.isLocked, view.lock.isLocked, !scan.isHeld { _ = scan.release() }
            if before.lock.isLocked, !view.lock.isLocked { unlocking = HeldLock() }
        default: break
        }
    }

    /// Asks the engine again, unless an answer is under way that will be as new.
    mutating func refresh(_ purpose: Owner.Purpose) {
        guard view.isConnected else { return }
        switch purpose {
        case .action: break
        case .status: outbox.ask("status", for: .screen(purpose))
        case .settings: outbox.ask("settings --changed", for: .screen(purpose))
        case .marks: outbox.ask("marks", for: .screen(purpose))
        case .sources: outbox.ask("source", for: .screen(purpose))
        }
    }

    /// Asks for the status again while the playback has an error: a load may have ended it, which no topic tells.
    private mutating func recheck() { if !view.playError.isEmpty { refresh(.status) } }

    /// Takes the answer to a request.
    mutating func take(_ answer: Result<Reply, Failure>, of ticket: Int, _ now: Double) {
        guard let owner = outbox.owner(of: ticket) else { return }
        guard case .screen(let purpose) = owner else {
            recheck()
            with(owner, now) { panel, context in panel.answer(ticket, answer, &context) }
            return
        }
        switch (purpose, answer) {
        case (.status, .success(let reply)): view.take(status: reply)
        case (.settings, .success(let reply)): take(settings: reply, now)
        case (.marks, .success(let reply)): view.take(marks: reply)
        case (.sources, .success(let reply)): view.take(sources: reply)
        // Nothing is recorded or loaded: there are no markers.
        case (.marks, .failure): view.take(marks: Reply())
        case (.action, .failure(let failure)):
            note = Note(text: failure.words, role: .error, until: now + Self.noteSeconds)
        case (.action, .success): recheck()
        case (.status, .failure), (.settings, .failure), (.sources, .failure): break
        }
    }

    /// Takes the setting `keys`. A text that is none was refused when it was set, and is named by the engine.
    private mutating func take(settings reply: Reply, _ now: Double) {
        let item = reply.items.first { $0.text("key") == ParameterKey.keys.rawValue }
        do throws(CommandError) {
            keys = try KeyBindings(item?.text("value") ?? "")
        } catch {
            keys = .standard
            note = Note(text: SettingsTable.words(error), role: .error, until: now + Self.noteSeconds)
        }
    }
}
