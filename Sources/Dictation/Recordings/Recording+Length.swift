// Updates a segment of a recording. Any thread; no I/O.

extension Recording {
    /// Replaces the data of a segment by newer data. When the timeline is exactly that segment, from end to end, it becomes the
    /// segment's new length, with these markers of the segment added.
    public mutating func keepLength(of segment: Segment, at index: Int, markers added: [Marker] = []) {
        let isHeardWhole = timeline.spans == [span(of: segments[index])]
        segments[index] = segment
        guard isHeardWhole else { return }
        edits = EditHistory(Arrangement(Timeline([span(of: segment)]), markers: markers))
        for marker in markers(added, of: segment) where !markers.contains(marker) { edits.arrangement.add(marker) }
    }
}
