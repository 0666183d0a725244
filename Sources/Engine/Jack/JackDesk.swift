// The JACK client: arrival, stall and loss. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Messages
internal import Realtime
internal import Rings
internal import Synchronization
internal import System
internal import Threads

/// Owns the JACK client and the thread that opens and closes it.
///
/// A lost client is closed after recording, playback, monitoring and the bed have released it: see `released`.
final class JackDesk: Desk {
    let board: Switchboard
    let settings: SettingsDesk
    private let worker: Worker<JackConnector>
    private let events: Mailbox<JackConnector.Event>

    /// The running client; nil without a server.
    private(set) var client: JackClient?
    /// A lost client and the number of threads that still work on it; nil if there is none.
    private var leaving: (client: JackClient, holders: Int)?
    /// When the client came, in nanoseconds of the clock of `Telemetry.wallTime`.
    var attached: UInt64 = 0
    /// True if no period has come for longer than `patience`.
    var isStalled = false
    /// Watches the pace of periods after a stall.
    var catchUp = CatchUp()
    /// True after the event `jack-gone` was sent for a frozen server.
    var isFrozenTold = false
    /// Why there is no running graph, as a sentence; nil if there is one.
    var trouble: String?
    /// The last error on opening a client at a running server; nil with a client or without a server.
    private(set) var refusal: JackError?
    /// The last refusal of a connection; nil once a side was connected.
    private var refusedConnection: JackError?
    /// Why the system would not lock the client's memory; nil if it did.
    private(set) var lockRefused: String?
    /// Why the setting `jack-command` started no server, as a sentence; nil if it did, or once any server has come.
    private(set) var commandTrouble: String?
    /// True after the log has said that no server runs.
    private var isWaitingSaid = false
    /// True after the first try to reach a server has ended.
    private(set) var hasTried = false
    /// Sum of `JackCounters` when the event `xrun` was last sent, and the time of that.
    private var troublesTold: (count: Int64, at: Moment) = (0, Moment.now)

    /// Starts the worker thread, which does nothing before `start`. Throws `EngineError.system` if the system refuses a thread.
    init(
        _ board: Switchboard, _ settings: SettingsDesk, _ options: EngineOptions, semaphores: WakeSemaphores, wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.settings = settings
        commandTrouble = options.jackTrouble
        (worker, events) = try Worker.reporting(to: wake, name: "dicta-jack", wake: WakeSemaphore()) {
            JackConnector(
                name: options.clientName, sessionID: options.sessionID, preRollSeconds: options.preRollSeconds,
                semaphores: semaphores, wakeDescriptor: wake, outbox: $0)
        }
    }

    /// Starts to look for a server.
    func start() { worker.post(.open) }

    /// Sends the worker a message about work that may block.
    func post(_ order: JackConnector.Order) { worker.post(order) }

    /// The graph's time; nil without a client.
    var time: GraphTime? { client.map { GraphTime(client: $0) } }

    /// The graph's time, for a command that the next periods carry out. Throws without a client, and while no periods come.
    func graph() throws(EngineError) -> GraphTime {
        guard let time else { throw EngineError.noServer }
        if let standstill { throw standstill }
        return time
    }

