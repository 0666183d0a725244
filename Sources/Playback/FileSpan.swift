// A stretch of one audio file. A value; any thread.

/// A stretch of one audio file: a span of a timeline once the file of its segment is known.
public struct FileSpan: Sendable, Hashable {
    /// Absolute path of the audio file.
    public let path: String
    /// First frame of the stretch, in frames of `rate` from the start of the file.
    public let first: Int64
    /// Length of the stretch, in frames of `rate`.
    public let length: Int64
    /// Frames per second in which `first` and `length` count; nil for the file's own rate. A file of another rate is resampled.
    public let rate: Int?

    /// Makes a span; `first` and `length` must not be negative.
    public init(path: String, first: Int64, length: Int64, rate: Int? = nil) {
        precondition(first >= 0 && length >= 0, "a span lies inside its file")
        self.path = path
        self.first = first
        self.length = length
        self.rate = rate
    }

    /// Frame after the last one.
    var end: Int64 { first + length }
}
