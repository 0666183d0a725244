// A message with its time. Any thread; a value.

/// A message of a packet, with the time of its bundle.
public struct TimedMessage: Sendable, Equatable {
    /// The message.
    public let message: OSCMessage
    /// The time of the bundle; nil for at once.
    public let time: TimeTag?
}
