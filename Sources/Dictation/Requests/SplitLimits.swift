// Limits of the parts that a take is split into. Any thread; constants.

/// The shortest and smallest parts: opening and closing their files takes the disk's time.
public enum SplitLimits {
    /// Shortest length of a part in seconds.
    public static let seconds = 0.5
    /// Smallest file of a part in bytes.
    public static let bytes: Int64 = 1_000_000
}
