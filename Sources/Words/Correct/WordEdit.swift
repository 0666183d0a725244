// Edits of the words of one file. Any thread; values, no I/O.

/// An edit of one word, in the order of the edited text.
struct WordEdit {
    /// Kinds of edits.
    enum Kind {
        /// The line was not touched.
        case untouched
        /// The word stays; its line was touched.
        case kept
        /// The word has another text.
        case changed
        /// The word is gone.
        case removed
        /// The word is new.
        case inserted
    }

    /// Kind of the edit.
    var kind: Kind
    /// The word before; nil for a new one.
    var key: WordKey?
    /// The word after, at its frames of the file. Of a removed word, the words that came for it.
    var word: Word
    /// Number of the new line that has the word.
    var group = 0
    /// Index of the line before that showed the word; nil for a new word.
    var shown: Int?
    /// The speaker of that line.
    var speaker: String?
}
