// A value any thread may hold.

/// What is wrong with what was asked of a recording's markers.
public enum MarkerError: Error, Sendable, Hashable, CustomStringConvertible {
    case unknown(marker: MarkerReference, count: Int)
    /// A place that the recording does not have.
    case pastEnd(frame: Int64, frames: Int64)
    /// A marker to be set, and nobody said where.
    case noPlace
    case noneAfter(frame: Int64)

    public var description: String {
        switch self {
        case .unknown(let marker, let count):
            "there is no marker '\(marker)' among \(count); 'dicta marks' lists them"
        case .pastEnd(let frame, let frames):
            "frame \(frame) is past the end, which is frame \(frames): give an earlier place"
        case .noPlace:
            "say where the marker is to be (--at TIME)"
        case .noneAfter(let frame):
            "there is no marker after frame \(frame)"
        }
    }
}
