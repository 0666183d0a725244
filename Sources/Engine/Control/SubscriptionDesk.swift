// State sent to subscribers. Control loop only.
internal import Control
internal import Dictation
internal import Messages
internal import System

/// Owns the subscriptions and sends each subscriber what is new, at the subscriber's rate.
final class SubscriptionDesk: Desk {
    private let board: Switchboard
    private let jack: JackDesk
    private let recording: RecordingDesk
    private let playing: PlayingDesk
    private let hooks: HookDesk
    private let lock: LockDesk
    private let settings: SettingsDesk
    private var subscriptions = Subscriptions()
    /// Sends packets for this desk. Set once after both desks are made, because the desk of requests needs this one.
    unowned var requests: RequestDesk?

    init(
        _ board: Switchboard, _ jack: JackDesk, _ recording: RecordingDesk, _ playing: PlayingDesk, _ hooks: HookDesk,
        _ lock: LockDesk, _ settings: SettingsDesk
    ) {
        self.board = board
        self.jack = jack
        self.recording = recording
        self.playing = playing
        self.hooks = hooks
        self.lock = lock
        self.settings = settings
    }

    func turn(_ now: Moment) { publish() }

    func hear(_ news: News) {
        subscriptions.noteNews()
        switch news {
        case .event(let event, let fields): tell(event, fields)
        case .settings(let keys, _) where keys.contains(.oscMay):
            subscriptions.takeTexts { settings.permissions.allows(.read, to: $0.authority) }
        default: break
        }
    }

    var timeout: Int32 {
        // The JACK thread wakes no one at a start or end of playback, so the loop looks every 20 ms.
        let watch: Int32 = playing.intended == .playing && subscriptions.wants(.transport) ? 20 : -1
        return [watch, publishTimeout].filter { $0 >= 0 }.min() ?? -1
    }

    func status(for authority: Authority) -> Fields {
        subscriptions.isEmpty ? [:] : ["osc_subscribers": .int(Int64(subscriptions.count))]
    }

    /// True if somebody is subscribed to the topic.
    func wants(_ topic: Topic) -> Bool { subscriptions.wants(topic) }

    /// True if the sender has a subscription.
    func has(_ sender: Sender) -> Bool { subscriptions.has(sender) }

    /// Ends the subscriptions of senders that have disconnected.
    func drop(_ senders: Set<Sender>) { subscriptions.drop(senders) }

    // MARK: Verbs

    /// Carries out a verb for `sender`; the request may name another receiver. Throws `ControlError`.
    func perform(
        _ verb: SubscriptionVerb, _ request: Request, from sender: Sender
    ) throws(ControlError) -> Fields {
        switch verb {
        case .subscribe: try subscribe(request, sender)
        case .unsubscribe: try unsubscribe(request, sender)
        }
    }

    private func subscribe(_ request: Request, _ asker: Sender) throws(ControlError) -> Fields {
        let sender = try receiver(request, asker)
        guard sender.canBeAnswered else {
            throw .badReturn(url: "", why: tr("the sender has no address of its own: name one with --url"))
        }
        let rate = request.double(.rate) ?? 20
        let lease = request.time(.lease)?.seconds(rate: SettingsTable.frameRate) ?? 30
        let topics = try subscriptions.subscribe(
            sender, to: request.texts(.topics).joined(separator: ","), rate: rate, lease: lease, now: Moment.now.nanoseconds,
            asker: asker, mayRead: settings.permissions.allows(.read, to: asker.authority))
        return [
            "topics": .list(topics.map(\.rawValue)), "rate": .double(rate),
            "lease_seconds": .double(lease), "to": .text(sender.description),
        ]
    }

    private func unsubscribe(_ request: Request, _ asker: Sender) throws(ControlError) -> Fields {
        let sender = try receiver(request, asker)
        let topics = try subscriptions.unsubscribe(sender, from: request.texts(.topics).joined(separator: ","))
        return ["topics": .list(topics.map(\.rawValue))]
    }

    /// The receiver that the request names, or the asker itself.
    private func receiver(_ request: Request, _ asker: Sender) throws(ControlError) -> Sender {
        guard let url = request.text(.url), let requests else { return asker }
        return try requests.receiver(at: url, askedBy: asker)
    }

    // MARK: Sending

    /// Sends an event to its subscribers at once. A receiver that reads nothing loses it.
    private func tell(_ event: HookEvent, _ fields: Fields) {
        guard subscriptions.wants(.events), let requests else { return }
        do throws(ControlError) {
            try subscriptions.tell(event, hooks.told(event, fields), now: Moment.now.nanoseconds) { requests.offer($1, to: $0) }
        } catch {
            EngineLog.say(.error, .control, LogText(error))
        }
    }

    /// Sends what is due to each subscriber.
    private func publish() {
        guard !subscriptions.isEmpty, let requests else { return }
        do throws(ControlError) {
            try subscriptions.publish(
                now: Moment.now.nanoseconds, isLive: liveInterval, read: board.fields(of:),
                send: { requests.offer($1, to: $0) })
        } catch {
            EngineLog.say(.error, .control, LogText(error))
        }
    }

    /// Milliseconds until a subscriber is due; -1 if no one is due before there is news.
    private var publishTimeout: Int32 {
        guard let wake = subscriptions.wake(isLive: liveInterval) else { return -1 }
        let now = Moment.now.nanoseconds
        return wake <= now ? 0 : Int32(clamping: (wake - now + 999_999) / 1_000_000)
    }

    /// True while a topic of the cues or the timer changes by itself. Set once by the engine.
    var isTicking: (Topic) -> Bool = { _ in false }

    /// True while a position changes by itself.
    private var isMoving: Bool {
        jack.client != nil && (playing.intended == .playing || playing.state == .playing || recording.state != .idle)
    }

    /// Nanoseconds between two looks at a topic without news; 0 means as often as the subscriber asked. Nil for topics that
    /// change with news only.
    private func liveInterval(_ topic: Topic) -> UInt64? {
        switch topic {
        case .meters, .loudness, .wave: jack.client == nil ? nil : 0
        case .position: isMoving ? 0 : nil
        // A word is soon over, and an editor may change the text while nothing moves.
        case .words: isMoving ? 50_000_000 : 1_000_000_000
        case .transport, .xruns, .disk, .sources, .pedals, .queue, .schedule, .hooks: 1_000_000_000
        case .lock: lock.isHeld ? 100_000_000 : nil
        case .cues, .timer: isTicking(topic) ? 100_000_000 : nil
        case .gains, .rate, .loop, .markers, .operations, .library, .prompts, .questions, .events: nil
        }
    }
}
