// Places of words in files. Any thread; a value, no I/O.

/// Place of a word in the transcript of a file.
struct WordKey: Hashable {
    /// Index of the line.
    var line: Int
    /// Index of the word in the line.
    var word: Int
}
