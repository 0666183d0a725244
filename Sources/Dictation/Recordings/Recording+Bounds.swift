// A value; any thread, no I/O. How long the text of a sidecar can be.

extension Recording {
    /// Bytes of the longest sidecar that is read: what is longer is taken for damaged, and so is never written.
    public static let mostBytes = 16 << 20

    /// The text of the sidecar, and nil where there is more in it than one can hold. Of gaps and dropouts, which nobody typed,
    /// only as many are listed as fit; their sums stay true.
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

    /// The same with as many markers as fit, the first ones; nil where there is no room without any either.
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
