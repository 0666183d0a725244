// The result of repairing one file. A value; any thread.

/// The findings and repairs of `Recovery` in one file.
public struct RecoveryReport: Sendable, Hashable {
    /// Container as `SegmentInfo` names it; an RF64 is "rf64".
    public var container: String
    /// Frames per second.
    public var rate: Int
    /// Channels in the file.
    public var channels: Int
    /// Length of the repaired file in frames.
    public var frames: Int64
    /// Size of the repaired file in bytes.
    public var bytes: Int64
    /// Bytes cut off the end: a partial frame, or a hole that was never written.
    public var bytesCut: Int64 = 0
    /// Bytes of the cut that were a hole.
    public var holeBytes: Int64 = 0
    /// True if anything in the file was changed.
    public var isChanged = false
}
