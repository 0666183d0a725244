// Gaps: frames that never reached the file. Any thread; a value, no I/O, no C.

extension Segment {
    /// Frames that were due and never came. The file holds silence of the same length, so that the timeline stays true; only
    /// a gap between two segments is not in a file.
    public struct Gap: Sendable, Hashable {
        /// The cause of a gap.
        public enum Cause: String, Sendable, Hashable {
            /// JACK skipped the frames: its frame time jumped.
            case missed
            /// The frames came, but the ring to the disk was full.
            case lost
            /// The JACK server was gone or stood still: the segment continues where the one before was cut off. The length is
            /// measured by the clock.
            case away
        }

        /// First silent frame of the file; for `away`, the first frame of the file after the gap.
        public var position: Int64
        /// Length in frames.
        public var length: Int64
        /// The cause.
        public var cause: Cause
        /// Number of gaps that this one stands for: when more than one, it has the first position and the sum of the lengths.
        public var count: Int64 = 1

        /// Makes a gap that stands for itself.
        public init(position: Int64, length: Int64, cause: Cause) {
            self.position = position
            self.length = length
            self.cause = cause
        }
    }

    /// The number of gaps, including those that others stand for.
    public var gapCount: Int64 { gaps.reduce(0) { $0.boundedSum($1.count) } }

    /// Most gaps listed during a take; a sidecar that must be shorter lists fewer.
    public static let mostGaps = 4096

    /// Adds a gap, in order of time. A gap that continues the last one extends it. When there are too many, neighbours are
    /// merged to half their number, which is rare and costs next to nothing for each gap.
    public static func add(_ gap: Gap, to gaps: inout [Gap]) {
        if let last = gaps.last, last.cause == gap.cause, last.cause != .away, last.count == 1,
            last.position + last.length == gap.position
        {
            gaps[gaps.count - 1].length += gap.length
            return
        }
        gaps.append(gap)
        if gaps.count >= 2 * mostGaps { gaps = merged(gaps, to: mostGaps) }
    }

    /// Merges neighbours to at most `most` gaps, but keeps one of each cause: the sums of lengths and counts stay the same.
    static func merged(_ gaps: [Gap], to most: Int) -> [Gap] {
        guard gaps.count > most else { return gaps }
        let groups = max(1, most / 3)
        let size = (gaps.count + groups - 1) / groups
        var merged: [Gap] = []
        for start in stride(from: 0, to: gaps.count, by: size) {
            var group: [Gap] = []
            for gap in gaps[start..<min(gaps.count, start + size)] {
                if let index = group.firstIndex(where: { $0.cause == gap.cause }) {
                    group[index].length = group[index].length.boundedSum(gap.length)
                    group[index].count = group[index].count.boundedSum(gap.count)
                } else {
                    group.append(gap)
                }
            }
            merged += group
        }
        return merged
    }
}
