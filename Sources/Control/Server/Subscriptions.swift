// Subscriptions to state. One thread at a time; a value without a clock or a socket of its own.
public import Dictation
import System

/// The subscribers of state: topics, rates and leases.
///
/// Nothing is queued: only the newest state of a topic counts (events have none: see `tell`), and a subscriber has seen it or has not. A slow reader, or one
/// that asks for fewer messages, gets the newest state when its queue has room and its time has come.
public struct Subscriptions {
    /// The subscription of one subscriber to one topic.
    struct Entry {
        let interval: UInt64
        /// Nothing is sent before this moment, in nanoseconds.
        var due: UInt64
        /// The next look at a topic that changes without news, in nanoseconds.
        var look: UInt64 = 0
        /// The revision that was sent last; 0 for none.
        var seen: UInt64 = 0
        /// The count of news at the last look.
        var looked: UInt64 = 0
    }

    struct Subscriber {
        var end: UInt64
        /// The sender of the subscription, which may name another receiver: its rights count, and the share of its host.
        var asker: Sender { didSet { host = asker.host } }
        private(set) var host: Sender
        var entries: [Topic: Entry] = [:]
        /// True if it gets texts of the user and paths of files.
        var mayRead = true

        init(end: UInt64, asker: Sender) { (self.end, self.asker, host) = (end, asker, asker.host) }
    }

    /// The last known state of a topic, and its packet: whole, and for those who get no texts.
    struct State {
        var fields: Fields
        var revision: UInt64
        var packet: [UInt8]
        var bare: [UInt8]
    }

    var subscribers: [Sender: Subscriber] = [:]
    var states: [Topic: State] = [:]
    /// Counts the events that may have changed a topic.
    var news: UInt64 = 0
    var published: UInt64 = 0
    /// Messages left out because the receiver's queue was full. A newer state follows; an event is lost.
    public internal(set) var skipped = 0

    /// Makes an empty list.
    public init() {}

    /// True when nobody is subscribed.
    public var isEmpty: Bool { subscribers.isEmpty }
    /// The number of subscribers.
    public var count: Int { subscribers.count }

    /// True when the sender has a subscription.
    public func has(_ sender: Sender) -> Bool { subscribers[sender] != nil }

    /// True when somebody is subscribed to the topic.
    public func wants(_ topic: Topic) -> Bool { subscribers.values.contains { $0.entries[topic] != nil } }

    /// Begins, changes or renews a subscription: topics by name or pattern, `rate` in messages a second, `lease` in seconds for
    /// all topics of the subscriber. The named topics are sent again as a whole: a renewal makes up for messages lost on UDP.
    /// `asker` is the sender of the subscription, if that is not the receiver. With `mayRead` false, topics with texts are left out,
    /// and the others and events come without theirs. Throws `.noTopic`, `.mayNotRead` if all topics are left out, or
    /// `.tooManySubscribers`.
    public mutating func subscribe(
        _ sender: Sender, to text: String, rate: Double, lease: Double, now: UInt64, asker: Sender? = nil, mayRead: Bool = true
    ) throws(ControlError) -> [Topic] {
        let named = try Topics.named(text)
        let topics = named.filter { mayRead || !$0.isText }
        guard !topics.isEmpty else { throw .mayNotRead(named.map(\.rawValue).joined(separator: ", ")) }
        let asker = asker ?? sender
        if subscribers[sender] == nil, let most = limit(for: asker) { throw .tooManySubscribers(most: most) }
        var subscriber = subscribers[sender] ?? Subscriber(end: 0, asker: asker)
        (subscriber.asker, subscriber.mayRead) = (asker, mayRead)
        if !mayRead { for topic in Topic.allCases where topic.isText { subscriber.entries[topic] = nil } }
        subscriber.end = Moment(nanoseconds: now).later(seconds: lease).nanoseconds
        let interval = Moment(nanoseconds: 0).later(seconds: 1 / rate).nanoseconds
        for topic in topics { subscriber.entries[topic] = Entry(interval: interval, due: 0) }
        subscribers[sender] = subscriber
        // The state is looked at in the next turn, even if the last look was just now.
        published = 0
        news += 1
        return topics
    }

    /// The most subscribers that there may be, if this sender can have no more. The owner has places of their own.
    private func limit(for asker: Sender) -> Int? {
        guard subscribers.count < ControlLimits.subscribers else { return ControlLimits.subscribers }
        guard asker.authority != .owner else { return nil }
        let others = subscribers.values.filter { $0.asker.authority != .owner }
        guard others.count < ControlLimits.subscribersOfSurfaces else { return ControlLimits.subscribersOfSurfaces }
        let host = asker.host
        return others.count { $0.host == host } < ControlLimits.subscribersOfHost ? nil : ControlLimits.subscribersOfHost
    }

    /// Ends the subscription to some topics and gives those that it had. Throws `.noTopic`.
    public mutating func unsubscribe(_ sender: Sender, from text: String) throws(ControlError) -> [Topic] {
        let topics = try Topics.named(text).filter { subscribers[sender]?.entries[$0] != nil }
        for topic in topics { subscribers[sender]?.entries[topic] = nil }
        if subscribers[sender]?.entries.isEmpty == true { subscribers[sender] = nil }
        return topics
    }

    /// Takes texts away from the subscriptions of all senders for which `mayRead` is false.
    public mutating func takeTexts(where mayRead: (Sender) -> Bool) {
        for (sender, subscriber) in subscribers where !mayRead(subscriber.asker) {
            subscribers[sender]?.mayRead = false
            for topic in Topic.allCases where topic.isText { subscribers[sender]?.entries[topic] = nil }
        }
    }

    /// Ends all subscriptions of these senders.
    public mutating func drop(_ senders: Set<Sender>) {
        for sender in senders { subscribers[sender] = nil }
    }

    /// Notes that something happened that may have changed any topic.
    public mutating func noteNews() { news += 1 }
}
