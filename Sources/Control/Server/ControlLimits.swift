// Any thread; constants.

/// Sizes and patience of the control socket, in one place.
public enum ControlLimits {
    /// Largest packet taken or sent, bytes.
    public static let packet = 128 * 1024
    /// A list is sent in bundles of this size, which every OSC program takes, bytes.
    public static let bundle = 30 * 1024
    /// Messages that one packet may ask for: each is answered within one turn of the loop.
    public static let messages = 256
    /// Commands that the pattern of one message may match.
    public static let matches = 16
    /// Packets taken at one go, so that a flood of requests leaves the loop its time.
    public static let packetsATurn = 64
    /// What may wait for a sender that does not read, bytes.
    public static let waitingBytes = 8 * 1024 * 1024
    /// How long a sender may leave its answers unread, nanoseconds.
    public static let waitingTime: UInt64 = 2_000_000_000
    /// Pause between two tries for a sender whose queue is full, milliseconds.
    public static let retry: Int32 = 2
    /// How far ahead of its time a bundle may come, seconds.
    public static let farthest = 86_400.0
    /// Messages that may wait for their time, of all senders together.
    public static let waitingMessages = 4096
    /// TCP connections at a time.
    static let connections = 64
    /// How long a connection may be open without a whole packet, nanoseconds.
    static let silence: UInt64 = 60_000_000_000
    /// How long a connection without a subscription must have been quiet before a new one may take its place, nanoseconds.
    static let idle: UInt64 = 10_000_000_000
    /// How long the rest of a packet that was refused is taken and thrown away, nanoseconds.
    static let draining: UInt64 = 2_000_000_000
    /// Pause between two lines of the log on peers that were turned away, nanoseconds.
    static let refusalPause: UInt64 = 60_000_000_000
    /// Unread output of a connection at which nothing more is read from it, bytes.
    static let unread = 256 * 1024
    /// Unread output at which state messages are left out, bytes.
    static let unreadState = 32 * 1024
    /// How long a connection may leave its output unread, nanoseconds.
    static let stalled: UInt64 = 10_000_000_000
    /// Taken from a connection at one go, bytes.
    static let readATurn = 64 * 1024
    /// What one UDP packet can hold, bytes.
    static let datagram = 65_507
    /// Who may be sent state at a time.
    public static let subscribers = 1024
    /// Smallest time between two looks at what has changed, nanoseconds.
    static let publishPause: UInt64 = 5_000_000
    /// How deep bundles may lie in one another.
    static let bundleDepth = 4
    /// How often a waiting client looks whether the engine is still there, milliseconds.
    static let probe: Int32 = 250
}
