// Made by the reader thread, used by the JACK thread.

/// Says what a stretch of the playback ring is: where it lies in the timeline, which locate asked for it and in which edition.
public struct PlaybackBlock: BitwiseCopyable, Sendable {
    /// Position in the playback ring of its first frame.
    public var position: Int
    public var count: Int
    /// Timeline frame that its first frame is; a whole number where nothing stretches or resamples.
    public var timeline: Double
    /// Timeline frames for a frame of the ring.
    public var step: Double
    /// The locate it answers; a block of an older one is stale and dropped by the consumer.
    public var generation: UInt32
    /// What a splice leads away from and to: blocks of one edition follow one another, a `Splice` leads to the next.
    public var edition: UInt32
    /// Nothing follows: the timeline ends with this block (which may be empty).
    public var isLast: Bool

    public init(
        position: Int, count: Int, timeline: Double, step: Double, generation: UInt32, edition: UInt32, isLast: Bool
    ) {
        self.position = position
        self.count = count
        self.timeline = timeline
        self.step = step
        self.generation = generation
        self.edition = edition
        self.isLast = isLast
    }
}
