// Sends events to subscribers as they happen. One thread at a time.
public import Dictation

extension Subscriptions {
    /// Sends an event once to each subscriber of the topic `events`, whatever rate it asked for. Nothing is kept: a receiver whose
    /// queue is full loses the event. `now` is in nanoseconds of `Moment`. Throws `.unencodable`.
    public mutating func tell(
        _ event: HookEvent, _ fields: Fields, now: UInt64, send: (Sender, [UInt8]) -> Delivery
    ) throws(ControlError) {
        let receivers = subscribers.filter { $0.value.entries[.events] != nil && $0.value.end > now }
        guard !receivers.isEmpty else { return }
        // A list that is too long for a message is left out; the reply of a question has it in parts.
        let short = fields.fitting(bytes: ControlLimits.bundle).fields
        let whole = try EventMessage(event.rawValue, short).message.encode()
        let bare = try EventMessage(event.rawValue, short.withoutTexts).message.encode()
        var gone: Set<Sender> = []
        for (receiver, subscriber) in receivers {
            switch send(receiver, subscriber.mayRead ? whole : bare) {
            case .sent: break
            case .full: skipped += 1
            case .gone: gone.insert(receiver)
            }
        }
        drop(gone)
    }
}
