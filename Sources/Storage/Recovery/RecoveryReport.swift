// A value any thread may hold.

/// What `Recovery` found and did.
public struct RecoveryReport: Sendable, Hashable {
    /// As `SegmentInfo` names it; an RF64 is an rf64.
    public var container: String
    /// Frames a second.
    public var rate: Int
    public var channels: Int
    /// In the file as it is now.
    public var frames: Int64
    /// The file's size now.
    public var bytes: Int64
    /// How much was cut off the end: of a frame that was not whole, or of a hole that was never written.
    public var bytesCut: Int64 = 0
    /// How many of these were a hole.
    public var holeBytes: Int64 = 0
    /// Whether anything in the file is different now.
    public var isChanged = false
}
