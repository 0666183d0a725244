// Any thread; no I/O.

extension Recording {
    /// Replaces the description of a segment by what is known of it now. If nothing but that segment is heard, from end to end, it
    /// is heard from end to end still, however long it is, and so are these markers of the segment.
    public mutating func keepLength(of segment: Segment, at index: Int, markers added: [Marker] = []) {
        let isHeardWhole = timeline.spans == [span(of: segments[index])]
        segments[index] = segment
        guard isHeardWhole else { return }
        edits = EditHistory(Arrangement(Timeline([span(of: segment)]), markers: markers))
        for marker in markers(added, of: segment) where !markers.contains(marker) { edits.arrangement.add(marker) }
    }
}
