// Report of the process callback. Made by the JACK thread, read by the consumer of the event ring.

/// A report of the process callback. A full event ring drops events and counts them; the counters in `RealtimeLink` are exact.
public struct RealtimeEvent: BitwiseCopyable, Sendable, Equatable {
    /// Kind of event.
    public enum Kind: UInt8, BitwiseCopyable, Sendable {
        /// Command `id` took effect at `frame`. For `.play` that is the frame of the first audible sample.
        case done
        /// Command `id` has no effect: a cancel came before its frame, or a later locate for an earlier frame overtook it.
        case cancelled
        /// The last frame of the timeline was heard; `frame` is the frame after it.
        case ended
        /// JACK's transport began to roll at `frame`; `id` is its transport frame.
        case rolled
        /// JACK's transport began to roll as in `rolled`, and playback follows it.
        case rolledInStep
        /// JACK's transport stopped at transport frame `id`; `frame` is the first frame after the roll.
        case halted
        /// JACK's transport was located to its frame `id` while stopped.
        case located
        /// Shot `id` began to sound at `frame`.
        case cueStarted
        /// Shot `id` is over, was cancelled, or found no free voice. Its samples are not read any more.
        case cueEnded
    }

    /// Kind of the event.
    public var kind: Kind
    /// Number of the command, or a frame of JACK's transport, see `Kind`.
    public var id: UInt32
    /// Extended JACK frame of the event.
    public var frame: Int64
    /// Number of the locate in force at that time.
    public var generation: UInt32

    /// Makes an event.
    @_noLocks @_noAllocation
    init(_ kind: Kind, frame: Int64, id: UInt32 = 0, generation: UInt32 = 0) {
        self.kind = kind
        self.generation = generation
        self.id = id
        self.frame = frame
    }

    /// Event that fills the ring's memory before use.
    static let none = RealtimeEvent(.done, frame: 0)
}
