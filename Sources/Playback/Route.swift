// A route through a timeline. A value; any thread.

/// The order in which a timeline is played: straight on, in a loop, or in leaps (cue and review). All positions are timeline
/// frames.
public struct Route: Hashable, Sendable {
    /// Plays `a..<b` over and over.
    public struct Loop: Hashable, Sendable {
        /// First frame of the loop.
        public var a: Int64
        /// Frame after the last one of the loop.
        public var b: Int64

        /// Makes a loop; it is ignored unless `a` is before `b`.
        public init(a: Int64, b: Int64) {
            self.a = a
            self.b = b
        }
    }

    /// Cue and review: plays `hold` frames, then leaps to `step` frames after the start of this piece.
    public struct Scan: Hashable, Sendable {
        /// Frames from the start of one piece to the next; negative to go back.
        public var step: Int64
        /// Frames that are played of each piece.
        public var hold: Int64

        /// Makes a scan.
        public init(step: Int64, hold: Int64) {
            self.step = step
            self.hold = hold
        }
    }

    /// The loop, if there is one; a scan takes precedence.
    public var loop: Loop?
    /// The scan, if there is one.
    public var scan: Scan?

    /// Makes a route; without arguments it goes straight on.
    public init(loop: Loop? = nil, scan: Scan? = nil) {
        self.loop = loop
        self.scan = scan
    }
}
