// A step of an alignment. Any thread; a value, no I/O.

/// Words of two texts that belong together; one of the two is nil for a word that the other text lacks.
struct WordPair: Sendable, Hashable {
    /// Index of the word in the first text.
    var old: Int?
    /// Index of the word in the second text.
    var new: Int?
}
