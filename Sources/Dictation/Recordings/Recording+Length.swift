// Updates a segment of a recording. Any thread; no I/O.

extension Recording {
    /// Replaces the data of a segment by newer data. When the timeline is exactly that segment, from end to end, it becomes the
    /// segment's new length, with these markers of the segment added. One that edits have made stays, and sound that the segment has no
    /// more is taken out of it as a step of undo.
    public mutating func keepLength(of segment: Segment, at index: Int, markers added: [Marker] = []) {
        let isEdited = edits.undoable.contains { $0.words == nil }
        let isHeardWhole = !isEdited && timeline.spans == [span(of: segments[index])]
        segments[index] = segment
        guard isHeardWhole else { return edits.shorten(segment.file, to: segment.frames(at: rate)) }
        edits = EditHistory(Arrangement(Timeline([span(of: segment)]), markers: markers))
        for marker in markers(added, of: segment) where !markers.contains(marker) { edits.arrangement.add(marker) }
    }

    /// True if the timeline plays frames behind the end of a segment.
    public func overruns(_ segment: Segment) -> Bool {
        timeline.spans.contains { $0.segment == segment.file && $0.end > segment.frames(at: rate) }
    }
}
