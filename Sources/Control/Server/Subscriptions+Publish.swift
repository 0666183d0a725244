// Control loop only.
public import Dictation

extension Subscriptions {
    /// Sends what has changed to those whose time it is. `read` gives the fields of a topic, asked once at most; `isLive` tells
    /// topics that change without news (meters, a moving position) and how often they are worth a look, in nanoseconds.
    public mutating func publish(
        now: UInt64, isLive: (Topic) -> UInt64?, read: (Topic) -> Fields, send: (Sender, [UInt8]) -> Delivery
    ) throws(ControlError) {
        guard !subscribers.isEmpty, now >= published + ControlLimits.publishPause else { return }
        published = now
        subscribers = subscribers.filter { $0.value.end > now }
        var fresh: Set<Topic> = []
        var gone: Set<Sender> = []
        for (sender, subscriber) in subscribers {
            // In the order of the table, so that a snapshot comes in that order.
            for topic in Topic.allCases {
                guard var entry = subscriber.entries[topic], entry.due <= now else { continue }
                let live = isLive(topic)
                guard live != nil && entry.look <= now || entry.looked != news || entry.seen == 0 else { continue }
                if fresh.insert(topic).inserted { try look(topic, read(topic)) }
                guard let state = states[topic] else { continue }
                entry.looked = news
                let isNews = entry.seen != state.revision
                if isNews {
                    switch send(sender, state.packet) {
                    case .sent: entry.seen = state.revision
                    case .full:
                        skipped += 1
                        entry.looked = 0
                    case .gone: gone.insert(sender)
                    }
                }
                if isNews { entry.due = Self.next(after: now, entry.interval) }
                // What was to be new and is not yet, is so in a moment: a whole interval later half of it would be missed.
                let pause = isNews ? entry.interval : entry.interval / 4
                if let live { entry.look = Self.next(after: now, max(pause, live, ControlLimits.publishPause)) }
                subscribers[sender]?.entries[topic] = entry
                guard !gone.contains(sender) else { break }
            }
        }
        drop(gone)
    }

    /// When `publish` is to be called next, if nothing happens before; nothing when it need not be.
    public func wake(isLive: (Topic) -> UInt64?) -> UInt64? {
        guard !subscribers.isEmpty else { return nil }
        let live = Set(Topic.allCases.filter { isLive($0) != nil })
        var wake: UInt64?
        for subscriber in subscribers.values {
            wake = min(wake ?? .max, subscriber.end)
            for (topic, entry) in subscriber.entries {
                if entry.looked != news || entry.seen == 0 {
                    wake = min(wake ?? .max, entry.due)
                } else if live.contains(topic) {
                    wake = min(wake ?? .max, max(entry.due, entry.look))
                }
            }
        }
        return wake.map { max($0, published + ControlLimits.publishPause) }
    }

    /// On one grid for all, so that those of one rate are served in one turn.
    private static func next(after now: UInt64, _ step: UInt64) -> UInt64 { (now / step + 1) * step }

    private mutating func look(_ topic: Topic, _ fields: Fields) throws(ControlError) {
        guard states[topic]?.fields != fields else { return }
        let message = OSCMessage(topic.address, fields.all.flatMap { [.string($0.key), OSCArgument($0.value)] })
        let revision = (states[topic]?.revision ?? 0) + 1
        states[topic] = State(fields: fields, revision: revision, packet: try message.encode())
    }
}
