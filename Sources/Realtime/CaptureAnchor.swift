// Ties the capture ring to JACK's clock. Made by the JACK thread, read by the consumer of the ring.

/// Ties the capture ring to JACK's clock: the ring's element `position` was captured at `frame`.
///
/// One anchor is sent for the first frame and after every gap. Between two anchors the ring is gapless, so the position of
/// any frame can be computed. An anchor is always published before the frames it is for.
public struct CaptureAnchor: BitwiseCopyable, Sendable {
    /// Position in the capture ring.
    public var position: Int
    /// Extended JACK frame of the element at `position`.
    public var frame: Int64
    /// Frames captured together with the anchor, in the same period.
    public var count: Int
    /// Frames that JACK never delivered before this anchor (server xrun, stalled client). A negative number takes back frames
    /// that an earlier anchor reported as missed (see `FrameClock`).
    public var missed: Int64
    /// Frames dropped before this anchor because the writer was too far behind: the capture or the anchor ring was full.
    public var lost: Int64

    /// Makes an anchor.
    @_noLocks @_noAllocation
    public init(position: Int, frame: Int64, count: Int, missed: Int64, lost: Int64) {
        self.position = position
        self.frame = frame
        self.count = count
        self.missed = missed
        self.lost = lost
    }
}
