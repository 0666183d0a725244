// A route through a timeline. A value; any thread.

/// The order in which a timeline is played: straight on, in a loop, or in leaps (cue and review); gaps are skipped. All positions
/// are timeline frames.
public struct Route: Hashable, Sendable {
    /// Plays `a..<b` over and over.
    public struct Loop: Hashable, Sendable {
        /// First frame of the loop.
        public var a: Int64
        /// Frame after the last one of the loop.
        public var b: Int64
        /// True if `a` follows the frame before `b` as it is, without a crossfade: the loop meets itself.
        public var isSeamless: Bool

        /// Makes a loop; it is ignored unless `a` is before `b`.
        public init(a: Int64, b: Int64, isSeamless: Bool = false) {
            self.a = a
            self.b = b
            self.isSeamless = isSeamless
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
    /// Frames that are skipped, such as silences: in order, apart from one another, none of them empty. A scan plays them, and so
    /// does a loop that lies in one of them.
    public var gaps: [Range<Int64>]
    /// True if a route that begins inside a gap plays that gap to its end: the place was asked for.
    public var playsFirstGap: Bool

    /// Makes a route; without arguments it goes straight on.
    public init(loop: Loop? = nil, scan: Scan? = nil, gaps: [Range<Int64>] = [], playsFirstGap: Bool = false) {
        self.loop = loop
        self.scan = scan
        self.gaps = gaps
        self.playsFirstGap = playsFirstGap
    }

    /// The first gap that ends behind a frame; nil behind the last one.
    func gap(endingAfter frame: Int64) -> Range<Int64>? {
        let index = firstGap(endingAfter: frame)
        return gaps.indices.contains(index) ? gaps[index] : nil
    }

    /// End of the last gap that ends at a frame or before it; 0 without one.
    func endOfGap(before frame: Int64) -> Int64 {
        let index = firstGap(endingAfter: frame)
        return index > 0 ? gaps[index - 1].upperBound : 0
    }

    private func firstGap(endingAfter frame: Int64) -> Int {
        var (low, high) = (0, gaps.count)
        while low < high {
            let middle = (low + high) / 2
            if gaps[middle].upperBound > frame { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The route with only what counts of it: a scan without gaps, a loop only with a length, and no gaps around a whole loop.
    var simplified: Route {
        var route = self
        if let loop, loop.a >= loop.b { route.loop = nil }
        if scan != nil { (route.loop, route.gaps) = (nil, []) }
        if let loop = route.loop, let gap = gap(endingAfter: loop.a), gap.lowerBound <= loop.a, gap.upperBound >= loop.b {
            route.gaps = []
        }
        return route
    }
}
