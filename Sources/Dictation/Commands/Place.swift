// A place in a recording. Any thread; a value, no I/O.

/// A place in a timeline as a user gives it: a time from the start, a marker, or a point of the loop.
public enum Place: Sendable, Hashable {
    /// A time from the start.
    case span(TimeSpan)
    /// The place of a marker; `@A` and `@B` are also the points of the loop, unless a marker has that name.
    case marker(MarkerReference)

    /// The frame of the place, at `rate` frames a second, in a recording with these markers and this loop. Throws `.unknown` for
    /// a marker that is not there.
    public func frame(rate: Int, markers: [Marker], loop: LoopPoints) throws(MarkerError) -> Int64 {
        switch self {
        case .span(let span): return span.frames(rate: rate)
        case .marker(let marker):
            if let index = marker.index(in: markers) { return markers[index].frame }
            guard let point = loop.frame(of: marker) else { throw .unknown(marker: marker, count: markers.count) }
            return point
        }
    }
}
