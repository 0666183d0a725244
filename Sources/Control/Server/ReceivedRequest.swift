// A request that came over a socket. Any thread; a value.
public import Dictation

/// A request that came over a socket, with the ticket for its answer.
public struct ReceivedRequest: Sendable {
    /// The request, checked by the command table; its sender's rights are not checked.
    public let request: Request
    /// The ticket that is answered once.
    public let ticket: Ticket
}
