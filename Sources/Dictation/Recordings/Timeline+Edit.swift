// Edits of a timeline. Any thread; a value.

extension Timeline {
    /// Inserts `timeline` at `frame`; all after it moves later. Past the end it is appended.
    public mutating func insert(_ timeline: Timeline, at frame: Int64) {
        replace(frame..<frame, with: timeline)
    }

    /// Puts `timeline` over the part from `frame` on (punch), as much as it is long. It may be longer than the rest.
    public mutating func overwrite(from frame: Int64, with timeline: Timeline) {
        let start = clamp(frame)
        replace(start..<start + timeline.length, with: timeline)
    }

    /// Removes `range`; all after it moves earlier.
    public mutating func delete(_ range: Range<Int64>) {
        replace(range, with: Timeline())
    }

    /// Replaces `range`, clamped to the timeline. All other edits use it.
    public mutating func replace(_ range: Range<Int64>, with timeline: Timeline) {
        let low = clamp(range.lowerBound)
        let high = max(low, clamp(range.upperBound))
        var result = part(0..<low)
        result.append(timeline)
        result.append(part(high..<length))
        self = result
    }

    private func clamp(_ frame: Int64) -> Int64 { min(max(0, frame), length) }
}
