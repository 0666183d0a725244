// Room: Engine. Made by the control loop; everything but `post` runs on the JACK worker thread.
internal import Dictation
internal import Glibc
internal import JackClient
internal import Realtime
internal import Synchronization

/// Opens, connects and closes JACK clients on a thread of its own: each of these can block on a frozen server, and the
/// control loop must not.
final class JackWorker: @unchecked Sendable {
    enum Message: Sendable {
        /// Try to open until a server is there: soon at first, and every two seconds in the end.
        case open
        case connect(JackClient, JackClient.Side, pattern: String)
        /// Make connections that were there before.
        case patch(JackClient, [Patch])
        /// The way from the inputs to the outputs is another: tell the graph.
        case latency(JackClient)
        /// What JACK's session asked for is done (then the line starts us again), or could not be.
        case answer(JackClient, JackSessionOrder, line: String?)
        case close(JackClient)
        case quit
    }

    enum Event: Sendable {
        /// The client runs; `lockRefused` says what memory the system would not lock.
        case opened(JackClient, lockRefused: String?)
        /// Not now; it is tried again.
        case refused(JackError)
        case connected(JackClient.Side, [String])
        case patched(Patch)
        case connectionRefused(JackError)
        case closed(JackError?)
        case answered(JackSessionOrder, isSaved: Bool, JackError?)
        /// The thread is about to end.
        case ended
    }

    /// How much the rings hold beside the pre-roll: what a disk may be frozen, and a margin.
    static let freezeSeconds = 12

    private let name: String
    /// Used once: a server that comes back knows nothing of it.
    private var sessionID: String?
    private let preRollSeconds: Double
    private let wake = WakeSemaphore()
    private let semaphores: WakeSemaphores
    private let wakeDescriptor: WakeDescriptor
    private let inbox: Mailbox<Message>
    private let outbox: Mailbox<Event>
    private var isWanted = false
    /// Milliseconds to the next try.
    private var pause = JackWorker.firstPause
    private static let firstPause = 50
    private static let longestPause = 2000
    /// Ours to close when nobody else does: the callback runs on its memory.
    private var opened: JackClient?
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
        let wake = wake
        inbox = Mailbox { wake.post() }
    }

    /// Any thread but JACK's.
    func post(_ message: Message) { inbox.post(message) }

    /// The thread's body; returns after `.quit`.
    func run() {
        while !isQuitting {
            wake.wait(milliseconds: isWanted ? pause : 60_000)
            for message in inbox.take() { obey(message) }
            if isWanted { open() }
        }
        if let opened { close(opened) }
        outbox.post(.ended)
    }

    private func obey(_ message: Message) {
        switch message {
        case .open:
            isWanted = true
            pause = JackWorker.firstPause
        case .connect(let client, let side, let pattern):
            // What was there before has been made meanwhile.
            guard !client.isConnected(side) else { return }
            do throws(JackError) {
                let partners = try client.connect(side, to: pattern)
                if !partners.isEmpty { outbox.post(.connected(side, partners)) }
            } catch {
                outbox.post(.connectionRefused(error))
            }
        case .patch(let client, let patches): patch(client, patches)
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
            isWanted = false
        }
    }

    private func patch(_ client: JackClient, _ patches: [Patch]) {
        for patch in patches {
            do throws(JackError) {
                try client.connect(patch)
                outbox.post(.patched(patch))
            } catch {
                outbox.post(.connectionRefused(error))
            }
        }
    }

    private func close(_ client: JackClient) {
        opened = nil
        do throws(JackError) {
            try client.close()
            outbox.post(.closed(nil))
        } catch {
            outbox.post(.closed(error))
        }
    }

    private func open() {
        do throws(JackError) {
            let client = try JackClient(name: name, sessionID: sessionID, wakeDescriptor: wakeDescriptor.descriptor) { rate in
                makeLink(rate: rate)
            }
            isWanted = false
            sessionID = nil
            opened = client
            client.waitForPeriod()
            outbox.post(.opened(client, lockRefused: client.lockRefused))
        } catch {
            pause = min(2 * pause, JackWorker.longestPause)
            outbox.post(.refused(error))
        }
    }

    private func makeLink(rate: Int) -> RealtimeLink {
        let history = Int(max(Recorder.leastHistory, preRollSeconds) * Double(rate))
        return unsafe RealtimeLink(
            captureFrames: history + JackWorker.freezeSeconds * rate, playbackFrames: max(rate * 3 / 2, 8 * 8192),
            writerWake: semaphores.writer.pointer, readerWake: semaphores.reader.pointer,
            monitorWake: semaphores.monitor.pointer, controlWake: semaphores.control.pointer,
            progress: semaphores.progress.pointer)
    }
}
