// Results of corrections. Any thread; a value, no I/O.

/// Changes that an edited text made.
public struct TextEditReport: Sendable, Hashable {
    /// A word that was changed here and by somebody else meanwhile. The edited text won.
    public struct Conflict: Sendable, Hashable {
        /// Segment file of the word.
        public var file: String
        /// First frame of the file.
        public var start: Int64
        /// Frame after the last one.
        public var end: Int64
        /// The word when the text was given out.
        public var before: String
        /// The words that were there meanwhile, and are gone; empty for none.
        public var theirs: String
        /// The word of the edited text; empty for a removed one.
        public var yours: String
    }

    /// Words with another text; other case or punctuation counts, too.
    public var changed = 0
    /// Words that are new.
    public var inserted = 0
    /// Words that are gone.
    public var removed = 0
    /// Lines that the user touched: other words, other breaks, another speaker.
    public var lines = 0
    /// Words that were changed meanwhile, too.
    public var conflicts: [Conflict] = []

    /// Makes the report of no changes.
    public init() {}
}
