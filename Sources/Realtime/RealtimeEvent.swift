// Made by the JACK thread, read by the control loop.

/// What the JACK thread reports. A full event ring drops events (counted); counters in `RealtimeLink` are the truth.
public struct RealtimeEvent: BitwiseCopyable, Sendable, Equatable {
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// Command `id` took effect at `frame`; for `.play` that is the frame at which the first sample was heard.
        case done
        /// The last frame of the file was heard; `frame` is the one after it.
        case ended
        /// JACK's transport rolls from its frame `id` at `frame`.
        case rolled
        /// The same, and the player goes with it.
        case rolledInStep
        /// It halted at its frame `id`: `frame` is the first that is not of the roll.
        case halted
        /// It stands, and was put to its frame `id`.
        case located
    }

    public var kind: Kind
    public var id: UInt32
    /// Extended JACK frame.
    public var frame: Int64
    /// The locate that was wanted then.
    public var generation: UInt32

    @_noLocks @_noAllocation
    init(_ kind: Kind, frame: Int64, id: UInt32 = 0, generation: UInt32 = 0) {
        self.kind = kind
        self.generation = generation
        self.id = id
        self.frame = frame
    }

    /// Fills the ring's memory before use.
    static let none = RealtimeEvent(.done, frame: 0)
}
