// Made by the JACK thread, read by the writer thread.

/// Ties the capture ring to JACK's clock: the ring's element `position` was captured at `frame`. One is sent for the first
/// frame and after every gap; between two anchors the ring is gapless, so that any frame's place can be computed.
public struct CaptureAnchor: BitwiseCopyable, Sendable {
    /// Position in the capture ring.
    public var position: Int
    /// Extended JACK frame of the element there.
    public var frame: Int64
    /// Frames that were captured with it, in the same period.
    public var count: Int
    /// Frames before it that JACK never gave us (server xrun, stalled client). Below zero it takes back what the anchor
    /// before it said (see `FrameClock`).
    public var missed: Int64
    /// Frames before it that we had to drop, because the writer was too far behind.
    public var lost: Int64

    @_noLocks @_noAllocation
    public init(position: Int, frame: Int64, count: Int, missed: Int64, lost: Int64) {
        self.position = position
        self.frame = frame
        self.count = count
        self.missed = missed
        self.lost = lost
    }
}
