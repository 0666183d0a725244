// Control loop only; a value without a clock or a socket of its own.
public import Dictation

/// Who is sent what, how often and until when.
///
/// Nothing is queued anywhere: what counts is the newest state of a topic, and a subscriber either has seen it or has not.
/// Who does not read, or asks for fewer messages, gets the newest when there is room and it is time.
public struct Subscriptions {
    /// One topic of one subscriber.
    struct Entry {
        let interval: UInt64
        /// Not sent before this moment again.
        var due: UInt64
        /// When to look again without news, at a topic that changes by itself.
        var look: UInt64 = 0
        /// Revision of the topic that was sent last; 0 for none.
        var seen: UInt64 = 0
        /// News that were looked at last.
        var looked: UInt64 = 0
    }

    struct Subscriber {
        var end: UInt64
        var entries: [Topic: Entry] = [:]
    }

    /// What a topic was when it was last looked at, and the packet that says so.
    struct State {
        var fields: Fields
        var revision: UInt64
        var packet: [UInt8]
    }

    var subscribers: [Sender: Subscriber] = [:]
    var states: [Topic: State] = [:]
    /// Counts what may have changed something.
    var news: UInt64 = 0
    var published: UInt64 = 0
    /// Messages that were not sent since the receiver's queue was full; it gets a newer one.
    public internal(set) var skipped = 0

    public init() {}

    public var isEmpty: Bool { subscribers.isEmpty }
    public var count: Int { subscribers.count }

    /// True where that sender has a subscription. Control loop only.
    public func has(_ sender: Sender) -> Bool { subscribers[sender] != nil }

    /// Whether anybody is sent this.
    public func wants(_ topic: Topic) -> Bool { subscribers.values.contains { $0.entries[topic] != nil } }

    /// Begins, changes or renews: these topics at this rate, all of the subscriber's until the lease is over. What was named
    /// is sent anew as a whole, which a renewal uses to heal what UDP has lost.
    public mutating func subscribe(
        _ sender: Sender, to text: String, rate: Double, lease: Double, now: UInt64
    ) throws(ControlError) -> [Topic] {
        let topics = try Topics.named(text)
        guard subscribers[sender] != nil || subscribers.count < ControlLimits.subscribers else { throw .tooManySubscribers }
        var subscriber = subscribers[sender] ?? Subscriber(end: 0)
        subscriber.end = Moment.later(now, by: lease)
        let interval = Moment.later(0, by: 1 / rate)
        for topic in topics { subscriber.entries[topic] = Entry(interval: interval, due: 0) }
        subscribers[sender] = subscriber
        // Looked at in the next turn, whatever was looked at just before.
        published = 0
        news += 1
        return topics
    }

    /// Gives the topics that were sent until now and are not any more.
    public mutating func unsubscribe(_ sender: Sender, from text: String) throws(ControlError) -> [Topic] {
        let topics = try Topics.named(text).filter { subscribers[sender]?.entries[$0] != nil }
        for topic in topics { subscribers[sender]?.entries[topic] = nil }
        if subscribers[sender]?.entries.isEmpty == true { subscribers[sender] = nil }
        return topics
    }

    public mutating func drop(_ senders: Set<Sender>) {
        for sender in senders { subscribers[sender] = nil }
    }

    /// Something happened that may have changed any topic.
    public mutating func noteNews() { news += 1 }
}
