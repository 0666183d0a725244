// Room: Realtime. Made by the reader thread, used by the JACK thread.

/// Says what a stretch of the playback ring is: where it lies in the timeline and which locate asked for it.
public struct PlaybackBlock: BitwiseCopyable, Sendable {
    /// Position in the playback ring of its first frame.
    public var position: Int
    public var count: Int
    /// Timeline frame of its first frame.
    public var timeline: Int64
    /// The locate it answers; a block of an older one is stale and dropped by the consumer.
    public var generation: UInt32
    /// Nothing follows: the timeline ends with this block (which may be empty).
    public var isLast: Bool

    public init(position: Int, count: Int, timeline: Int64, generation: UInt32, isLast: Bool) {
        self.position = position
        self.count = count
        self.timeline = timeline
        self.generation = generation
        self.isLast = isLast
    }
}
