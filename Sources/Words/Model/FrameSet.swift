// A set of frames. Any thread; a value, no I/O.

/// A set of frames as ranges that neither touch nor overlap, in order. Adding a range takes time by the number of ranges.
public struct FrameSet: Sendable, Hashable {
    /// The ranges in order; none is empty.
    public private(set) var ranges: [Range<Int64>] = []

    /// Makes a set of these ranges, in any order.
    public init(_ ranges: [Range<Int64>] = []) {
        // In order each one comes last: none is moved.
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { insert(range) }
    }

    /// True without frames.
    public var isEmpty: Bool { ranges.isEmpty }

    /// Number of frames.
    public var count: Int64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

    /// Adds the frames of a range.
    public mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        let first = ranges.partitioned { $0.upperBound < range.lowerBound }
        let end = ranges.partitioned { $0.lowerBound <= range.upperBound }
        guard first < end else { return ranges.insert(range, at: first) }
        let joined =
            min(range.lowerBound, ranges[first].lowerBound)..<max(range.upperBound, ranges[end - 1].upperBound)
        ranges.replaceSubrange(first..<end, with: [joined])
    }

    /// Adds the frames of another set.
    public mutating func insert(_ other: FrameSet) {
        for range in other.ranges { insert(range) }
    }

    /// Removes the frames of a range.
    public mutating func remove(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        let first = ranges.partitioned { $0.upperBound <= range.lowerBound }
        let end = ranges.partitioned { $0.lowerBound < range.upperBound }
        guard first < end else { return }
        let rest = [
            ranges[first].lowerBound..<max(ranges[first].lowerBound, range.lowerBound),
            min(range.upperBound, ranges[end - 1].upperBound)..<ranges[end - 1].upperBound,
        ]
        ranges.replaceSubrange(first..<end, with: rest.filter { !$0.isEmpty })
    }

    /// The frames of the set that lie in a range.
    public func part(_ range: Range<Int64>) -> FrameSet {
        guard !range.isEmpty else { return FrameSet() }
        let first = ranges.partitioned { $0.upperBound <= range.lowerBound }
        let end = ranges.partitioned { $0.lowerBound < range.upperBound }
        var result = FrameSet()
        if first < end { result.ranges = ranges[first..<end].map { $0.clamped(to: range) } }
        return result
    }

    /// The frames of a range that the set lacks.
    public func missing(in range: Range<Int64>) -> FrameSet {
        var result = FrameSet([range])
        for known in ranges { result.remove(known) }
        return result
    }

    /// True if the set has the frame.
    public func contains(_ frame: Int64) -> Bool {
        let index = ranges.partitioned { $0.upperBound <= frame }
        return index < ranges.count && ranges[index].contains(frame)
    }
}

extension Array {
    /// Index of the first element without the property, where all elements with it come first.
    func partitioned(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
