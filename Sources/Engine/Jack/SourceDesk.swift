// Sources of the inputs: list, switch, loss and return (R5). Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import System
internal import Threads

/// Watches the sources of the inputs, replaces lost ones for a while, and carries out the verb `source`.
final class SourceDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let connections: ConnectionDesk
    private let settings: SettingsDesk
    private var watch = SourceWatch()
    private var silence = SilenceWatch()
    /// Connections that fed the inputs at the last look.
    private var feeding: Set<PortConnection> = []
    /// Number of ports that could feed the inputs at the last look.
    private var count = 0
    /// Counter of graph changes at the last look, and when they were first seen; looks go on for a while after a change.
    private var changes: (seen: Int, at: Moment) = (-1, Moment.now)
    /// Number of the next question to the worker.
    private var nextID: UInt64 = 1
    /// The exchange for a fallback that is under way or was the last one: its number until it is answered, and its begin. A
    /// connection shows a period after it was made, and one that is refused is not tried at once again.
    private var exchange: (id: UInt64?, since: Moment)?
    /// Callers that wait for the worker, by the number of their question.
    private var switching: [UInt64: (wanted: [PortConnection], answer: WholeAnswer)] = [:]
    private var listing: [UInt64: WholeAnswer] = [:]
    /// Sentence about sources that are lost; nil if none is.
    private var trouble: Message?

    init(_ board: Switchboard, _ jack: JackDesk, _ connections: ConnectionDesk, _ settings: SettingsDesk) {
        self.board = board
        self.jack = jack
        self.connections = connections
        self.settings = settings
    }

    func turn(_ now: Moment) {
        guard let client = jack.client, !jack.isStalled else { return }
        let reading = unsafe MeterReading(client.link.pointee.meterPage)
        let wasSilent = isSilent(client)
        silence.look(peak: max(reading.input.held[0], reading.input.held[1]), at: reading.frame)
        let seen = client.graphChanges &+ client.portChanges &+ client.portsGone
        if seen != changes.seen { changes = (seen, now) }
        // The graph may still have what its notice calls gone.
        guard now.seconds(since: changes.at) < 1 || watch.isPending || isSilent(client) != wasSilent else { return }
        look(client, now)
    }

    var timeout: Int32 { jack.client != nil && (watch.isPending || Moment.now.seconds(since: changes.at) < 1) ? 100 : -1 }

    func hear(_ news: News) {
        switch news {
        case .attached: reset()
        case .detaching:
            reset()
            giveUp(.noServer)
        case .exchanged(let id, let error): exchanged(id, error)
        case .listed(let id, let ports):
            listing.removeValue(forKey: id)?(.success(Reply(fields(of: .sources), items: ports.map(item))))
        case .settings(let keys, _):
            if !keys.isDisjoint(with: [.sourceFallback, .sourceSilence]) { changes.at = Moment.now }
        default: break
        }
    }

    private func reset() {
        (watch, feeding, count, trouble, exchange) = (SourceWatch(), [], 0, nil, nil)
        silence.reset()
        changes.seen = -1
    }

    func status(for authority: Authority) -> Fields {
        ["source_state": .text(watch.state.rawValue)] + (trouble.map { ["source_trouble": .text($0.text)] } ?? [:])
    }

    func fields(of topic: Topic) -> Fields {
        guard topic == .sources else { return [:] }
        return [
            "source_state": .text(watch.state.rawValue), "source_ports": .list(Self.names(feeding)),
            "source_count": .int(Int64(count)),
        ]
    }

    // MARK: Verb

    /// Lists the ports that can feed the inputs, or connects the inputs to others. Throws if the request is refused at once;
    /// otherwise `answer` is called exactly once.
    func perform(_ request: Request, _ answer: @escaping WholeAnswer) throws(EngineError) {
        let client = try jack.answering()
        defer { nextID += 1 }
        guard let pattern = request.text(.pattern) else {
            listing[nextID] = answer
            return jack.post(.list(client, id: nextID))
        }
        let wanted = client.inputConnections(to: pattern)
        guard !wanted.isEmpty || pattern == "none" else {
            throw .refused(
                Failure(
                    .refused, tr("no port that can feed the inputs matches '\(pattern)': 'dicta source' lists those there are")))
        }
        switching[nextID] = (wanted, answer)
        connections.exchangeInputs(for: wanted, client, id: nextID)
    }

    /// Fails all callers: no answer can come any more.
    func giveUp(_ error: EngineError) {
        let waiting = switching.values.map(\.answer) + Array(listing.values)
        (switching, listing) = ([:], [:])
        for answer in waiting { answer(.failure(error)) }
    }

    private func item(_ port: SourcePort) -> Fields {
        func feeds(_ input: String) -> Bool { feeding.contains(PortConnection(port: input, other: port.name)) }
        return [
            "used": .flag(feeds("in_l") || feeds("in_r")), "source": .text(port.pretty), "port": .text(port.name),
            "left": .flag(feeds("in_l")), "right": .flag(feeds("in_r")), "physical": .flag(port.isPhysical),
        ]
    }

    private func exchanged(_ id: UInt64, _ error: JackError?) {
        if exchange?.id == id { exchange?.id = nil }
        changes.at = Moment.now
        guard let (wanted, answer) = switching.removeValue(forKey: id) else { return }
        if let error { return answer(.failure(.jack(error))) }
        EngineLog.say(.info, .jack, "connected inputs to \(plain: wanted.isEmpty ? "nothing" : Self.words(Set(wanted)))")
        answer(.success(Reply(["sources": .list(Self.names(Set(wanted)))])))
    }

    // MARK: Watching

    /// True if all that comes in has been exact silence for as long as the setting says.
    private func isSilent(_ client: JackClient) -> Bool {
        let seconds = settings.current.time(.sourceSilence)?.seconds(rate: client.rate) ?? 10
        return seconds > 0 && Double(silence.frames) >= seconds * Double(client.rate)
    }

    /// Looks at the graph, tells what has changed, and begins or ends a fallback.
    private func look(_ client: JackClient, _ now: Moment) {
        let before = (feeding, watch.state)
        feeding = Set(client.inputConnections)
        count = client.sourceNames.count
        if feeding != before.0 {
            silence.reset(until: unsafe MeterReading(client.link.pointee.meterPage).frame + Int64(2 * client.rate))
        }
        connections.forgetFallback { (before.0.contains($0) && !feeding.contains($0)) || !client.exists($0.other) }
        let owed = connections.connections.kept.filter { $0.port.hasPrefix("in_") }
        watch.look(
            feeding: feeding, owed: owed, fallback: connections.fallback, isSilent: isSilent(client), now: now,
            exists: client.exists)
        tell(before.1)
        guard exchange.map({ $0.id == nil && now.seconds(since: $0.since) > 0.5 }) ?? true else { return }
        // Both ports of a program are back before either is taken back.
        let back = owed.filter { connection in
            client.exists(connection.other) && connections.fallback.contains { $0.port == connection.port }
        }
        if !back.isEmpty {
            exchange = (nextID, now)
            connections.endFallback(for: back, client, id: nextID)
            nextID += 1
        } else if watch.state == .lost {
            replace(watch.bare(feeding), client, now)
        }
    }

    /// Connects the ports of the setting `source-fallback` to inputs that have lost theirs.
    private func replace(_ inputs: [String], _ client: JackClient, _ now: Moment) {
        guard let pattern = settings.current.text(.sourceFallback) else { return }
        // Inputs that follow the desktop's default source get the next one by themselves.
        guard connections.pattern(of: .input) != "default" || client.defaultPorts(.input).isEmpty else { return }
        let wanted = client.inputConnections(to: pattern).filter { inputs.contains($0.port) }
        guard !wanted.isEmpty else { return }
        exchange = (nextID, now)
        connections.useFallback(wanted, client, id: nextID)
        nextID += 1
    }

    /// Logs a new state, and sends an event if sources were lost or are back.
    private func tell(_ before: SourceWatch.State) {
        let state = watch.state
        trouble = words(of: state)
        guard state != before else { return }
        if let trouble { EngineLog.say(.warning, .jack, LogText(plain: trouble.english)) }
        switch (before, state) {
        case (_, .lost) where before != .fallback:
            board.tell(.sourceLost, ["why": .text("gone"), "sources": .list(Set(watch.gone.map(\.other)).sorted())])
        case (_, .silent):
            board.tell(.sourceLost, ["why": .text("silent"), "sources": .list(Self.names(feeding))])
        case (.lost, .connected), (.silent, .connected), (.fallback, .connected):
            EngineLog.say(.info, .jack, "the inputs have their sources again: \(plain: Self.words(feeding))")
            board.tell(.sourceBack, ["sources": .list(Self.names(feeding))])
        default: break
        }
    }

    /// Names of the sources that are gone.
    private var lost: String { Set(watch.gone.map(\.other)).sorted().joined(separator: ", ") }

    /// The sentence about sources in this state; nil if none is lost.
    private func words(of state: SourceWatch.State) -> Message? {
        let (fallback, silent) = (Self.words(connections.fallback), Self.words(feeding))
        return switch state {
        case .connected, .none: nil
        case .lost: "the source \(lost) is gone: 'dicta source' lists others"
        case .fallback: "the source \(lost) is gone: \(fallback) replaces it until it is back"
        case .silent: "\(silent) sends exact silence: look at the device or the program behind it"
        }
    }

    /// Names of the other ports, the left one first, each once.
    private static func names(_ connections: Set<PortConnection>) -> [String] {
        var names: [String] = []
        for connection in connections.sorted(by: { ($0.port, $0.other) < ($1.port, $1.other) })
        where !names.contains(connection.other) {
            names.append(connection.other)
        }
        return names
    }

    private static func words(_ connections: Set<PortConnection>) -> String { names(connections).joined(separator: ", ") }
}
