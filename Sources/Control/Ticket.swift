// Room: Control. Any thread; a value.

/// A request that waits for its answer. The engine keeps it as long as the work takes, and answers once.
public struct Ticket: Sendable, Hashable {
    public let sender: Sender
    /// The address the request was sent to; the answer names it.
    public let path: String

    init(sender: Sender, path: String) {
        self.sender = sender
        self.path = path
    }
}
