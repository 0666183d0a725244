// Converts segments to the sample rate of their recording. Any thread; no I/O.

extension Segment {
    /// The length at another sample rate, in frames.
    public func frames(at rate: Int) -> Int64 {
        guard rate > 0, self.rate > 0, rate != self.rate else { return frames }
        return min(Timeline.longest, Int64(nearest: Double(frames) * Double(rate) / Double(self.rate)))
    }
}

extension Recording {
    /// The whole segment as a span, in frames of the timeline. A server can come back at another sample rate: its audio is
    /// kept as it is, and resampled to the recording's rate when it plays.
    public func span(of segment: Segment) -> Span {
        Span(segment: segment.file, length: segment.frames(at: segments.isEmpty ? segment.rate : rate))
    }

    /// Markers of one segment, in frames of the timeline.
    public func markers(_ markers: [Marker], of segment: Segment) -> [Marker] {
        markers.map { $0.converted(from: segment.rate, to: rate) }
    }
}

extension Marker {
    /// The marker with its frame converted from one sample rate to another, both in Hz; unchanged if a rate is unknown.
    public func converted(from old: Int, to new: Int) -> Marker {
        guard old > 0, new > 0, old != new else { return self }
        var marker = self
        marker.frame = min(Timeline.longest, Int64(nearest: Double(frame) * Double(new) / Double(old)))
        return marker
    }
}
