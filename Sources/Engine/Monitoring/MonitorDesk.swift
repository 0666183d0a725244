// Hearing the inputs at the outputs. Control loop only.
internal import Dictation
internal import JackClient
internal import Realtime
internal import Stretch

/// Off, direct, or through the pitch shifter; ramped, and with its latency told to the graph.
final class MonitorDesk: Desk {
    enum Mode: String { case off, direct, pitch }

    private(set) var mode = Mode.off
    private(set) var cents = 0.0
    private(set) var level = 0.0
    /// Frames from the inputs to the outputs, as long as there is a way.
    private(set) var latency: Int?

    private let jack: JackDesk
    private let worker: Worker<MonitorShifter>
    private let events: Mailbox<MonitorShifter.Event>
    private var nextID: UInt32 = 1
    /// A shifter that is being made, and who waits for it.
    private var waiting: (id: UInt32, answer: Answer)?
    /// Frames of slack and period that the running shifter was begun with.
    private var slack = 0
    private var period = 0

    /// Starts the monitor thread.
    init(_ jack: JackDesk, semaphores: WakeSemaphores, wake: WakeDescriptor) throws(EngineError) {
        self.jack = jack
        let events = Mailbox<MonitorShifter.Event> { wake.wake() }
        self.events = events
        worker = try Worker(name: "dicta-monitor", wake: semaphores.monitor) {
            MonitorShifter(progressWake: semaphores.progress, outbox: events)
        }
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        // A longer period needs more slack.
        if let client = jack.client, mode == .pitch, latency != nil, period != client.bufferSize { restore(client) }
    }

    func hear(_ news: News) {
        switch news {
        case .attached(let time):
            worker.post(.attach(time.client))
            restore(time.client)
        case .detaching:
            giveUp(.noServer)
            worker.post(.detach)
        case .settings(let keys, let now):
            if !keys.isDisjoint(with: [.monitor, .monitorLevel, .monitorPitch]) { apply(now, jack.client) }
        default: break
        }
    }

    func status(for authority: Authority) -> Fields { fields }

    func fields(of topic: Topic) -> Fields { topic == .gains ? fields : [:] }

    /// Carries out the verb `monitor`; `answer` is called once.
    func set(_ request: Request, _ answer: @escaping Answer) throws(EngineError) {
        guard !request.values.isEmpty else {
            answer(.success(fields))
            return
        }
        let client = try jack.graph().client
        let before = (mode, cents)
        mode = request.text(.mode).flatMap(Mode.init) ?? mode
        cents = request.double(.pitch) ?? cents
        level = request.double(.level) ?? level
        if mode == .pitch, before == (mode, cents), latency != nil {
            try tell(client, direct: 0, shifted: Decibel.factor(level), slack: slack)
            answer(.success(fields))
        } else {
            try begin(client, answer)
        }
    }

    /// By the settings: holds from now on, or from when there is a client.
    private func apply(_ settings: Request, _ client: JackClient?) {
        mode = settings.text(.monitor).flatMap(Mode.init) ?? .off
        cents = settings.double(.monitorPitch) ?? 0
        level = settings.double(.monitorLevel) ?? 0
        guard let client else { return }
        do throws(EngineError) { try begin(client, say) } catch { EngineLog.say(error.description) }
    }

    private func say(_ result: Result<Fields, EngineError>) {
        if case .failure(let error) = result { EngineLog.say(error.description) }
    }

    /// For a new client, or a new period: as it was.
    private func restore(_ client: JackClient) {
        guard mode != .off else { return }
        do throws(EngineError) {
            try begin(client, say)
        } catch {
            EngineLog.say(error.description)
        }
    }

    private func begin(_ client: JackClient, _ answer: @escaping Answer) throws(EngineError) {
        giveUp(.forbidden(verb: "monitor", state: "changing", hint: "another change came after it"))
        switch mode {
        case .off, .direct:
            try tell(client, direct: mode == .direct ? Decibel.factor(level) : 0, shifted: 0, slack: 0)
            setLatency(mode == .direct ? 0 : nil, client)
            answer(.success(fields))
        case .pitch:
            try tell(client, direct: 0, shifted: 0, slack: 0)
            latency = nil
            waiting = (nextID, answer)
            worker.post(.begin(id: nextID, cents: cents, engine: .faster))
            nextID &+= 1
        }
    }

    private func handle(_ event: MonitorShifter.Event) {
        if case .detached = event { jack.released() }
        guard let waiting, let client = jack.client else { return }
        switch event {
        case .ready(let id, let latency) where id == waiting.id:
            self.waiting = nil
            period = client.bufferSize
            // A period comes in as another goes out, and the thread has 10 ms to wake up in.
            slack = 2 * period + client.rate / 100
            do throws(EngineError) {
                try tell(client, direct: 0, shifted: Decibel.factor(level), slack: slack)
                setLatency(latency + slack, client)
                waiting.answer(.success(fields))
            } catch {
                waiting.answer(.failure(error))
            }
        case .refused(let id, let error) where id == waiting.id:
            self.waiting = nil
            mode = .off
            setLatency(nil, client)
            waiting.answer(.failure(error))
        case .ready, .refused, .detached: break
        }
    }

    /// Tells the monitor thread to end.
    func quit() { worker.post(.quit) }

    /// Waits for the monitor thread.
    func join() {
        worker.join()
        turn(Moment.now)
    }

    /// Tells who waits for a shifter that none comes.
    func giveUp(_ error: EngineError) {
        waiting?.answer(.failure(error))
        waiting = nil
    }

    private func setLatency(_ frames: Int?, _ client: JackClient) {
        latency = frames
        client.setMonitorLatency(frames)
        jack.post(.latency(client))
    }

    private func tell(_ client: JackClient, direct: Float, shifted: Float, slack: Int) throws(EngineError) {
        try client.send(RealtimeCommand(.monitor, position: Int64(slack), levels: SIMD4(direct, shifted, 0, 0)))
    }

    var fields: Fields {
        [
            "monitor": .text(mode.rawValue), "monitor_pitch_cents": .double(cents),
            "monitor_level_db": .double(max(Decibel.floor, level)),
            "monitor_latency_frames": .int(Int64(latency ?? 0)),
        ]
    }
}
