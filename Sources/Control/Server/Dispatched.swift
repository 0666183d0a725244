// The result of the dispatcher. Any thread; a value.
public import Dictation

/// The result of checking one message by the command table.
public enum Dispatched: Sendable {
    /// A request for the engine to carry out and answer.
    case perform(Request, Ticket)
    /// A complete answer: refused by the table, or answered from it.
    case answered(Ticket, Result<Reply, Failure>)
}
