// Errors in requests about markers, and their texts. Any thread; a value.

/// An error in a request about the markers of a recording.
public enum MarkerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No marker has that name or number.
    case unknown(marker: MarkerReference, count: Int)
    /// The frame is past the end of the recording, which has `frames` frames at `rate` frames a second.
    case pastEnd(frame: Int64, frames: Int64, rate: Int)
    /// A marker is to be set, and no place is given.
    case noPlace
    /// No marker is after that frame, at `rate` frames a second.
    case noneAfter(frame: Int64, rate: Int)

    /// One line for the user: the problem, then the cure.
    public var description: String {
        switch self {
        case .unknown(let marker, let count):
            "no marker '\(marker)' among \(count)" + Self.point(marker) + "; 'dicta marks' lists them"
        case .pastEnd(let frame, let frames, let rate):
            TimeSpan.pastEnd(frame, of: frames, rate: rate) + "; give an earlier place"
        case .noPlace:
            "give the place of the marker (--at TIME)"
        case .noneAfter(let frame, let rate):
            "no marker after \(TimeSpan.place(frame, rate: rate)): 'dicta marks' lists them"
        }
    }

    /// The words for a name that could be a point of the loop; empty for any other name.
    private static func point(_ marker: MarkerReference) -> String {
        let name = marker.description.uppercased()
        return name == "A" || name == "B" ? ", and no point \(name) of a loop in this recording" : ""
    }
}
