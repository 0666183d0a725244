// A message that came over a socket. Any thread; a value.
public import Dictation

/// A message that came over a socket, checked by the command table, with the ticket for its answer.
public struct ReceivedMessage: Sendable {
    /// The ticket, which is answered once.
    public let ticket: Ticket
    /// The request, or the reason why the message is none. The rights of the sender are not checked.
    public let request: Result<Request, Failure>
}
