// Control loop; plain numbers.

/// What went on at the control socket, and what was lost there.
public struct ControlCounters: Sendable, Equatable {
    /// Packets taken.
    public internal(set) var received = 0
    /// Packets refused before anything was read: another user's, or too large.
    public internal(set) var refused = 0
    /// Answers that had nowhere to go: the sender has no name, or is gone.
    public internal(set) var unanswerable = 0
    /// Answers thrown away because the sender did not read them.
    public internal(set) var dropped = 0
}
