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

    /// Reads a page. `speakers` are the names of the text before the edit.
    init(_ page: String, speakers: Set<String>) {
        let longest = speakers.map { $0.count(where: \.isWhitespace) + 1 }.max() ?? 0
        for row in page.split(whereSeparator: \.isNewline) {
            let row = row.drop { $0.isWhitespace || $0 == "\u{feff}" }
            guard !row.isEmpty, row != "#", !row.hasPrefix("# ") else { continue }
            var line = Line(time: nil, speaker: lines.last?.speaker, words: [])
            if row.hasPrefix("["), let timed = TimedText(row) {
                line = Line(time: timed.time, speaker: timed.speaker, words: [])
                line.words = Self.words(timed.text, speakers, longest)
            } else {
                line.words = Self.words(String(row), speakers, longest)
            }
            if !line.words.isEmpty { lines.append(line) }
        }
    }

    /// The words of a text; the times and speakers of lines that were joined to it are left out. `longest` is the number of words
    /// of the longest name: a whole text in one line is not looked through again at each of its times.
    private static func words(_ text: String, _ speakers: Set<String>, _ longest: Int) -> [String] {
        var words: [String] = []
        var rest = text.split(whereSeparator: \.isWhitespace)[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("["), word.hasSuffix("]"), TimedText(word) != nil else {
                words.append(String(word))
                continue
            }
            guard rest.first?.hasPrefix("(") == true else { continue }
            let start = rest.prefix(max(1, longest))
            let after = SpeakerText.parse(start.joined(separator: " "))
            guard rest.first == "()" || after.speaker.map(speakers.contains) == true else { continue }
            rest = rest.dropFirst(start.count - after.text.split(separator: " ").count)
        }
        return words
    }
}
