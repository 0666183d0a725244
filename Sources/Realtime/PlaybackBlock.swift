// Describes a segment of the playback ring. Made by the producer of the ring, used by the JACK thread.

/// Describes a segment of the playback ring: its place in the timeline, the locate that asked for it, and its edition.
public struct PlaybackBlock: BitwiseCopyable, Sendable {
    /// Position in the playback ring of the block's first frame.
    public var position: Int
    /// Number of frames in the ring; may be 0.
    public var count: Int
    /// Timeline frame of the block's first frame; a whole number unless playback is stretched or resampled.
    public var timeline: Double
    /// Timeline frames for each frame of the ring.
    public var step: Double
    /// Number of the locate that the block answers. The JACK thread drops blocks of an older locate.
    public var generation: UInt32
    /// Number of the rendering: a locate, or a change of rate, pitch, loop, cue or review, begins another edition. Blocks of
    /// one edition follow one another; within a locate a `Splice` leads to the next edition.
    public var edition: UInt32
    /// True for the last block of the timeline.
    public var isLast: Bool
    /// True for a block of a recording that follows another one without a gap: its generation begins where the edition leads
    /// into it, without a command.
    public var follows: Bool

    /// Makes a description of a block.
    public init(
        position: Int, count: Int, timeline: Double, step: Double, generation: UInt32, edition: UInt32, isLast: Bool,
        follows: Bool = false
    ) {
        self.position = position
        self.count = count
        self.timeline = timeline
        self.step = step
        self.generation = generation
        self.edition = edition
        self.isLast = isLast
        self.follows = follows
    }
}
