// A line of a transcript in the index of a library. Any thread; a value.

/// A line that is spoken in a recording.
public struct FoundLine: Sendable, Hashable {
    /// First frame of the timeline.
    public var frame: Int64
    /// The text.
    public var text: String

    /// Makes a line.
    public init(frame: Int64, text: String) {
        (self.frame, self.text) = (frame, text)
    }
}
