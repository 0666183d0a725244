// Errors in requests about markers, and their texts. Any thread; a value.

/// An error in a request about the markers of a recording.
public enum MarkerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No marker has that name or number.
    case unknown(marker: MarkerReference, count: Int)
    /// The place is past the end of the recording.
    case pastEnd(frame: Int64, frames: Int64)
    /// A marker is to be set, and no place is given.
    case noPlace
    /// No marker is after that frame.
    case noneAfter(frame: Int64)

    /// One line for the user: the problem, then the cure.
    public var description: String {
        switch self {
        case .unknown(let marker, let count):
            "no marker '\(marker)' among \(count); 'dicta marks' lists them"
        case .pastEnd(let frame, let frames):
            "frame \(frame) is past the end (frame \(frames)); give an earlier place"
        case .noPlace:
            "give the place of the marker (--at TIME)"
        case .noneAfter(let frame):
            "no marker after frame \(frame)"
        }
    }
}
