// Sends changed state to subscribers. One thread at a time.
public import Dictation

extension Subscriptions {
    /// Sends changed topics to the subscribers that are due. `read` gives the fields of a topic, at most once a call.
    /// `isLive` gives the topics that change without news (meters, a moving position), with the pause in nanoseconds between
    /// two looks at one. `now` is in nanoseconds of `Moment`. Throws `.unencodable` or `.tooLarge`.
    public mutating func publish(
        now: UInt64, isLive: (Topic) -> UInt64?, read: (Topic) -> Fields, send: (Sender, [UInt8]) -> Delivery
    ) throws(ControlError) {
        guard !subscribers.isEmpty, now >= published + ControlLimits.publishPause else { return }
        published = now
        subscribers = subscribers.filter { $0.value.end > now }
        var fresh: Set<Topic> = []
        var gone: Set<Sender> = []
        for (sender, subscriber) in subscribers {
            // The order of the table is the order of a snapshot.
            for topic in Topic.states {
                guard var entry = subscriber.entries[topic], entry.due <= now else { continue }
                let live = isLive(topic)
                guard live != nil && entry.look <= now || entry.looked != news || entry.seen == 0 else { continue }
                if fresh.insert(topic).inserted { try look(topic, read(topic)) }
                guard let state = states[topic] else { continue }
                entry.looked = news
                let isNews = entry.seen != state.revision
                if isNews {
                    switch send(sender, subscriber.mayRead ? state.packet : state.bare) {
                    case .sent: entry.seen = state.revision
                    case .full:
                        skipped += 1
                        entry.looked = 0
                    case .gone: gone.insert(sender)
                    }
                }
                if isNews { entry.due = Self.next(after: now, entry.interval) }
                // A live topic that has not changed yet will change soon. A look only after a whole interval would miss
                // half of its changes.
                let pause = isNews ? entry.interval : entry.interval / 4
                if let live { entry.look = Self.next(after: now, max(pause, live, ControlLimits.publishPause)) }
                subscribers[sender]?.entries[topic] = entry
                guard !gone.contains(sender) else { break }
            }
        }
        drop(gone)
    }

    /// The moment at which `publish` is due next, in nanoseconds, when nothing happens before; nil when it need not be called.
    public func wake(isLive: (Topic) -> UInt64?) -> UInt64? {
        guard !subscribers.isEmpty else { return nil }
        let live = Set(Topic.states.filter { isLive($0) != nil })
        var wake: UInt64?
        for subscriber in subscribers.values {
            wake = min(wake ?? .max, subscriber.end)
            for (topic, entry) in subscriber.entries where topic != .events {
                if entry.looked != news || entry.seen == 0 {
                    wake = min(wake ?? .max, entry.due)
                } else if live.contains(topic) {
                    wake = min(wake ?? .max, max(entry.due, entry.look))
                }
            }
        }
        return wake.map { max($0, published + ControlLimits.publishPause) }
    }

    /// The next moment of a grid common to all, so that subscribers of one rate are served in one turn.
    private static func next(after now: UInt64, _ step: UInt64) -> UInt64 { (now / step + 1) * step }

    private mutating func look(_ topic: Topic, _ fields: Fields) throws(ControlError) {
        guard states[topic]?.fields != fields else { return }
        let revision = (states[topic]?.revision ?? 0) + 1
        let (packet, bare) = (try Self.packet(topic, fields), try Self.packet(topic, fields.withEmptyTexts))
        states[topic] = State(fields: fields, revision: revision, packet: packet, bare: bare)
    }

    private static func packet(_ topic: Topic, _ fields: Fields) throws(ControlError) -> [UInt8] {
        try OSCMessage(topic.address, fields.all.flatMap { [.string($0.key), OSCArgument($0.value)] }).encode()
    }
}
