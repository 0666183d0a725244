// Monitoring: the inputs heard at the outputs. Control loop only.
internal import Dictation
internal import JackClient
internal import Messages
internal import Player
internal import Realtime
internal import Stretch
internal import System
internal import Threads

/// Monitors the inputs directly or through the pitch shifter, or not at all. Changes are ramped, and the graph is told the
/// latency.
final class MonitorDesk: Desk {
    /// Way from the inputs to the outputs.
    enum Mode: String { case off, direct, pitch }

    /// Current way from the inputs to the outputs.
    private(set) var mode = Mode.off
    /// Pitch shift in cents.
    private(set) var cents = 0.0
    /// Level in dB.
    private(set) var level = 0.0
    /// Frames from the inputs to the outputs; nil while no sound takes that way.
    private(set) var latency: Int?

    private let jack: JackDesk
    private let worker: Worker<MonitorShifter>
    private let events: Mailbox<MonitorShifter.Event>
    /// Number of the next shifter.
    private var nextID: UInt32 = 1
    /// Number of the shifter that is being made, and the caller that waits for it.
    private var waiting: (id: UInt32, answer: Answer)?
    /// Frames of slack with which the running shifter began.
    private var slack = 0
    /// Frames of a period when the running shifter began.
    private var period = 0

    /// Starts the monitor thread. Throws when the thread cannot start.
    init(_ jack: JackDesk, semaphores: WakeSemaphores, wake: WakeDescriptor) throws(EngineError) {
        self.jack = jack
        (worker, events) = try Worker.reporting(to: wake, name: "dicta-monitor", wake: semaphores.monitor) {
            MonitorShifter(outbox: $0)
        }
    }

    func turn(_ now: Moment) {
        for event in events.take() { handle(event) }
        // Another period length needs another slack.
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

    /// Carries out the verb `monitor`; `answer` is called once. Throws without a JACK server.
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

    /// Applies the settings, from now on or from the next client on.
    private func apply(_ settings: Request, _ client: JackClient?) {
        mode = settings.text(.monitor).flatMap(Mode.init) ?? .off
        cents = settings.double(.monitorPitch) ?? 0
        level = settings.double(.monitorLevel) ?? 0
        guard let client else { return }
        do throws(EngineError) { try begin(client, say) } catch { EngineLog.say(.warning, .jack, LogText(error)) }
    }

    /// Sets level in dB and pitch in cents as they were in an earlier run, for the next client. Values that no verb can set are
    /// left out.
    func restore(level: Double, cents: Double) {
        if CommandTable.levelLimits.contains(level) { self.level = level }
        if CommandTable.centLimits.contains(cents) { self.cents = cents }
    }

    /// Logs a failure that no caller waits for.
    private func say(_ result: Result<Fields, EngineError>) {
        if case .failure(let error) = result { EngineLog.say(.warning, .jack, LogText(error)) }
    }

    /// Starts the monitoring again for a new client or a new period length.
    private func restore(_ client: JackClient) {
        guard mode != .off else { return }
        do throws(EngineError) {
            try begin(client, say)
        } catch {
            EngineLog.say(.warning, .jack, LogText(error))
        }
    }

    /// Starts the monitoring as set. A shifter that is still being made is given up.
    private func begin(_ client: JackClient, _ answer: @escaping Answer) throws(EngineError) {
        giveUp(.wrongState(tr("A later change of the monitoring replaced this one")))
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

    /// Handles an event of the monitor thread.
    private func handle(_ event: MonitorShifter.Event) {
        if case .detached = event { jack.released() }
        guard let waiting, let client = jack.client else { return }
        switch event {
        case .ready(let id, let latency) where id == waiting.id:
            self.waiting = nil
            period = client.bufferSize
            // One period comes in while another goes out, and the thread has 10 ms to wake up.
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

    /// Tells the monitor thread to end. Returns at once.
    func quit() { worker.post(.quit) }

    /// Waits for the monitor thread to end and handles its last events. Blocks.
    func join() {
        worker.join()
        turn(Moment.now)
    }

    /// Fails the caller that waits for a shifter.
    func giveUp(_ error: EngineError) {
        waiting?.answer(.failure(error))
        waiting = nil
    }

    /// Sets the latency in frames, and has the graph told of it; nil while no sound goes to the outputs.
    private func setLatency(_ frames: Int?, _ client: JackClient) {
        latency = frames
        client.setMonitorLatency(frames)
        jack.post(.latency(client))
    }

    /// Sends the levels (factors) and the slack in frames to the JACK thread. Throws when too many commands wait.
    private func tell(_ client: JackClient, direct: Float, shifted: Float, slack: Int) throws(EngineError) {
        try client.send(RealtimeCommand(.monitor, position: Int64(slack), levels: SIMD4(direct, shifted, 0, 0)))
    }

    /// Status fields of the monitoring.
    var fields: Fields {
        [
            "monitor": .text(mode.rawValue), "monitor_pitch_cents": .double(cents),
            "monitor_level_db": .double(max(Decibel.floor, level)),
            "monitor_latency_frames": .int(Int64(latency ?? 0)),
            "monitor_latency_seconds": .double(Double(latency ?? 0) / Double(max(1, jack.rate))),
        ]
    }
}
