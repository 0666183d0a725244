// Any thread; a value.

/// A message out of a packet, and when it is to be done.
public struct TimedMessage: Sendable, Equatable {
    public let message: OSCMessage
    /// Nothing for at once.
    public let time: TimeTag?
}
