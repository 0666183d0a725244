// State of a thread. Made, used and let go of on the thread of its `Worker`, and nowhere else.

/// All that one thread owns, and the work it does with it.
///
/// Not copyable, so that there is one of it: whatever a turn changes is changed in place.
protocol ThreadState: ~Copyable, SendableMetatype {
    associatedtype Message: Sendable
    associatedtype Wake: WakeUp

    /// Carries out one message; all that have come are carried out, in order, before the next turn.
    mutating func obey(_ message: Message)

    /// Does the work that is there now. Gives the sleep until the next turn, which a message or a wake-up ends sooner; nil ends
    /// the thread.
    mutating func turn() -> Wake.Sleep?
}
