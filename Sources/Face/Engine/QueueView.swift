// The queue of recordings. Any thread; a value.
internal import Dictation
internal import Messages

/// Fields of the topic `queue`.
struct QueueView: Sendable, Equatable {
    /// Count of recordings; 0 without a queue.
    var count: Int64 = 0
    /// Number of the current one; 0 for none.
    var number: Int64 = 0
    /// Name of the next one; empty at the end.
    var next = ""
    /// True for an order by chance.
    var isShuffled = false
    /// True if the first one follows the last one.
    var repeats = false
    /// A count of the queue's changes.
    var revision: Int64 = 0

    init() {}

    init(_ fields: Fields) {
        count = fields.count("queue_count")
        number = fields.count("queue_number")
        next = fields.text("queue_next")
        isShuffled = fields.flag("queue_shuffle")
        repeats = fields.flag("queue_repeat")
        revision = fields.count("queue_revision")
    }

    /// Words for the deck: `queue 2/5, next interview`; empty without a queue.
    var words: String {
        guard count > 0 else { return "" }
        return next.isEmpty ? tr("queue \(number)/\(count)") : tr("queue \(number)/\(count), next \(next)")
    }
}
