// Counters of the control socket. Any thread; a value.

/// Packets accepted, refused and lost at the control socket, since the engine's start.
public struct ControlCounters: Sendable, Equatable {
    /// Packets accepted.
    public internal(set) var received = 0
    /// Packets refused unread: from another user, or too large.
    public internal(set) var refused = 0
    /// Answers without a receiver: the sender has no name, or is gone.
    public internal(set) var unanswerable = 0
    /// Answers discarded because the sender did not read them.
    public internal(set) var dropped = 0
}
