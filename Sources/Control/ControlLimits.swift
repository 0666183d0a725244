// Room: Control. Any thread; constants.

/// Sizes and patience of the control socket, in one place.
public enum ControlLimits {
    /// Largest packet taken or sent, bytes.
    public static let packet = 128 * 1024
    /// A list is sent in bundles of this size, which every OSC program takes, bytes.
    public static let bundle = 30 * 1024
    /// Packets taken at one go, so that a flood of requests leaves the loop its time.
    public static let packetsATurn = 64
    /// What may wait for a sender that does not read, bytes.
    public static let waitingBytes = 8 * 1024 * 1024
    /// How long a sender may leave its answers unread, nanoseconds.
    public static let waitingTime: UInt64 = 2_000_000_000
    /// Pause between two tries for a sender whose queue is full, milliseconds.
    public static let retry: Int32 = 2
    /// How deep bundles may lie in one another.
    static let bundleDepth = 4
    /// How often a waiting client looks whether the engine is still there, milliseconds.
    static let probe: Int32 = 250
}
