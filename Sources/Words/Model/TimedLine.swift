// A line at its place of a timeline. Any thread; a value, no I/O.

/// A line as it is heard, in frames of the timeline. A cut can leave a part of the line that the recogniser wrote.
public struct TimedLine: Sendable, Hashable {
    /// The words, in the order in which they are heard; none only in a text without words.
    public var words: [TimedWord]
    /// The text.
    public var text: String
    /// Probability that the text is right, 0 to 1; nil when unknown.
    public var confidence: Double?
    /// Other texts that the recogniser thought possible; none for a part of a line.
    public var alternatives: [String] = []
    /// The speaker's name; nil when unknown.
    public var speaker: String?
    /// Segment file of the words.
    public var file: String
    /// Index of the line in the transcript of that file.
    public var index: Int

    /// Makes a line. Without a text it is the words with spaces between them.
    public init(_ words: [TimedWord], text: String = "", speaker: String? = nil, file: String = "", index: Int = 0) {
        self.words = words
        self.text = text.isEmpty ? words.map(\.text).joined(separator: " ") : text
        self.speaker = speaker
        self.file = file
        self.index = index
    }

    /// First frame of the timeline; 0 without words.
    public var start: Int64 { words.first?.start ?? 0 }
    /// Frame of the timeline after the last word; 0 without words.
    public var end: Int64 { words.last?.end ?? 0 }
}
