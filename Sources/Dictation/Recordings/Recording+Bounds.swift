// Limits the size of a sidecar. Any thread; a value, no I/O.

extension Recording {
    /// The longest sidecar, in bytes: a longer one is taken for damaged when read, and never written.
    public static let mostBytes = 16 << 20

    /// The text of the sidecar, within the limit; nil when that is not possible. Gaps and dropouts, which nobody typed, are
    /// listed only as far as they fit; their sums stay true.
    public var fittingText: [UInt8]? {
        let whole = printed
        guard whole.count > Self.mostBytes else { return whole }
        for most in [Segment.mostGaps, 512, 64, 3] {
            var shorter = self
            for index in shorter.segments.indices {
                shorter.segments[index].gaps = Segment.merged(segments[index].gaps, to: most)
                shorter.segments[index].dropouts = segments[index].dropouts.map { Array($0.prefix(most)) }
            }
            let text = shorter.printed
            if text.count <= Self.mostBytes { return text }
        }
        return nil
    }

    /// The recording with as many of its first markers as fit, and the number left out; nil when none at all fit.
    public func withFittingMarkers() -> (recording: Recording, leftOut: Int)? {
        var count = markers.count
        while true {
            var fewer = self
            fewer.edits = EditHistory(Arrangement(timeline, markers: Array(markers.prefix(count))))
            if fewer.fittingText != nil { return (fewer, markers.count - count) }
            guard count > 0 else { return nil }
            count = count * 3 / 4
        }
    }
}
