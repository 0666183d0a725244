// A value any thread may hold.

/// The way along the timeline, in its frames: straight on, round and round, or in leaps.
public struct Route: Hashable, Sendable {
    /// Plays `a..<b` over and over.
    public struct Loop: Hashable, Sendable {
        public var a: Int64
        public var b: Int64

        public init(a: Int64, b: Int64) {
            self.a = a
            self.b = b
        }
    }

    /// Cue and review: plays `hold` frames, and then those that begin `step` frames after the beginning of these.
    public struct Scan: Hashable, Sendable {
        /// Negative to go back.
        public var step: Int64
        public var hold: Int64

        public init(step: Int64, hold: Int64) {
            self.step = step
            self.hold = hold
        }
    }

    public var loop: Loop?
    public var scan: Scan?

    public init(loop: Loop? = nil, scan: Scan? = nil) {
        self.loop = loop
        self.scan = scan
    }
}
