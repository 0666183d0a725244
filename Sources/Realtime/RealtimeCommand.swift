// Made by the control loop, carried out by the JACK thread.

/// What the control loop asks of the JACK thread: trivial, small, and stamped with the frame at which it holds.
public struct RealtimeCommand: BitwiseCopyable, Sendable {
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// Start the playback side; waits (silently) for the first block of the current generation.
        case play
        /// Stop the playback side at exactly this frame, with a short fade of what would have followed.
        case pause
        /// Only blocks of `generation` are wanted from now on; the playhead is `position`.
        case locate
        /// Ramp the output gains to `levels`, see `GainMatrix`.
        case gain
        /// Ramp what is heard of the inputs to `levels`: linear gain of the direct sound, and of the shifted one, which is
        /// `position` frames behind at the ring's far end (a new one begins when that changes from 0).
        case monitor
        /// Whether the player goes with JACK's transport (`levels[0]` above 0), and how many timeline frames are one of the
        /// transport's (`position`, a double's bits).
        case transport
        /// Forget all play, pause and locate commands sent before it whose frame has not come.
        case cancel
        /// Forget the held peaks of both meters.
        case resetPeaks
    }

    public var kind: Kind
    /// Extended JACK frame at which it takes effect; one that is past means the start of the next period.
    public var frame: Int64
    /// Comes back in the `.done` event.
    public var id: UInt32
    public var generation: UInt32
    public var position: Int64
    public var levels: SIMD4<Float>

    /// The frame that means "with the next period".
    public static let atOnce: Int64 = -1

    var isAtOnce: Bool {
        @_noLocks @_noAllocation get { frame < 0 }
    }

    public init(
        _ kind: Kind, at frame: Int64 = RealtimeCommand.atOnce, id: UInt32 = 0, generation: UInt32 = 0,
        position: Int64 = 0, levels: SIMD4<Float> = .zero
    ) {
        self.kind = kind
        self.frame = frame
        self.id = id
        self.generation = generation
        self.position = position
        self.levels = levels
    }
}
