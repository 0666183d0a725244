// Times before the words of a line, as extended lyrics have them. Any thread; a value, no I/O.

/// A text with times before its words: `<00:01.00>one <00:01.50>two`. A time behind the last word is its end.
struct WordTimes {
    /// Bytes of the longest time with its brackets.
    private static let longestTag = 32

    /// The words with the times before them; their ends are not known yet.
    private(set) var words: [ForeignLine.Word] = []
    /// The time behind the last word; nil without.
    private(set) var end: Double?

    /// Reads the text of a line that begins at `start`. Nil for a text without such times, and for one with times that go back: those
    /// are said.
    init?(_ text: String, from start: Double) {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return nil }
        var (time, isInWord, hasTimes, isBehind) = (start, false, false, false)
        var rest = text[...]
        while let character = rest.first {
            if character == "<", let (seconds, behind) = Self.time(rest) {
                guard seconds >= time else { return nil }
                (time, rest, hasTimes, isBehind) = (seconds, behind, true, true)
                continue
            }
            rest = rest.dropFirst()
            guard !character.isWhitespace else {
                isInWord = false
                continue
            }
            if isInWord {
                // A time within a word is that of a syllable.
                words[words.count - 1].text.append(character)
            } else {
                words.append(ForeignLine.Word(String(character), start: time, end: time))
            }
            (isInWord, isBehind) = (true, false)
        }
        guard hasTimes else { return nil }
        if isBehind, let last = words.last, time > last.start { end = time }
    }

    /// The text without the times.
    var text: String { words.map(\.text).joined(separator: " ") }

    /// A time in angle brackets at the beginning of a text, and the text behind it; nil for another text.
    private static func time(_ text: Substring) -> (seconds: Double, rest: Substring)? {
        guard let end = text.utf8.prefix(longestTag).firstIndex(of: UInt8(ascii: ">")),
            let seconds = ClockText.parse(text[text.index(after: text.startIndex)..<end])
        else { return nil }
        return (seconds, text[text.index(after: end)...])
    }
}

extension ForeignLine {
    /// Moves all times to earlier ones; none goes below zero.
    mutating func advance(by seconds: Double) {
        func moved(_ time: Double) -> Double { max(0, min(time - seconds, ClockText.longest)) }
        start = moved(start)
        end = moved(end)
        for index in words.indices {
            words[index].start = moved(words[index].start)
            words[index].end = moved(words[index].end)
        }
    }

    /// Ends each word where the next one begins, and the last one with the line. Words with one time share it.
    mutating func endWords() {
        var first = 0
        while first < words.count {
            let start = words[first].start
            let after = words[first...].firstIndex { $0.start > start } ?? words.count
            let length = max(0, (after < words.count ? words[after].start : end) - start) / Double(after - first)
            for index in first..<after {
                words[index].start = start + length * Double(index - first)
                words[index].end = start + length * Double(index - first + 1)
            }
            first = after
        }
    }
}
