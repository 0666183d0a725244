// A value any thread may hold; no I/O, no C.

extension Segment {
    /// Frames that were due and never came. The file holds silence of the same length, so that the timeline stays true; only of
    /// those that fell between two segments it holds none.
    public struct Gap: Sendable, Hashable {
        public enum Cause: String, Sendable, Hashable {
            /// JACK skipped them: the frame time jumped.
            case missed
            /// They came, and the ring to the disk was full.
            case lost
            /// There was no JACK server, or it stood still: the segment goes on where the one before was cut off. By the clock.
            case away
        }

        /// First silent file frame; of what was away, the first file frame after it.
        public var position: Int64
        public var length: Int64
        public var cause: Cause
        /// How many gaps this one stands for: of more than one it has the first place and the sum of the lengths.
        public var count: Int64 = 1

        public init(position: Int64, length: Int64, cause: Cause) {
            self.position = position
            self.length = length
            self.cause = cause
        }
    }

    /// How many gaps there are, those that stand for several counted as such.
    public var gapCount: Int64 { gaps.reduce(0) { $0.boundedSum($1.count) } }

    /// As many are listed of a take while it runs; a sidecar that has to be shorter lists fewer.
    public static let mostGaps = 4096

    /// Adds one in order of time: one that goes on where the last one ended is part of it, and of too many those that follow each
    /// other become one. Half of them are gone each time, so that this costs next to nothing.
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

    /// At most so many gaps (one of each cause at least), neighbours put together: sums of lengths and counts stay what they were.
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
