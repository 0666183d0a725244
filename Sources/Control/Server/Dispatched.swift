// Any thread; a value.
public import Dictation

/// What the dispatcher made of a message.
public enum Dispatched: Sendable {
    /// For the engine to do, and to answer.
    case perform(Request, Ticket)
    /// Needs no engine: refused by the table, or answered from it.
    case answered(Ticket, Result<Reply, Failure>)
}
