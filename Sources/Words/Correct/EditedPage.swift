// Reads an edited page. Any thread; a value, no I/O.

/// The lines of a page as it came back from the editor.
struct EditedPage {
    /// One line.
    struct Line {
        /// The time before it; nil for a line that the user has broken off.
        var time: Double?
        /// The speaker's name; nil for none.
        var speaker: String?
        /// The words.
        var words: [String]
    }

    private(set) var lines: [Line] = []

    init(_ page: String, speakers: Set<String>) {
        for row in page.split(whereSeparator: \.isNewline) {
            let row = row.drop { $0.isWhitespace || $0 == "\u{feff}" }
            guard !row.isEmpty, row != "#", !row.hasPrefix("# ") else { continue }
            var line = Line(time: nil, speaker: lines.last?.speaker, words: [])
            if row.hasPrefix("["), let timed = TimedText(row) {
                line = Line(time: timed.time, speaker: timed.speaker, words: [])
                line.words = Self.words(timed.text, speakers)
            } else {
                line.words = Self.words(String(row), speakers)
            }
            if !line.words.isEmpty { lines.append(line) }
        }
    }

    /// The words of a text; the times and speakers of lines that were joined to it are left out.
    private static func words(_ text: String, _ speakers: Set<String>) -> [String] {
        var words: [String] = []
        var rest = text.split(whereSeparator: \.isWhitespace)[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("["), word.hasSuffix("]"), TimedText(word) != nil else {
                words.append(String(word))
                continue
            }
            let after = SpeakerText.parse(rest.joined(separator: " "))
            let isKnown = after.speaker.map(speakers.contains) == true
            if isKnown || rest.first == "()" { rest = after.text.split(separator: " ")[...] }
        }
        return words
    }
}
