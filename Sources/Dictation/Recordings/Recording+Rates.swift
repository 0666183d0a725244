// Any thread; no I/O. Segments of a recording that were made at several rates.

extension Segment {
    /// How long it is where a second has so many frames.
    public func frames(at rate: Int) -> Int64 {
        guard rate > 0, self.rate > 0, rate != self.rate else { return frames }
        return min(Timeline.longest, Int64(nearest: Double(frames) * Double(rate) / Double(self.rate)))
    }
}

extension Recording {
    /// All of one segment, in frames of the timeline. A server can come back at another rate: what it delivers is kept as it
    /// is, and brought to the recording's rate where it is heard.
    public func span(of segment: Segment) -> Span {
        Span(segment: segment.file, length: segment.frames(at: segments.isEmpty ? segment.rate : rate))
    }

    /// Markers of one segment, likewise.
    public func markers(_ markers: [Marker], of segment: Segment) -> [Marker] {
        guard rate > 0, segment.rate > 0, rate != segment.rate else { return markers }
        return markers.map { marker in
            var marker = marker
            marker.frame = min(Timeline.longest, Int64(nearest: Double(marker.frame) * Double(rate) / Double(segment.rate)))
            return marker
        }
    }
}
