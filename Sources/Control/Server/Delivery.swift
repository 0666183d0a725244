// The result of an offered packet. Any thread; a value.

/// The result of sending a packet that may be left out.
public enum Delivery: Sendable {
    /// The packet is in the receiver's queue.
    case sent
    /// The queue is full: the receiver reads too slowly.
    case full
    /// No receiver is there.
    case gone
}
