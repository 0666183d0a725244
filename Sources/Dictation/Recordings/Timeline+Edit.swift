// A value any thread may hold; the edits of dictation.

extension Timeline {
    /// Puts `timeline` in at `frame`; what was there goes on after it. Past the end it is appended.
    public mutating func insert(_ timeline: Timeline, at frame: Int64) {
        replace(frame..<frame, with: timeline)
    }

    /// Puts `timeline` over what begins at `frame` (punch): as much as it is long is heard no more. It may be longer than
    /// what is left.
    public mutating func overwrite(from frame: Int64, with timeline: Timeline) {
        let start = clamp(frame)
        replace(start..<start + timeline.length, with: timeline)
    }

    /// Leaves `range` out; what follows closes up.
    public mutating func delete(_ range: Range<Int64>) {
        replace(range, with: Timeline())
    }

    /// Every edit is this one. The range is cut to what there is.
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
