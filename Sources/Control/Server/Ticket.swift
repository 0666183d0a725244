// A request that waits for its answer. Any thread; a value.

/// A request that waits for its answer. The engine keeps it while the work lasts, and answers it once.
public struct Ticket: Sendable, Hashable {
    /// The sender that gets the answer.
    public let sender: Sender
    /// The address that the request was sent to; the answer names it.
    public let path: String
    /// The time to act, when a bundle named one in the future; nil for at once.
    public let due: TimeTag?

    init(sender: Sender, path: String, due: TimeTag? = nil) {
        self.sender = sender
        self.path = path
        self.due = due
    }
}
