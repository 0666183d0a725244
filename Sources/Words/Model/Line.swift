// A line of a transcript. Any thread; a value, no I/O.
internal import Dictation
public import JSON

/// Words that belong together, such as a sentence: a line of the text, and a caption of a film. All lie in one segment file.
public struct Line: Sendable, Hashable {
    /// The words, in the order of their starts.
    public var words: [Word]
    /// The text as the recogniser wrote it; empty when it is the words with spaces between them.
    public var text = ""
    /// Probability that the text is right, 0 to 1; nil when unknown.
    public var confidence: Double?
    /// Other texts that the recogniser thought possible, likeliest first.
    public var alternatives: [String] = []
    /// The speaker's name; nil when unknown.
    public var speaker: String?
    /// Keys of other programs.
    public var others: [JSONTree.Member] = []

    /// Makes a line.
    public init(_ words: [Word], speaker: String? = nil) {
        self.words = words
        self.speaker = speaker
    }

    /// First frame of the first word; 0 without words.
    public var start: Int64 { words.first?.start ?? 0 }
    /// Frame after the last word; 0 without words.
    public var end: Int64 { words.map(\.end).max() ?? 0 }

    /// The line with the words that are kept; nil if none is. Text and alternatives are those of a whole line only.
    func part(_ isKept: (Word) -> Bool) -> Line? {
        let kept = words.filter(isKept)
        guard !kept.isEmpty else { return nil }
        guard kept.count < words.count else { return self }
        var part = self
        (part.words, part.text, part.alternatives) = (kept, "", [])
        return part
    }

    /// The text as it is read: as the recogniser wrote it, else the words.
    public var spoken: String { text.isEmpty ? words.map(\.text).joined(separator: " ") : text }
}
