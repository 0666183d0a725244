// A spoken word. Any thread; a value, no I/O.
internal import Dictation
public import JSON

/// One word as it was heard, at its frames of a segment file. Spans of a timeline count the frames in the same way.
public struct Word: Sendable, Hashable {
    /// The word with its punctuation.
    public var text: String
    /// First frame.
    public var start: Int64
    /// Frame after the last one; not before `start`.
    public var end: Int64
    /// Probability that the word is right, 0 to 1; nil when unknown. A word that a person wrote or confirmed has 1.
    public var confidence: Double?
    /// Keys of other programs.
    public var others: [JSONTree.Member] = []

    /// Makes a word.
    public init(_ text: String, start: Int64, end: Int64, confidence: Double? = nil) {
        self.text = text
        self.start = start
        self.end = end
        self.confidence = confidence
    }

    /// The frame that decides which part of a cut has the word: its middle. A word is never in two places at once.
    public var anchor: Int64 { start + (end - start) / 2 }
}
