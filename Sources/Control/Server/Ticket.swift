// A request that waits for its answer. Any thread; a value.

/// A request that waits for its answer. The engine keeps it while the work lasts, and answers it once.
public struct Ticket: Sendable, Hashable {
    /// The sender that gets the answer.
    public let sender: Sender
    /// The address that the request was sent to; the answer names it.
    public let path: String
    /// The sender's own number of the request, which the answer has too; nil for none.
    let number: Int32?
    /// The time to act, when a bundle named one in the future; nil for at once.
    public let due: TimeTag?

    init(sender: Sender, path: String, number: Int32? = nil, due: TimeTag? = nil) {
        self.sender = sender
        self.path = path
        self.number = number
        self.due = due
    }
}
