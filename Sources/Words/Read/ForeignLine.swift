// Lines of transcripts of other programs. Any thread; a value, no I/O.

/// A line with its times in seconds from the beginning of the sound.
public struct ForeignLine: Sendable, Hashable {
    /// A word with its times in seconds.
    public struct Word: Sendable, Hashable {
        /// The word with its punctuation, without spaces.
        public var text: String
        /// First second.
        public var start: Double
        /// Second after the last one; not before `start`.
        public var end: Double
        /// Probability that the word is right, 0 to 1; nil when unknown.
        public var confidence: Double?

        /// Makes a word.
        public init(_ text: String, start: Double, end: Double, confidence: Double? = nil) {
            self.text = text
            self.start = start
            self.end = end
            self.confidence = confidence
        }
    }

    /// First second.
    public var start: Double
    /// Second after the last one; not before `start`.
    public var end: Double
    /// The text, with single spaces.
    public var text: String
    /// The speaker's name; nil when unknown.
    public var speaker: String?
    /// Probability that the text is right, 0 to 1; nil when unknown.
    public var confidence: Double?
    /// Other texts that the recogniser thought possible, likeliest first.
    public var alternatives: [String] = []
    /// The words; none in a file without their times.
    public var words: [Word] = []

    /// Makes a line without words.
    public init(start: Double, end: Double, text: String, speaker: String? = nil) {
        self.start = start
        self.end = max(start, end)
        self.text = SpeakerText.oneLine(text)
        self.speaker = speaker
    }
}
