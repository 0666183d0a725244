// A recording for the index of a library. Any thread; a value.
import Words

/// A recording with all that is searched in it.
struct LibraryEntry {
    /// The attributes that a list shows.
    var item: LibraryItem
    /// Names and notes of the markers.
    var markers = ""
    /// The lines of the timeline; none where those of the index stay.
    var lines: [FoundLine] = []
    /// A text that changes with the lines: by their file and by the timeline. Empty if no line was read.
    var source = ""
    /// Row of the index whose lines stay, since they have the same source; nil for new lines.
    var kept: Int64?
    /// True if there is a transcript that cannot be read: its words are not among the lines.
    var isUnread = false

    /// The words of all lines, each once: searches look for words that occur anywhere in a recording.
    var vocabulary: String {
        var words: Set<String> = []
        for line in lines { words.formUnion(line.text.split(whereSeparator: \.isWhitespace).map(String.init)) }
        return words.sorted().joined(separator: " ")
    }
}
