// Errors in requests about markers, and their texts. Any thread; a value.
internal import Messages

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
            if let point = Self.point(marker) {
                tr(
                    "no marker '\(marker)' among \(count), and no point \(point) of a loop in this recording;"
                        + " 'dicta marks' lists them")
            } else {
                tr("no marker '\(marker)' among \(count); 'dicta marks' lists them")
            }
        case .pastEnd(let frame, let frames, let rate):
            [TimeSpan.pastEnd(frame, of: frames, rate: rate), tr("give an earlier place")].joined(separator: "; ")
        case .noPlace:
            tr("give the place of the marker (--at TIME)")
        case .noneAfter(let frame, let rate):
            tr("no marker after \(TimeSpan.place(frame, rate: rate)): 'dicta marks' lists them")
        }
    }

    /// The point of the loop that a name could mean; nil for any other name.
    private static func point(_ marker: MarkerReference) -> String? {
        let name = marker.description.uppercased()
        return name == "A" || name == "B" ? name : nil
    }
}
