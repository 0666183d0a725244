// A place in a recording. Any thread; a value, no I/O.

/// A place in a timeline as a user gives it: a time from the start, or a marker.
public enum Place: Sendable, Hashable {
    /// A time from the start.
    case span(TimeSpan)
    /// The place of a marker.
    case marker(MarkerReference)

    /// The frame of the place, at `rate` frames a second. Throws `.unknown` for a marker that is not there.
    public func frame(rate: Int, markers: [Marker]) throws(MarkerError) -> Int64 {
        switch self {
        case .span(let span): return span.frames(rate: rate)
        case .marker(let marker):
            guard let index = marker.index(in: markers) else { throw .unknown(marker: marker, count: markers.count) }
            return markers[index].frame
        }
    }
}
