// State of the JACK worker thread: the client and the time of the next try. JACK worker only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Recorder
internal import Synchronization
internal import System
internal import Threads

/// Opens, connects and closes JACK clients on a thread of its own. Each of these can block on a frozen server, and the control
/// loop must not.
struct JackConnector: ThreadState, ~Copyable {
    typealias Wake = WakeSemaphore

    /// Seconds of sound that the rings hold beyond the pre-roll: a disk may freeze for nearly as long.
    static let freezeSeconds = 12

    private let name: String
    /// JACK's ID of the client in a session. Used once: a restarted server does not know it.
    private var sessionID: String?
    private let preRollSeconds: Double
    private let semaphores: WakeSemaphores
    private let wakeDescriptor: WakeDescriptor
    private let outbox: Mailbox<Event>
    private var pause = ReturnPause()
    /// Time of the next try; nil if none is due.
    private var due: Moment?
    /// Milliseconds between the end of the last client and the next try.
    private var wait = 0
    /// Sample rate as the last client's callback saw it, in Hz; libjack may announce another one. Nil after a server has gone.
    private var rate: Int?
    /// The client to close at the end: the process callback runs on its memory.
    private var opened: (client: JackClient, since: Moment)?
    private var isQuitting = false

    init(
        name: String, sessionID: String?, preRollSeconds: Double, semaphores: WakeSemaphores, wakeDescriptor: WakeDescriptor,
        outbox: Mailbox<Event>
    ) {
        self.name = name
        self.sessionID = sessionID
        self.preRollSeconds = preRollSeconds
        self.semaphores = semaphores
        self.wakeDescriptor = wakeDescriptor
        self.outbox = outbox
    }

    mutating func turn() -> Int? {
        if let due, Moment.now.seconds(since: due) >= 0 { open() }
        guard isQuitting else { return due.map { max(0, Int(-Moment.now.seconds(since: $0) * 1000) + 1) } ?? 60_000 }
        if let opened { close(opened.client) }
        return nil
    }

    mutating func obey(_ order: Order) {
        switch order {
        case .open: due = Moment.now.later(milliseconds: wait)
        case .connect(let client, let side, let pattern):
            // Restored connections may have connected this side meanwhile.
            let partners =
                client.isConnected(side)
                ? []
                : attempt { () throws(JackError) in try client.connect(side, to: pattern) }
            outbox.post(.connected(client, side, partners ?? []))
        case .follow(let client, let side, let last):
            let partners = attempt { () throws(JackError) in
                let partners = try client.connect(side, to: "default")
                try client.disconnect(side, from: last.filter { !partners.contains($0) })
                return partners
            }
            outbox.post(.connected(client, side, partners ?? []))
        case .exchange(let client, let id, let new, let old):
            do throws(JackError) {
                try client.exchange(making: new, removing: old)
                outbox.post(.exchanged(id: id, nil))
            } catch {
                outbox.post(.exchanged(id: id, error))
            }
        case .list(let client, let id): outbox.post(.listed(id: id, client.listSources()))
        case .restore(let client, let connections): restore(client, connections)
        case .latency(let client):
            do throws(JackError) {
                try client.recomputeLatencies()
            } catch {
                outbox.post(.connectionRefused(error))
            }
        case .answer(let client, let order, let line):
            do throws(JackError) {
                try client.answer(order, line: line)
                outbox.post(.answered(order, isSaved: line != nil, nil))
            } catch {
                outbox.post(.answered(order, isSaved: line != nil, error))
            }
        case .close(let client): close(client)
        case .quit:
            isQuitting = true
            due = nil
        }
    }

    /// The result of `action`; nil if it failed, after the error is posted.
    private func attempt<Result>(_ action: () throws(JackError) -> Result) -> Result? {
        do throws(JackError) {
            return try action()
        } catch {
            outbox.post(.connectionRefused(error))
            return nil
        }
    }

    /// Makes connections again and posts one event for each.
    private func restore(_ client: JackClient, _ connections: [PortConnection]) {
        for connection in connections {
            do throws(JackError) {
                try client.connect(connection)
                outbox.post(.restored(connection))
            } catch {
                outbox.post(.connectionRefused(error))
            }
        }
    }

    /// Closes a client. May block for long on a frozen server.
    private mutating func close(_ client: JackClient) {
        if let opened { wait = pause.lost(after: Moment.now.seconds(since: opened.since)) }
        opened = nil
        rate = client.isShutDown || client.isServerEnded ? nil : client.serverRate
        do throws(JackError) {
            try client.close()
            outbox.post(.closed(nil))
        } catch {
            outbox.post(.closed(error))
        }
    }

    /// Tries once to open a client. May block.
    private mutating func open() {
        do throws(JackError) {
            var client = try makeClient()
            // The first period has told the true rate. If it differs, a second client is made. A rate that differs
            // once more counts as a running server's change of rate: the client is given up, and the next try comes later.
            if !client.isShutDown, client.serverRate != client.rate {
                rate = client.serverRate
                try client.close()
                client = try makeClient()
            }
            due = nil
            pause.opened()
            sessionID = nil
            opened = (client, Moment.now)
            outbox.post(.opened(client, lockRefused: client.lockRefused))
        } catch {
            due = Moment.now.later(milliseconds: pause.refused())
            if case .noServer = error { rate = nil }
            outbox.post(.refused(error))
        }
    }

    /// Opens a client and waits for its first period.
    private func makeClient() throws(JackError) -> JackClient {
        let client = try JackClient(
            name: name, sessionID: sessionID, rate: rate, wakeDescriptor: wakeDescriptor.descriptor
        ) { rate in
            makeLink(rate: rate)
        }
        client.waitForPeriod()
        return client
    }

    /// Allocates the rings between the process callback and the other threads, for this rate.
    private func makeLink(rate: Int) -> RealtimeLink {
        let history = Int(max(TakeWriter.leastHistory, preRollSeconds) * Double(rate))
        return RealtimeLink(
            captureFrames: history + JackConnector.freezeSeconds * rate, playbackFrames: max(rate * 3 / 2, 8 * 8192),
            bedFrames: max(2 * rate, 8 * 8192),
            writerWake: semaphores.writer.semaphore, readerWake: semaphores.reader.semaphore,
            monitorWake: semaphores.monitor.semaphore, bedWake: semaphores.bed.semaphore,
            controlWake: semaphores.control.semaphore)
    }
}
