// The JACK client: how it comes, stands still and goes. Control loop only.
internal import Control
internal import Dictation
internal import JackClient
internal import Realtime
internal import Rings
internal import Synchronization

/// Owns the JACK client and the thread that opens and closes it.
///
/// A client that goes is closed once recording, playing and monitoring have let go of it: see `released`.
final class JackDesk: Desk {
    let board: Switchboard
    let settings: SettingsDesk
    private let worker: Worker<JackConnector>
    private let events: Mailbox<JackConnector.Event>

    /// The running client; nil while no server runs.
    private(set) var client: JackClient?
    /// A client that goes, and how many threads still work on it.
    private var leaving: (client: JackClient, holders: Int)?
    /// When the client came, on the clock of `Telemetry.wallTime`.
    var attached: UInt64 = 0
    /// No period has come for longer than `patience`.
    var isStalled = false
    /// The pace at which periods come after a standstill.
    var catchUp = CatchUp()
    /// The event `jack-gone` was told of a server that stands still.
    var isFrozenTold = false
    /// Why there is no graph, in words.
    var trouble: String?
    /// Why some ports are let go, in words: see `ConnectionDesk`.
    private(set) var heldTrouble: String?
    /// Last refusal of a running server, or ours of it; nil once there is a client, or no server.
    private var refusal: JackError?
    /// Why the system would not lock the client's memory.
    private(set) var lockRefused: String?
    private var isWaitingSaid = false
    /// The first try to reach a JACK server has come to an end.
    private(set) var hasTried = false
    /// Xruns, missed, lost and late frames that the event `xrun` was told of, and when.
    private var troublesTold: (count: Int64, at: Moment) = (0, Moment.now)

    /// Starts the worker thread, which does nothing before `start`.
    init(
        _ board: Switchboard, _ settings: SettingsDesk, _ options: EngineOptions, semaphores: WakeSemaphores, wake: WakeDescriptor
    ) throws(EngineError) {
        self.board = board
        self.settings = settings
        let events = Mailbox<JackConnector.Event> { wake.wake() }
        self.events = events
        worker = try Worker(name: "dicta-jack", wake: WakeSemaphore()) {
            JackConnector(
                name: options.clientName, sessionID: options.sessionID, preRollSeconds: options.preRollSeconds,
                semaphores: semaphores, wakeDescriptor: wake, outbox: events)
        }
    }

    /// Begins to look for a server.
    func start() { worker.post(.open) }

    /// Has the worker do something with the client that may block.
    func post(_ message: JackConnector.Message) { worker.post(message) }

    /// The graph's time; nil while there is no client.
    var time: GraphTime? { client.map { GraphTime(client: $0) } }

    /// The graph's time, or the error that says there is none.
    func graph() throws(EngineError) -> GraphTime {
        guard let time else { throw EngineError.noServer }
        return time
    }

