// Any thread; a value.

/// A request that waits for its answer. The engine keeps it as long as the work takes, and answers once.
public struct Ticket: Sendable, Hashable {
    public let sender: Sender
    /// The address the request was sent to; the answer names it.
    public let path: String
    /// When it is to be done, where a bundle said so and that is to come.
    public let due: TimeTag?

    init(sender: Sender, path: String, due: TimeTag? = nil) {
        self.sender = sender
        self.path = path
        self.due = due
    }
}
