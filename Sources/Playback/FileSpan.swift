// A value any thread may hold.

/// A stretch of one audio file, as a timeline has it: what a span of a timeline is once its segment's file is known.
public struct FileSpan: Sendable, Hashable {
    /// Of the audio file, absolute.
    public let path: String
    /// Its first frame that is heard.
    public let first: Int64
    /// Frames that are heard.
    public let length: Int64
    /// How many of these are a second; nil: as many as the file has. A file of another rate is brought to it.
    public let rate: Int?

    public init(path: String, first: Int64, length: Int64, rate: Int? = nil) {
        precondition(first >= 0 && length >= 0, "a reel lies inside its file")
        self.path = path
        self.first = first
        self.length = length
        self.rate = rate
    }

    /// The frame after the last one.
    var end: Int64 { first + length }
}