    /// Rate of the server in Hz; that of limits and standard values while there is none.
    var rate: Int { client?.rate ?? SettingsTable.frameRate }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        guard let client, let time else { return }
        while let event = unsafe client.link.pointee.events.pop() { board.tell(.realtime(event, time)) }
        watchPulse(client, time)
        if client.isShutDown || client.serverRate != client.rate || isStalled && (client.isThrownOut || client.isServerEnded) {
            letGo(client, time)
        } else {
            tellTroubles(client, now)
        }
    }

    var timeout: Int32 { pulseTimeout }

    /// Says why some ports are let go, in words; nil where none is.
    func hold(_ trouble: String?) { heldTrouble = trouble }

    // MARK: The worker's events

    private func handle(_ event: JackConnector.Event) {
        hasTried = true
        switch event {
        case .opened(let client, let lockRefused): attach(client, lockRefused)
        case .refused(.noServer(let server)): sayWaiting(for: server)
        case .refused(let error):
            // Said once, though it is tried every two seconds.
            guard refusal != error else { return }
            refusal = error
            trouble = error.description
            say(error)
        case .connected(let side, let partners):
            EngineLog.say("connected \(side.rawValue) to \(partners.joined(separator: ", "))")
        case .restored(let connection): EngineLog.say("connected \(connection.port) to \(connection.other) again")
        case .held(let client, let connections): board.tell(.held(connections, client))
        case .connectionRefused(let error): say(error)
        case .closed(let error):
            if let error { say(error) }
            leaving = nil
            // Another server can be there already.
            if !board.isQuitting { worker.post(.open) }
        case .answered(let order, let isSaved, let error): board.tell(.sessionAnswered(order, isSaved: isSaved, error))
        }
    }

    /// Said once: the worker tries again every second, and status says so too.
    private func sayWaiting(for server: String) {
        if refusal != nil { trouble = nil }
        refusal = nil
        guard !isWaitingSaid else { return }
        isWaitingSaid = true
        EngineLog.say("no JACK server '\(server)' runs; waiting for it")
    }

    private func say(_ error: JackError) {
        let details = JackMessages.take()
        guard let first = details.first else { return EngineLog.say(error.description) }
        // One server that goes away makes libjack say a dozen things; the first is the cause, the rest what came of it.
        let more = details.count > 1 ? ", and \(details.count - 1) more" : ""
        EngineLog.say("\(error.description) [libjack: \(first.prefix(120))\(more)]")
    }

    private func attach(_ client: JackClient, _ lockRefused: String?) {
        isWaitingSaid = false
        trouble = nil
        refusal = nil
        attached = Moment.wallTime
        self.client = client
        self.lockRefused = lockRefused
        troublesTold.count = 0
        EngineLog.say("JACK client '\(client.name)' at \(client.rate) Hz, \(client.bufferSize) frames a period")
        if let lockRefused { EngineLog.say(lockRefused) }
        if let words = realtimeRefused { EngineLog.say(words) }
        board.tell(.jackBack, ["client": .text(client.name), "rate": .int(Int64(client.rate))])
        board.tell(.attached(GraphTime(client: client)))
    }

    /// The server is gone, has thrown us out, or runs at another rate: the take is closed, and all wait for it to come back.
    private func letGo(_ client: JackClient, _ time: GraphTime) {
        let why = JackDesk.whyGone(client)
        EngineLog.say("\(why); waiting for it")
        isStalled = false
        trouble = why
        if !isFrozenTold { board.tell(.jackGone, ["client": .text(client.name), "why": .text(why)]) }
        isFrozenTold = false
        self.client = nil
        leaving = (client, 3)
        board.tell(.detaching(time))
    }

    private static func whyGone(_ client: JackClient) -> String {
        if client.isThrownOut { return "PipeWire threw the client out" }
        guard client.isShutDown || client.isServerEnded else { return "the JACK server changed its rate" }
        let words = client.shutdownWords
        return words.isEmpty ? "the JACK server is gone" : words
    }

    /// Writer, reader or monitor thread has let go of the client; the last of the three has it closed.
    func released() {
        guard let (client, holders) = leaving else { return }
        leaving = (client, holders - 1)
        if holders == 1 { worker.post(.close(client)) }
    }

    /// Tells of xruns and lost frames, once in two seconds at most.
    private func tellTroubles(_ client: JackClient, _ now: Moment) {
        let counters = JackCounters(client)
        guard counters.sum > troublesTold.count, now.seconds(since: troublesTold.at) > 2 else { return }
        troublesTold = (counters.sum, now)
        board.tell(.xrun, counters.fields)
    }

    // MARK: The end

    /// Closes the client. Waits `patience` seconds at most: a frozen server must not keep the process, which then goes without its
    /// leave.
    func quit(patience: Double) {
        if let client { worker.post(.close(client)) }
        worker.post(.quit)
        _ = worker.join(within: patience)
    }
}
