// The parts of a timeline that come from one take each. Any thread; a value.

extension Timeline {
    /// A part of a timeline that comes from one segment: it ends where another segment begins.
    public struct Stretch: Sendable, Hashable {
        /// The file name of the segment.
        public let segment: String
        /// Frames of the timeline.
        public let range: Range<Int64>
    }

    /// The stretches in the order of playback. A part that was cut out of a segment divides no stretch; another segment that was
    /// inserted does.
    public var stretches: [Stretch] {
        var found: [Stretch] = []
        var start: Int64 = 0
        for span in spans {
            let end = start + span.length
            if let last = found.last, last.segment == span.segment {
                found[found.count - 1] = Stretch(segment: span.segment, range: last.range.lowerBound..<end)
            } else {
                found.append(Stretch(segment: span.segment, range: start..<end))
            }
            start = end
        }
        return found
    }

    /// Frames that are heard of a segment, wherever they are.
    public func length(of segment: String) -> Int64 {
        spans.reduce(0) { $1.segment == segment ? $0.boundedSum($1.length) : $0 }
    }
}
