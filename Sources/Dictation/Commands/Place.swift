// A value any thread may hold; no I/O.

/// A place of a timeline as a user says it: a time counted from the start, or the marker that stands there.
public enum Place: Sendable, Hashable {
    case span(TimeSpan)
    case marker(MarkerReference)

    public func frame(rate: Int, markers: [Marker]) throws(MarkerError) -> Int64 {
        switch self {
        case .span(let span): return span.frames(rate: rate)
        case .marker(let marker):
            guard let index = marker.index(in: markers) else { throw .unknown(marker: marker, count: markers.count) }
            return markers[index].frame
        }
    }
}
