// A word at its place of a timeline. Any thread; a value, no I/O.

/// A word as it is heard, in frames of the timeline.
public struct TimedWord: Sendable, Hashable {
    /// The word with its punctuation.
    public var text: String
    /// First frame of the timeline.
    public var start: Int64
    /// Frame after the last one.
    public var end: Int64
    /// Probability that the word is right, 0 to 1; nil when unknown.
    public var confidence: Double?
    /// Index of the word in its line of the segment file.
    public var index: Int

    /// Makes a word.
    public init(_ text: String, start: Int64, end: Int64, confidence: Double? = nil, index: Int = 0) {
        self.text = text
        self.start = start
        self.end = end
        self.confidence = confidence
        self.index = index
    }
}