    /// Sample rate of the server in Hz; without a server, the rate that limits and standard values assume.
    var rate: Int { client?.rate ?? SettingsTable.frameRate }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        guard let client, let time else { return }
        while let event = unsafe client.link.pointee.takeEvent() { board.tell(.realtime(event, time)) }
        watchPulse(client, time)
        if client.isShutDown || client.serverRate != client.rate || isStalled && (client.isThrownOut || client.isServerEnded) {
            letGo(client, time)
        } else {
            tellTroubles(client, now)
        }
    }

    var timeout: Int32 { pulseTimeout }

    // MARK: Events of the worker

    private func handle(_ event: JackConnector.Event) {
        hasTried = true
        switch event {
        case .opened(let client, let lockRefused): attach(client, lockRefused)
        case .refused(.noServer(let server)): sayWaiting(for: server)
        case .refused(let error):
            // Logged once, although the worker tries again every two seconds at the latest.
            guard refusal != error else { return }
            refusal = error
            trouble = error.description
            say(error)
        case .connected(let client, let side, let partners):
            board.tell(.connected(side, partners, client))
            guard !partners.isEmpty else { return }
            refusedConnection = nil
            EngineLog.say(.info, .jack, "connected \(plain: side.rawValue) to \(plain: partners.joined(separator: ", "))")
        case .exchanged(let id, let error):
            if let error { say(error) }
            board.tell(.exchanged(id, error))
        case .listed(let id, let ports): board.tell(.listed(id, ports))
        case .restored(let connection):
            EngineLog.say(.info, .jack, "connected \(plain: connection.port) to \(plain: connection.other) again")
        case .connectionRefused(let error):
            // Logged once: a side that follows the default device is tried again and again.
            guard refusedConnection != error else { return }
            refusedConnection = error
            say(error)
        case .closed(let error):
            if let error { say(error) }
            leaving = nil
            // Another server may be there already.
            if !board.isQuitting { worker.post(.open) }
        case .answered(let order, let isSaved, let error): board.tell(.sessionAnswered(order, isSaved: isSaved, error))
        }
    }

    /// Logs once that no server runs: the worker keeps trying, and `status` shows it.
    private func sayWaiting(for server: String) {
        if refusal != nil { trouble = nil }
        refusal = nil
        guard !isWaitingSaid else { return }
        isWaitingSaid = true
        EngineLog.say(.warning, .jack, "no JACK server '\(plain: server)' runs; waiting for it")
    }

    /// Logs an error with libjack's first message about it.
    private func say(_ error: JackError) {
        let details = JackMessages.take()
        guard let first = details.first else { return EngineLog.say(.warning, .jack, LogText(error)) }
        // A server that goes away makes libjack print a dozen messages. The first is the cause; the rest follows from it.
        let more = details.count > 1 ? ", and \(details.count - 1) more" : ""
        EngineLog.say(.warning, .jack, "\(error) [libjack: \(plain: first.prefix(120))\(plain: more)]")
    }

    /// Takes a new client and tells all desks.
    private func attach(_ client: JackClient, _ lockRefused: String?) {
        isWaitingSaid = false
        trouble = nil
        commandTrouble = nil
        refusal = nil
        attached = Clock.sinceBoot.nanoseconds
        self.client = client
        self.lockRefused = lockRefused
        troublesTold.count = 0
        EngineLog.say(
            .info, .jack,
            "JACK client '\(plain: client.name)' at \(client.rate) Hz, \(client.bufferSize) frames a period")
        // Asked for once more: the log is made in English, and the words of the event are the user's.
        if let lockRefused { EngineLog.say(.warning, .jack, LogText(plain: client.lockRefused ?? lockRefused)) }
        if let words = realtimeRefused { EngineLog.say(.warning, .jack, LogText(plain: words.english)) }
        board.tell(.jackBack, ["client": .text(client.name), "rate": .int(Int64(client.rate))])
        board.tell(.attached(GraphTime(client: client)))
    }

    /// Gives up a client whose server has gone, has thrown it out, or runs at another rate. The take is closed, and all desks
    /// wait for the server to return.
    private func letGo(_ client: JackClient, _ time: GraphTime) {
        let reason = JackDesk.whyGone(client)
        let why = reason?.text ?? client.shutdownWords
        EngineLog.say(.warning, .jack, "\(plain: reason?.english ?? why); waiting for it")
        isStalled = false
        trouble = why
        if !isFrozenTold { board.tell(.jackGone, ["client": .text(client.name), "why": .text(why)]) }
        isFrozenTold = false
        self.client = nil
        leaving = (client, 4)
        board.tell(.detaching(time))
    }

    /// Why the client was lost, as a sentence; nil if the server has given its own words.
    private static func whyGone(_ client: JackClient) -> Message? {
        if client.isThrownOut { return "PipeWire threw the client out" }
        guard client.isShutDown || client.isServerEnded else { return "the JACK server changed its rate" }
        return client.shutdownWords.isEmpty ? "the JACK server is gone" : nil
    }

    /// Counts a thread (writer, reader, monitor, bed) that has released the lost client; the last one has the client closed.
    func released() {
        guard let (client, holders) = leaving else { return }
        leaving = (client, holders - 1)
        if holders == 1 { worker.post(.close(client)) }
    }

    /// Sends the event `xrun` when counters have grown, at most once in two seconds.
    private func tellTroubles(_ client: JackClient, _ now: Moment) {
        let counters = JackCounters(client)
        guard counters.sum > troublesTold.count, now.seconds(since: troublesTold.at) > 2 else { return }
        troublesTold = (counters.sum, now)
        board.tell(.xrun, counters.fields)
    }

    // MARK: Quit

    /// Closes the client. Waits `patience` seconds at most: a frozen server must not keep the process from ending.
    func quit(patience: Double) {
        if let client { worker.post(.close(client)) }
        worker.post(.quit)
        _ = worker.join(within: patience)
    }
}
