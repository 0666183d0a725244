// The words at the playhead. Any thread; a value.
internal import Dictation

/// Fields of the topic `words`.
struct WordsView: Sendable, Equatable {
    /// Number of the line that is said, from 1; 0 for none.
    var line: Int64 = 0
    /// The word that is said; empty for none.
    var word = ""
    /// Count of lines.
    var lines: Int64 = 0
    /// Count of doubtful words.
    var doubtful: Int64 = 0
    /// A count of the text's changes.
    var revision: Int64 = 0

    init() {}

    init(_ fields: Fields) {
        line = max(0, fields.count("words_line"))
        word = fields.text("words_word")
        lines = max(0, fields.count("words_lines"))
        doubtful = max(0, fields.count("words_doubtful"))
        revision = fields.count("words_revision")
    }
}
