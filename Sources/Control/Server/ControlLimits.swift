// Limits of the control socket. Any thread; constants.

/// Sizes and times of the control socket and of OSC over UDP and TCP.
public enum ControlLimits {
    /// Largest packet accepted or sent, in bytes.
    public static let packet = 128 * 1024
    /// Size of the bundles of a list, in bytes; every OSC program accepts it.
    public static let bundle = 30 * 1024
    /// Messages that one packet may hold: all are answered within one turn of the loop.
    public static let messages = 256
    /// Commands that one address pattern may match.
    public static let matches = 16
    /// Address patterns that one packet may hold: each is compared with all commands.
    static let patterns = 32
    /// Names and patterns of topics that one subscription may give.
    static let topicParts = 64
    /// Packets read from each UDP socket in one turn of the control loop.
    static let datagramsATurn = 64
    /// Messages of the Unix socket after which another sender gets a turn.
    static let ownInARow = 16
    /// Packets without a message, or of other users, that one look for a message takes.
    static let emptyInARow = 8
    /// Longest time for messages in one turn of the control loop, in milliseconds: a flood of them leaves the loop its time.
    public static let turn = 20
    /// Longest time for answers of the library in one turn of the control loop, in milliseconds; one is always sent.
    public static let answers = 5
    /// Unread answers kept, in bytes: for one TCP connection, or for all senders at the Unix socket together.
    public static let waitingBytes = 8 * 1024 * 1024
    /// Longest time for which a receiver at the Unix socket may take none of its unread answers, in nanoseconds.
    public static let waitingTime: UInt64 = 2_000_000_000
    /// Pause between two tries to send to a full queue, in milliseconds.
    public static let retry: Int32 = 2
    /// Longest time that a bundle may be ahead of its time, in seconds.
    public static let farthest = 86_400.0
    /// Messages that may wait for their time, of all senders together.
    public static let waitingMessages = 4096
    /// Those of them that may come from the network.
    public static let waitingOfSurfaces = 3072
    /// Those of them that may come from one host of the network.
    public static let waitingOfHost = 1024
    /// Questions to the library of one host of the network that are not answered.
    public static let questionsOfHost = 32
    /// Questions to the library of all hosts of the network that are not answered.
    public static let questionsOfSurfaces = 128
    /// Commands of one host of the network that wait for a later frame.
    public static let heldOfHost = 24
    /// Commands of all hosts of the network that wait for a later frame.
    public static let heldOfSurfaces = 36
    /// Other requests of one host of the network that are not answered.
    public static let openOfHost = 256
    /// Other requests of all hosts of the network that are not answered.
    public static let openOfSurfaces = 1024
    /// TCP connections open at a time.
    static let connections = 64
    /// Longest time that a new connection may stay open without a whole packet, in nanoseconds.
    static let silence: UInt64 = 60_000_000_000
    /// Quiet time after which a connection without a subscription may make room for a new one, in nanoseconds.
    static let idle: UInt64 = 10_000_000_000
    /// Time for which the rest of a refused packet is read and discarded, in nanoseconds.
    static let draining: UInt64 = 2_000_000_000
    /// Pause between two log lines on peers that were turned away, in nanoseconds.
    static let refusalPause: UInt64 = 60_000_000_000
    /// Unread output at which nothing more is read from a connection, in bytes.
    static let unread = 256 * 1024
    /// Unread output at which state messages are left out, in bytes.
    static let unreadState = 32 * 1024
    /// Longest time that a connection may leave its output unread, in nanoseconds.
    static let stalled: UInt64 = 10_000_000_000
    /// Count of bytes after which no more are read from a connection in one round of reading.
    static let readATurn = 64 * 1024
    /// Largest payload of a UDP packet, in bytes.
    static let datagram = 65_507
    /// Subscribers at a time.
    public static let subscribers = 1024
    /// Subscribers of the network at a time.
    public static let subscribersOfSurfaces = 896
    /// Subscribers of one host of the network at a time.
    public static let subscribersOfHost = 256
    /// Shortest pause between two looks for changed state, in nanoseconds.
    static let publishPause: UInt64 = 5_000_000
    /// Deepest nesting of bundles.
    static let bundleDepth = 4
    /// Longest time that a new engine waits for the lock of one that ends, in nanoseconds. One that has lost its socket makes it anew
    /// within five seconds.
    static let ending: UInt64 = 6_000_000_000
    /// Pause between two checks of a waiting client that the engine lives, in milliseconds.
    public static let probe: Int32 = 250
}
